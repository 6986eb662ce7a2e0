import PaintHistory
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintEditing

@Suite("Reduced pictures") struct ReducingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A document with random tiles, in several steps.
  private func document(_ generator: inout SeededGenerator, _ size: CanvasSize, steps: Int) throws -> Document {
    let path = folder.appending("art.paint")
    _ = try Document.create(
      at: path, size: size, background: Pixel(bits: 0x8040_2010), command: "new", replacing: true, options: .init())
    let document = Document(try History(at: path, for: .editing))
    for _ in 0..<steps {
      let tiles = PlainPicture.indices(of: size).filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
      try document.history.commitRevision(tiles.map { ($0, Tile.random(using: &generator)) })
    }
    return document
  }

  /// The averages of `AreaAverage`, from rows.
  private func average(_ picture: PlainPicture, _ box: PixelBox, to target: CanvasSize) throws -> [UInt32] {
    let source = try #require(CanvasSize(width: box.width, height: box.height))
    var average = AreaAverage(from: source, to: target, changed: source.box)
    var pixels: [UInt32] = []
    for y in box.y..<box.maxY {
      let start = y * picture.size.width + box.x
      average.add(picture.pixels.span.extracting(start..<start + box.width)) { pixels.append(copying: $0) }
    }
    return pixels
  }

  @Test(
    "a part of a picture, read tile by tile, is exactly the average of its rows",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func exact(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = try #require(
      CanvasSize(width: .random(in: 1...170, using: &generator), height: .random(in: 1...170, using: &generator)))
    let document = try document(&generator, size, steps: 2)
    let snapshot = try document.history.snapshot(at: document.history.current.number)
    let plain = try PlainPicture(of: snapshot)
    for _ in 0..<12 {
      let (x, y) = (
        Int.random(in: 0..<size.width, using: &generator), Int.random(in: 0..<size.height, using: &generator)
      )
      let box = PixelBox(
        x: x, y: y, width: .random(in: 1...size.width - x, using: &generator),
        height: .random(in: 1...size.height - y, using: &generator))
      let target = try #require(
        CanvasSize(
          width: .random(in: 1...box.width, using: &generator), height: .random(in: 1...box.height, using: &generator)))
      let expected = try average(plain, box, to: target)
      #expect(try snapshot.reduced(box, to: target) == expected, "seed \(seed), \(box) to \(target)")
      #expect(try PictureRows(snapshot).scaled(box, to: target) == expected)
    }
  }

  @Test(
    "thumbnails of successive revisions are those of each alone, and read only what changed",
    arguments: [1, 2, 3, 4] as [UInt64])
  func thumbnails(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = try #require(
      CanvasSize(width: .random(in: 1...200, using: &generator), height: .random(in: 1...200, using: &generator)))
    let document = try document(&generator, size, steps: 5)
    let limit = try #require(CanvasSize(width: 12, height: 12))
    var thumbnails = Thumbnails(within: limit)
    for number in [0, 1, 2, 3, 4, 5, 2, 5, 0] {
      let snapshot = try document.history.snapshot(at: number)
      let expected = try average(PlainPicture(of: snapshot), size.box, to: thumbnails.size(of: size))
      #expect(try thumbnails.next(snapshot) == expected, "seed \(seed), r\(number)")
    }
    let before = document.history.cacheStatus.faults
    let last = try document.history.snapshot(at: 0)
    _ = try thumbnails.next(last)
    #expect(document.history.cacheStatus.faults == before)
  }

  @Test("a picture becomes larger by repeating pixels, by whole factors and others") func larger() throws {
    let source = try #require(CanvasSize(width: 3, height: 2))
    for (width, height) in [(3, 2), (6, 4), (7, 5), (3, 7), (31, 2)] {
      let target = try #require(CanvasSize(width: width, height: height))
      var scaling = RowScaling(from: source, to: target)
      let rows: [[UInt32]] = [[0xff00_0001, 2 << 24, 3], [4, 0xff00_0005, 6]]
      for row in rows { scaling.add(row.span) }
      let expected = (0..<height).flatMap { y in (0..<width).map { rows[y * 2 / height][$0 * 3 / width] } }
      #expect((width, height) == (3, 2) || scaling.pixels == expected, "\(width)x\(height)")
    }
  }
}
