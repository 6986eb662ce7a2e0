import PaintHistory
import PaintRaster
import PaintTestSupport
import Testing

@Suite("History, dry runs")
struct DryRunTests {
  @Test("a dry run reports the same as the edit, and changes no byte", arguments: [1, 9, 1_100])
  func isTrue(tiles: Int) throws {
    var generator = SeededGenerator(seed: 41)
    let document = try SampleDocument(width: 1_100, height: 1_100)
    do {
      let history = try document.open(.editingInGroups)
      try history.commitRevision(randomTiles(on: document.size, count: 5, using: &generator))
      try history.commitRevision(randomTiles(on: document.size, count: 5, using: &generator))
      try history.endEditing()
    }
    let changes = randomTiles(on: document.size, count: tiles, using: &generator)
    // Leftovers of a dead process are not touched either.
    try document.folder.write("orphan", to: "art.paint/packs/0000000004.png")
    let before = try document.contents()
    var dryRunResult: Revision
    do {
      let dryRun = try document.open(.dryRun, cache: 0)
      dryRunResult = try dryRun.commitRevision(changes)
      #expect(try PlainPicture(canvasOf: dryRun).fingerprint == dryRunResult.fingerprint)
      _ = try dryRun.undo(1)
      #expect(dryRun.current.number == 2)
      _ = try dryRun.redo(1)
      try dryRun.endEditing()
      #expect(dryRun.current.number == 3)
      #expect(try document.look().current == 2)
    }
    #expect(try document.contents() == before)
    #expect(try SystemDisk().names(in: document.folder.path).map(\.string) == ["art.paint"])
    var revision = try document.open(.editing, cache: 0).commitRevision(changes)
    revision.time = 0
    dryRunResult.time = 0
    #expect(revision == dryRunResult)
  }

  @Test("a dry run of a long script changes no byte")
  func isLong() throws {
    var generator = SeededGenerator(seed: 42)
    let document = try SampleDocument(width: 640, height: 640)
    var history: History? = try document.open()
    try history?.commitRevision(randomTiles(on: document.size, count: 5, using: &generator))
    history = nil
    let before = try document.contents()
    do {
      let dryRun = try document.open(.dryRun)
      try dryRun.beginEditing()
      let tiles = PlainPicture.indices(of: document.size)
      // Enough rows to exceed the pages that SQLite caches.
      for step in 0..<150 {
        let name = String(repeating: "n", count: 80_000)
        _ = try dryRun.revise(tiles.prefix(50).map { ($0, .color(Pixel(bits: UInt32(step)))) }, name: name)
        try dryRun.commit()
      }
      #expect(try dryRun.tile(at: tiles[3])[0, 0].bits == 149)
    }
    #expect(try document.contents() == before)
  }
}
