import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@Suite("History, used by several processes")
struct SharingTests {
  private let document: SampleDocument

  init() throws { document = try SampleDocument() }

  private func color(_ bits: UInt32, x: Int = 0, y: Int = 0) -> [PlacedTile] {
    [(TileIndex(x: x, y: y), .color(Pixel(bits: bits)))]
  }

  private func shown(_ history: History, x: Int = 0, y: Int = 0) throws -> UInt32 {
    try history.tile(at: TileIndex(x: x, y: y))[0, 0].bits
  }

  private func isBusy(_ access: History.Access, wait: Duration = .zero) throws -> Bool {
    do throws(HistoryError) {
      _ = try document.open(access, wait: wait)
      return false
    } catch {
      guard case .busy = error else { throw error }
      return true
    }
  }

  @Test("a second writer waits and then reports that the document is busy")
  func excludesWriters() throws {
    for access in [History.Access.editing, .editingInGroups, .dryRun] {
      let writer = try document.open(access)
      try writer.beginEditing()
      let start = SystemDisk().monotonicTime()
      #expect(try isBusy(.editing, wait: .milliseconds(60)))
      #expect(SystemDisk().monotonicTime() - start >= .milliseconds(60))
      #expect(try isBusy(.dryRun))
      writer.rollback()
    }
    #expect(try !isBusy(.editing))
  }

  @Test(
    "a reader never waits, and sees the last committed step", arguments: [History.Access.editing, .editingInGroups])
  func letsReadersIn(access: History.Access) throws {
    let writer = try document.open(access)
    try writer.commitRevision(color(7))
    try writer.beginEditing()
    _ = try writer.revise(color(8))
    #expect(try shown(writer) == 8)
    let reader = try document.open(.reading, wait: .zero)
    #expect(reader.current.number == 1)
    #expect(try shown(reader) == 7)
    try writer.commit()
    // A history that was opened before does not change; one that is opened now sees the new step.
    #expect(reader.current.number == 1)
    #expect(try shown(reader) == 7)
    #expect(try shown(reader, x: 1) == Pixel.white.bits)
    #expect(try shown(document.open(.reading)) == 8)
  }

  @Test("a script that waits for input blocks nobody, and sees the changes of others")
  func sharesBetweenGroups() throws {
    let idle = try document.open(.editingInGroups)
    try idle.commitRevision(color(1))
    #expect(try isBusy(.editing))
    try idle.endEditing()
    do {
      let other = try document.open(.editing, wait: .zero)
      #expect(try shown(other) == 1)
      try other.commitRevision(color(2, x: 1))
      _ = try other.commitRevision(color(3))
      try other.beginEditing()
      other.setSettings("--width 3")
      try other.endEditing()
      // No process died, so all caches are still valid.
      #expect(try shown(idle) == 1)
    }
    try idle.beginEditing()
    #expect(idle.current.number == 3)
    #expect(idle.state.settings == "--width 3")
    #expect(try shown(idle) == 3 && shown(idle, x: 1) == 2)
    _ = try idle.revise(color(4, x: 2))
    try idle.endEditing()
    #expect(try document.look().revisions == [0, 1, 2, 3, 4])
    // Another process that only moves is noticed too.
    do {
      let other = try document.open(.editing, wait: .zero)
      try other.beginEditing()
      _ = try other.undo(4)
      try other.endEditing()
    }
    try idle.beginEditing()
    #expect(idle.current.number == 0 && idle.state.tip == 4)
    #expect(try shown(idle) == Pixel.white.bits)
    try idle.sync()
    #expect(try document.open(.reading).state.syncedRevision == 4)
  }

  @Test("a writer that acquires the lock again cleans up after one that died")
  func sweepsBehindOthers() throws {
    let idle = try document.open(.editingInGroups)
    try idle.commitRevision(color(1))
    try idle.endEditing()
    for pack in [3, 4, 5] { try document.folder.write("half a pack", to: "art.paint/packs/000000000\(pack).png") }
    try idle.commitRevision(color(2))
    #expect(try document.packs() == (1...3).map { "000000000\($0).png" })
    #expect(try document.look().picture[TileIndex(x: 0, y: 0)][0, 0].bits == 2)
  }

