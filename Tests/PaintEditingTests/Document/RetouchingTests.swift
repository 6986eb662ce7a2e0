import PaintFilters
import PaintHistory
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintEditing

@Suite("Strokes that clone and blur")
struct RetouchingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A document with pixels of any alpha, and its picture.
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
    let tiles = PlainPicture.indices(of: size).filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
    _ = try document.history.revise(tiles.map { ($0, Tile.random(using: &generator)) })
    return (document, try PlainPicture(canvasOf: document.history))
  }

  private func stroke(_ retouching: any Retouching, opacity: Double = 1, seed: UInt64, width: Double = 30) -> StrokeEdit
  {
    var generator = SeededGenerator(seed: seed)
    let points = (0..<4).map { _ in
      PencilPoint(
        Point(x: .random(in: -10...210, using: &generator), y: .random(in: -10...130, using: &generator)),
        pressure: .random(in: 0.3...1, using: &generator))
    }
    return StrokeEdit(
      shape: .pencil(points), style: StrokeStyle(width: width), paint: Paint(opacity: opacity), retouching: retouching)
  }

  /// Performs a stroke, and compares the canvas with the eraser that restores `base`.
  private func expect(
    _ stroke: StrokeEdit, on document: Document, showing before: PlainPicture, restoring base: PlainPicture
  ) throws {
    var expected = before
    expected.draw(stroke, base: base)
    let revision = try document.perform(stroke, .test)
    let difference = expected.difference(from: before)
    #expect(revision?.pixels ?? 0 == difference.count && revision?.bounds ?? .empty == difference.bounds)
    #expect(try PlainPicture(canvasOf: document.history) == expected, "\(stroke)")
  }

  @Test("a clone dissolves each pixel into the old one at its distance; outside of the canvas nothing changes")
  func clones() throws {
    let offsets = [(1, 0), (32, 64), (-7, 33), (0, -50), (150, -90), (-65_536, 3), (201, 0)]
    for (number, offset) in offsets.enumerated() {
      let (document, before) = try document(201, 117, seed: UInt64(number))
      var base = before
      for y in 0..<117 {
        for x in 0..<201 where (0..<201).contains(x + offset.0) && (0..<117).contains(y + offset.1) {
          base.pixels[y * 201 + x] = before.pixels[(y + offset.1) * 201 + x + offset.0]
        }
      }
      let edit = stroke(
        Clone(x: offset.0, y: offset.1), opacity: number % 2 == 0 ? 1 : 0.6, seed: UInt64(number))
      try expect(edit, on: document, showing: before, restoring: base)
    }
  }

  @Test("a blur dissolves pixels into those of the filter on the whole picture", arguments: [0.3, 2, 5.5, 30])
  func blurs(radius: Double) throws {
    let (document, before) = try document(201, 117, seed: 9)
    let block = PixelBlock(before.size.box)
    for y in 0..<117 { for x in 0..<201 { block[x, y] = before[x, y] } }
    let result = PixelBlock(before.size.box)
    GaussianBlur(radius: radius).apply(to: block.source, writing: result.target, on: before.size, with: .all)
    var base = before
    for y in 0..<117 { for x in 0..<201 { base.pixels[y * 201 + x] = result[x, y].bits } }
    try expect(stroke(Blur(radius: radius), opacity: 0.7, seed: 3), on: document, showing: before, restoring: base)
  }

  @Test("without distance, radius or opacity, and on one colour, nothing changes")
  func nothing() throws {
    let (document, _) = try document(201, 117, seed: 1)
    for edit in [
      stroke(Clone(x: 0, y: 0), seed: 1), stroke(Clone(x: 0, y: 0), opacity: 0.4, seed: 2),
      stroke(Blur(radius: 0), opacity: 0.4, seed: 3), stroke(Blur(radius: 9), opacity: 0, seed: 4),
      stroke(Clone(x: 9, y: 4), opacity: 0, seed: 5), stroke(Clone(x: 500, y: 0), seed: 6),
    ] {
      #expect(try document.perform(edit, .test) == nil, "\(edit)")
    }
    for color in [Pixel.white, .transparent, Pixel(red: 7, green: 90, blue: 201, alpha: 255), Pixel(bits: 0x4010_20f0)]
    {
      let size = try #require(CanvasSize(width: 201, height: 117))
      let path = folder.appending("one-\(color.bits).paint")
      _ = try Document.create(
        at: path, size: size, background: color, command: "new", replacing: false, options: .init())
      let document = Document(try History(at: path, for: .editing))
      try document.history.beginEditing()
      for radius in [0.5, 4, 25] {
        #expect(try document.perform(stroke(Blur(radius: radius), opacity: 0.5, seed: 7), .test) == nil)
      }
      #expect(try document.perform(stroke(Clone(x: -30, y: 9), seed: 8), .test) == nil)
    }
  }
}
