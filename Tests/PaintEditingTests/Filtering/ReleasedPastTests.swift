import PaintFilters
import PaintHistory
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintEditing

@Suite("Filters that free the picture before them")
struct ReleasedPastTests {
  private let folder: TemporaryFolder
  private let size: CanvasSize

  init() throws {
    folder = try TemporaryFolder()
    size = try #require(CanvasSize(width: 290, height: 330))
  }

  /// A document in memory with the same random picture each time, open for editing.
  private func document(bound: Int) throws -> Document {
    var options = History.Options()
    options.memoryBytes = bound
    options.temporaryFolder = folder.path
    let builder = try MemoryHistoryBuilder(
      .init(size: size, background: .white, name: "New", command: "new"), named: "picture", options: options)
    var generator = SeededGenerator(seed: 5)
    for index in PlainPicture.indices(of: size) {
      // Some tiles were never written, and some have one colour.
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: break
      case 1: try builder.add(.color(.black), at: index)
      default: try builder.add(.random(using: &generator), at: index)
      }
    }
    let document = Document(try builder.finish())
    try document.history.beginEditing()
    return document
  }

  private static let regions = [nil, PixelBox(x: 37, y: 41, width: 201, height: 222)]

  @Test(
    "show the same as if it were kept, with about the tiles of one picture",
    arguments: [
      [GaussianBlur(radius: 4)], [GaussianBlur(radius: 40)], [Median(radius: 2)], [ColorInvert(), BoxBlur(radius: 3)],
    ] as [[any Filter]], [512 << 20, 40 * Tile.byteCount])
  func equality(filters: [any Filter], bound: Int) throws {
    for region in Self.regions {
      let (kept, released) = (try document(bound: bound), try document(bound: bound))
      released.keepsPast = false
      var edit = FilterEdit(FilterChain(filters), in: region)
      edit.boxBytes = 300_000
      for _ in 0..<2 {
        let (expected, made) = (try kept.perform(edit, .test), try released.perform(edit, .test))
        #expect(made?.fingerprint == expected?.fingerprint && made?.pixels == expected?.pixels)
        #expect(made?.bounds == expected?.bounds)
        #expect(try PlainPicture(canvasOf: released.history) == PlainPicture(canvasOf: kept.history))
        try kept.history.commit()
        try released.history.commit()
        try kept.history.beginEditing()
        try released.history.beginEditing()
      }
      if bound > 1 << 20 {
        let tiles = PlainPicture.indices(of: size).count
        let inMemory = released.history.cacheStatus.resident
        #expect(inMemory <= tiles, "\(inMemory) of \(tiles) tiles")
        #expect(kept.history.cacheStatus.resident > 2 * inMemory / (region == nil ? 1 : 2))
        let warm = try released.history.warmRevisions()
        #expect(warm?.first == 2 && warm?.last == 2)
        // What is missing is an error, not a wrong picture.
        #expect(throws: HistoryError.self) { try PlainPicture(of: released.history.snapshot(at: 0)) }
      }
    }
  }
}