  @Test("a document that was replaced meanwhile is not written to")
  func noticesReplacement() throws {
    let idle = try document.open(.editingInGroups)
    try idle.commitRevision(color(1))
    try idle.endEditing()
    try SampleDocument.make(at: document.path, size: document.size, background: .black, replacing: true)
    let before = try document.contents()
    for _ in 0..<2 {
      do throws(HistoryError) {
        try idle.beginEditing()
        #expect(Bool(false), "began")
      } catch {
        guard case .replaced = error else { return #expect(Bool(false), "\(error)") }
      }
    }
    #expect(try document.contents() == before)
    #expect(try !isBusy(.editing))
    #expect(try document.look().picture == PlainPicture(document.size, filledWith: .black))
  }

  @Test("a document that is being written to is not replaced", arguments: [History.Access.editing, .dryRun])
  func replacementWaits(access: History.Access) throws {
    let writer = try document.open(access)
    try writer.beginEditing()
    var options = History.Options()
    options.wait = .milliseconds(20)
    do throws(HistoryError) {
      try SampleDocument.make(at: document.path, size: document.size, replacing: true, options: options)
      #expect(Bool(false), "replaced")
    } catch {
      guard case .busy = error else { return #expect(Bool(false), "\(error)") }
    }
    #expect(try SystemDisk().names(in: document.folder.path).filter { $0.string.contains("art") }.count == 1)
  }

  @Test("sync includes moves and finished groups", arguments: [false, true])
  func syncs(isReleased: Bool) throws {
    let disk = CountingDisk()
    let history = try document.open(.editingInGroups, disk: disk)
    func finish() throws { if isReleased { try history.endEditing() } else { try history.commit() } }
    try history.commitRevision(color(1))
    try finish()
    disk.reset()
    try history.sync()
    #expect(disk.count(.syncFileSystem) == 1)
    #expect(history.state.syncedRevision == 1)
    #expect(try isBusy(.editing) == !isReleased)
    try history.sync()
    #expect(disk.count(.syncFileSystem) == 1)
    try history.beginEditing()
    _ = try history.undo(1)
    try finish()
    try history.sync()
    #expect(disk.count(.syncFileSystem) == 2)
    #expect(try document.look().current == 0)
  }

  @Test("an open edit can be abandoned, and earlier changes remain", arguments: [0, 32 << 20])
  func abandons(cache: Int) throws {
    var generator = SeededGenerator(seed: 31)
    let document = try SampleDocument(width: 400, height: 300)
    var history: History? = try document.open(.editingInGroups, cache: cache)
    var picture = PlainPicture(document.size, filledWith: .white)
    do {
      let history = try #require(history)
      try history.beginEditing()
      for count in [3, 40] {
        let tiles = randomTiles(on: document.size, count: count, using: &generator)
        for (index, tile) in tiles { picture[index] = tile }
        _ = try history.revise(tiles)
        try history.beginRevision(name: "Fails", command: "fail")
        for (index, tile) in randomTiles(on: document.size, count: count, using: &generator) {
          try history.add(tile, at: index)
        }
        try history.abandonRevision()
        try history.abandonRevision()
        #expect(try PlainPicture(canvasOf: history) == picture)
      }
      try history.endEditing()
      #expect(try PlainPicture(canvasOf: history) == picture)
      #expect(try history.line().map(\.number) == [0, 1, 3])
    }
    history = nil
    #expect(try PlainPicture(canvasOf: document.open(.reading)) == picture)
    let rebuilt = try RebuiltHistory(packsIn: document.path.appending("packs"))
    #expect(rebuilt.complaints == [])
    #expect(rebuilt.records.keys.sorted() == [0, 1, 3])
    #expect(rebuilt.picture(of: 3) == picture)
  }

  @Test("a history that is released in the middle of an edit leaves nothing")
  func goesCleanly() throws {
    var generator = SeededGenerator(seed: 32)
    let document = try SampleDocument(width: 400, height: 300)
    let before = try document.look()
    for access in [History.Access.editing, .editingInGroups, .dryRun] {
      let history = try document.open(access, cache: 0)
      try history.beginEditing()
      try history.beginRevision(name: "Half", command: "half")
      for (index, tile) in randomTiles(on: document.size, count: 60, using: &generator) {
        try history.add(tile, at: index)
      }
    }
    #expect(try document.look() == before)
    #expect(try document.packs() == ["0000000001.png"])
    #expect(try SystemDisk().names(in: document.folder.path).map(\.string) == ["art.paint"])
  }
}
