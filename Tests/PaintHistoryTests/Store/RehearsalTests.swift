import PaintHistory
import PaintRaster
import PaintTestSupport
import Testing

@Suite("History, dry runs")
struct RehearsalTests {
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
    var rehearsed: Revision
    do {
      let rehearsal = try document.open(.rehearsing, cache: 0)
      rehearsed = try rehearsal.commitRevision(changes)
      #expect(try PlainPicture(canvasOf: rehearsal).fingerprint == rehearsed.fingerprint)
      _ = try rehearsal.undo(1)
      #expect(rehearsal.current.number == 2)
      _ = try rehearsal.redo(1)
      try rehearsal.endEditing()
      #expect(rehearsal.current.number == 3)
      #expect(try document.look().current == 2)
    }
    #expect(try document.contents() == before)
    #expect(try SystemDisk().names(in: document.folder.path).map(\.string) == ["art.paint"])
    var revision = try document.open(.editing, cache: 0).commitRevision(changes)
    revision.time = 0
    rehearsed.time = 0
    #expect(revision == rehearsed)
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
      let rehearsal = try document.open(.rehearsing)
      try rehearsal.beginEditing()
      let tiles = PlainPicture.indices(of: document.size)
      // Enough rows to exceed the pages that SQLite caches.
      for step in 0..<150 {
        let name = String(repeating: "n", count: 80_000)
        _ = try rehearsal.revise(tiles.prefix(50).map { ($0, .color(Pixel(bits: UInt32(step)))) }, name: name)
        try rehearsal.commit()
      }
      #expect(try rehearsal.tile(at: tiles[3])[0, 0].bits == 149)
    }
    #expect(try document.contents() == before)
  }
}
