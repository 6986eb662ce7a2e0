import PaintHistory
import PaintRaster
import PaintTestSupport
import Testing

struct ManyTilesTests {
  @Test(arguments: [1, 2, 5])
  func `more tiles than are decoded together come once each, from packs, memory and one colour`(
    threads: Int
  ) throws {
    var generator = SeededGenerator(seed: 4)
    let document = try SampleDocument(width: 1_300, height: 1_290)
    let history = try document.open()
    try history.commitRevision(randomTiles(on: document.size, count: 1_500, using: &generator))
    try history.commitRevision(randomTiles(on: document.size, count: 40, using: &generator))
    let expected = try PlainPicture(canvasOf: history)
    #expect(try PlainPicture(concurrentTilesOf: history.snapshot(at: 2), threads: threads) == expected)
    // Nothing is in memory.
    let reader = try document.open(.reading)
    #expect(try PlainPicture(concurrentTilesOf: reader.snapshot(at: 2), threads: threads) == expected)
    #expect(reader.cacheStatus.faults > 512)
  }

  @Test func `one damaged tile among many is an error that names its pack`() throws {
    var generator = SeededGenerator(seed: 5)
    let document = try SampleDocument(width: 640, height: 640)
    try document.open().commitRevision(randomTiles(on: document.size, count: 400, using: &generator))
    let pack = try #require(try document.packs().last)
    try document.rewrite("packs/\(pack)") { $0[$0.count / 2] ^= 1 }
    let snapshot = try document.open(.reading).snapshot(at: 1)
    let error = #expect(throws: HistoryError.self) {
      try snapshot.forEachTile(rows: 0..<20, columns: 0..<20, with: .all) { _, _ in }
    }
    #expect(error.map { "\($0)" }?.contains(pack) == true)
  }
}
