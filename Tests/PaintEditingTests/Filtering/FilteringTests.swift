import PaintFilters
import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintEditing

@Suite("Filters and resampling on documents")
struct FilteringTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A document with one-colour tiles and tiles that were never written, and its picture.
  private func document(_ width: Int, _ height: Int, seed: UInt64) throws -> (Document, PlainPicture) {
    let path = folder.appending("\(seed).paint")
    let size = try #require(CanvasSize(width: width, height: height))
    _ = try Document.create(
      at: path, size: size, background: .white, command: "new", replacing: false, options: .init())
    var options = History.Options()
    options.cacheBytes = 16 * Tile.byteCount
    let document = Document(try History(at: path, for: .editing, options: options))
    var generator = SeededGenerator(seed: seed)
    try document.history.beginEditing()
    let tiles = PlainPicture.indices(of: size).filter { _ in Bool.random(using: &generator) }
    _ = try document.history.revise(tiles.map { ($0, Tile.random(using: &generator)) })
    return (document, try PlainPicture(canvasOf: document.history))
  }

  private func block(of picture: PlainPicture) -> PixelBlock {
    let block = PixelBlock(picture.size.box)
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width { block[x, y] = picture[x, y] }
    }
    return block
  }

  private func picture(of block: PixelBlock, size: CanvasSize) -> PlainPicture {
    var picture = PlainPicture(size)
    for y in 0..<size.height {
      for x in 0..<size.width { picture[x, y] = block[x, y] }
    }
    return picture
  }

  @Test(
    "a filter changes its region like the whole picture, and nothing else",
    arguments: 1...6 as ClosedRange<UInt64>)
  func regions(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (document, before) = try document(
      .random(in: 1...140, using: &generator), .random(in: 1...100, using: &generator), seed: seed)
    let size = before.size
    let chains = try [
      [("gaussian-blur", "radius", 2.5)], [("median", "radius", 2)], [("color-invert", nil, 0)],
      [("unsharp-mask", "radius", 3), ("sepia-tone", "intensity", 0.7)],
      [("box-blur", "radius", 5), ("edges", nil, 0)],
    ].map { (filters: [(String, String?, Double)]) in
      FilterChain(
        try filters.map { name, parameter, value in
          try FilterCatalog.makeFilter(named: name, settings: parameter.map { [($0, .number(value))] } ?? [])
        })
    }
    for chain in chains {
      let region = PixelBox(
        x: .random(in: -9..<size.width, using: &generator), y: .random(in: -9..<size.height, using: &generator),
        width: .random(in: 1...99, using: &generator), height: .random(in: 1...99, using: &generator))
      let (source, whole) = (block(of: before), PixelBlock(size.box))
      withExtendedLifetime(source) {
        chain.apply(to: source.source, writing: whole.target, on: size, with: .one)
      }
      var expected = before
      let box = region.intersection(size.box)
      for y in box.y..<box.maxY {
        for x in box.x..<box.maxX { expected[x, y] = whole[x, y] }
      }
      let revision = try document.perform(FilterEdit(chain, in: region), .test)
      let difference = expected.difference(from: before)
      #expect(revision?.pixels ?? 0 == difference.count && revision?.bounds ?? .empty == difference.bounds)
      #expect(try PlainPicture(canvasOf: document.history) == expected, "seed \(seed)")
      #expect(document.history.current.fingerprint == expected.fingerprint)
      if revision != nil { _ = try document.history.undo(1) }
    }
  }

  @Test("filters change the same pixels in little memory: in boxes, and from a grid of the whole canvas")
  func littleMemory() throws {
    let (document, _) = try document(300, 270, seed: 7)
    let filters: [[any Filter]] = [
      [GaussianBlur(radius: 4)], [GaussianBlur(radius: 9)], [ColorInvert(), BoxBlur(radius: 2)],
    ]
    for filters in filters {
      var edit = FilterEdit(FilterChain(filters))
      _ = try document.perform(edit, .test)
      let expected = try PlainPicture(canvasOf: document.history)
      _ = try document.history.undo(1)
      edit.boxBytes = 300_000
      _ = try document.perform(edit, .test)
      #expect(try PlainPicture(canvasOf: document.history) == expected)
      #expect(document.history.current.fingerprint == expected.fingerprint)
      _ = try document.history.undo(1)
    }
  }

  @Test("resized and rotated pictures are the same as for the whole picture", arguments: 11...14 as ClosedRange<UInt64>)
  func geometry(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (document, before) = try document(150, 90, seed: seed)
    for method in ResamplingMethod.allCases {
      let size = try #require(
        CanvasSize(width: .random(in: 1...300, using: &generator), height: .random(in: 1...200, using: &generator)))
      let (source, whole) = (block(of: before), PixelBlock(size.box))
      withExtendedLifetime(source) {
        Resampling(from: before.size, to: size, method: method).apply(
          to: source.source, writing: whole.target, with: .one)
      }
      _ = try document.perform(ResizeEdit(to: size, method: method), .test)
      #expect(try PlainPicture(canvasOf: document.history) == picture(of: whole, size: size), "\(method)")
      _ = try document.history.undo(1)
    }
    let rotation = try #require(PictureRotation(degrees: .random(in: -180...180, using: &generator), of: before.size))
    let (source, whole) = (block(of: before), PixelBlock(rotation.newSize.box))
    withExtendedLifetime(source) { rotation.apply(to: source.source, writing: whole.target, with: .one) }
    _ = try document.perform(RotateEdit(rotation, background: .transparent), .test)
    #expect(try PlainPicture(canvasOf: document.history) == picture(of: whole, size: rotation.newSize))
    _ = try document.history.undo(1)
    // Edges are blended onto a background like other pixels.
    _ = try document.perform(RotateEdit(rotation, background: .black), .test)
    var expected = picture(of: whole, size: rotation.newSize)
    for place in expected.pixels.indices {
      let color = Pixel(bits: expected.pixels[place])
      expected.pixels[place] = Blend.blended(coverage: 255, color: color, strength: color.alpha, onto: .black).bits
    }
    #expect(try PlainPicture(canvasOf: document.history) == expected)
  }
}
