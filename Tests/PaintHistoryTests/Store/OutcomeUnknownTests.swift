import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("A commit or a sync that fails")
struct OutcomeUnknownTests {
  private let document: SampleDocument

  init() throws {
    document = try SampleDocument(width: 96, height: 80)
    let history = try document.open()
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<5 { try history.commitRevision(randomTiles(on: document.size, count: 3, using: &generator)) }
    try history.endEditing()
  }

  /// Lets each sync of a kind fail, one after the other, and calls `body` with the disk and the number of the sync.
  private func failing(
    _ pattern: String, in access: History.Access, mayPass: Bool = false, _ work: (History) throws -> Void,
    _ body: (History, HistoryError) throws -> Void
  ) throws {
    let counting = FailingDisk(of: .everything)
    let before = try document.contents()
    try work(document.open(access, disk: counting))
    let calls = counting.calls.enumerated().filter {
      [.sync, .syncFileSystem].contains($0.element.kind) && $0.element.matches(pattern)
    }
    #expect(!calls.isEmpty)
    for (place, call) in calls {
      try restore(before)
      var history = try document.open(access, disk: FailingDisk(.fail(place + 1, .ioError), of: .everything))
      do {
        try work(history)
        // The lock is released with it.
        history = try document.open(.reading)
        // Work after the last commit, such as emptying the log, may fail without harm.
        if !mayPass { Issue.record("\(call) failed without an error") }
        try expectWhole()
      } catch let error as HistoryError {
        try body(history, error)
      }
    }
  }

  private func restore(_ files: [String: [UInt8]]) throws {
    let disk = SystemDisk()
    try disk.removeTree(document.path)
    try disk.createDirectory(document.path)
    try disk.createDirectory(document.path.appending("packs"))
    for (name, bytes) in files { try disk.write(disk.open(document.path.appending(name), .createNew), bytes) }
  }

  /// Checks that every revision can be read and that the packs match the index.
  private func expectWhole() throws {
    let history = try document.open()
    try history.beginEditing()
    try history.endEditing()
    for revision in try history.line() { _ = try PlainPicture(of: history.snapshot(at: revision.number)) }
    var options = History.Options()
    options.temporaryFolder = document.folder.path
    #expect(try DocumentCheck(of: document.path, options: options).run().problems.isEmpty)
  }

  @Test("a stroke whose commit fails is neither rolled back nor repeated; the next process decides")
  func stroke() throws {
    try failing("index.sqlite-wal", in: .editing) { history in
      try history.commitRevision([(TileIndex(x: 1, y: 1), .pixels(Tile.color(.black).expanded))])
    } _: { history, error in
      guard case .outcomeUnknown = error else { throw error }
      #expect(throws: HistoryError.self) { try history.beginEditing() }
      #expect(try document.packs().contains("0000000007.png"))
      try expectWhole()
    }
  }

  @Test("a gc whose commit fails removes nothing, and the next one removes nothing that is needed")
  func collecting() throws {
    try failing("index.sqlite-wal", in: .editing, mayPass: true) { history in
      _ = try history.collect()
    } _: { _, error in
      guard case .outcomeUnknown = error else { throw error }
      try expectWhole()
      _ = try document.open().collect()
      try expectWhole()
    }
  }

  @Test("a failed sync of a script is not repeated, and what is recorded as synced does not change")
  func script() throws {
    try failing("lock", in: .editingInGroups) { history in
      try history.commitRevision([(TileIndex(x: 1, y: 1), .pixels(Tile.color(.black).expanded))])
      try history.sync()
    } _: { history, error in
      guard case .outcomeUnknown = error else { throw error }
      #expect(throws: HistoryError.self) { try history.sync() }
      let next = try document.open(.reading)
      #expect(next.mayHaveLostSteps)
      try expectWhole()
    }
  }

  @Test("a log whose sync fails while the index is rewritten is not used again by that process")
  func rewriting() throws {
    let counting = FailingDisk(of: .everything)
    func work(on disk: FailingDisk) throws -> (history: History, before: Int) {
      let history = try document.open(disk: disk)
      try history.beginEditing()
      _ = try history.revise([(TileIndex(x: 0, y: 0), .color(.black))], command: String(repeating: "x", count: 40_000))
      try history.commit()
      try history.beginEditing()
      _ = try history.undo(1)
      _ = try history.revise([(TileIndex(x: 0, y: 0), .color(.white))])
      _ = try history.forget(.all)
      try history.commit()
      let before = disk.calls.count
      history.maintenance.shrinkIndex()
      return (history, before)
    }
    let files = try document.contents()
    let before = try work(on: counting).before
    let sync = counting.calls.indices.first {
      $0 >= before && counting.calls[$0].kind == .sync && counting.calls[$0].matches("index.sqlite-wal")
    }
    try restore(files)
    let failing = FailingDisk(.fail(try #require(sync) + 1, .ioError), of: .everything)
    let history = try work(on: failing).history
    #expect(history.stopError != nil && history.postponed != nil)
    #expect(try SystemDisk().status(of: document.path.appending(UnsyncedMark.name)) != nil)
    let later = failing.calls.dropFirst(try #require(sync) + 1)
    #expect(!later.contains { $0.isOfIndex && [.write, .truncate, .sync].contains($0.kind) }, "\(later)")
    #expect(throws: HistoryError.self) { try history.beginEditing() }
    try expectWhole()
    #expect(try SystemDisk().status(of: document.path.appending(UnsyncedMark.name)) == nil)
  }

  @Test("a sync that fails while the log is emptied is not repeated, and leaves a mark for the next process")
  func emptyingLog() throws {
    let files = try document.contents()
    func work(on disk: FailingDisk) throws -> (history: History, before: Int) {
      let history = try document.open(disk: disk)
      let before = disk.calls.count
      history.shortenLog(beyond: 0)
      return (history, before)
    }
    let counting = FailingDisk(of: .everything)
    let before = try work(on: counting).before
    let syncs = counting.calls.indices.filter {
      $0 >= before && counting.calls[$0].kind == .sync && counting.calls[$0].isOfIndex
    }
    #expect(syncs.count >= 2)
    for sync in syncs {
      try restore(files)
      let failing = FailingDisk(.fail(sync + 1, .ioError), of: .everything)
      let history = try work(on: failing).history
      let note: Comment = "\(counting.calls[sync])"
      #expect(history.stopError != nil && history.postponed != nil, note)
      #expect(try SystemDisk().status(of: document.path.appending(UnsyncedMark.name)) != nil, note)
      #expect(throws: HistoryError.self, note) { try history.beginEditing() }
      let later = failing.calls.dropFirst(sync + 1)
      #expect(!later.contains { $0.isOfIndex && [.write, .truncate, .sync].contains($0.kind) }, "\(later)")
      try expectWhole()
      #expect(try SystemDisk().status(of: document.path.appending(UnsyncedMark.name)) == nil, note)
    }
  }

  @Test("a sync of the old index that fails in a repair leaves a mark for the next process")
  func repair() throws {
    // A row that a repair has to replace.
    try document.open().index.database.execute("UPDATE revision SET name = 'wrong' WHERE id = 1")
    let files = try document.contents()
    func work(on disk: FailingDisk) throws {
      var options = History.Options()
      options.disk = disk
      options.temporaryFolder = document.folder.path
      #expect(try DocumentRepair(DocumentCheck(of: document.path, options: options)).run().isRepaired)
    }
    let counting = FailingDisk(of: .everything)
    try work(on: counting)
    let own = document.path.appending("index.sqlite").string
    let syncs = counting.calls.indices.filter {
      counting.calls[$0].kind == .sync && counting.calls[$0].path.string.hasPrefix(own)
    }
    #expect(syncs.count >= 2)
    for sync in syncs {
      try restore(files)
      let note: Comment = "\(counting.calls[sync])"
      #expect(throws: HistoryError.self, note) { try work(on: FailingDisk(.fail(sync + 1, .ioError), of: .everything)) }
      #expect(try SystemDisk().status(of: document.path.appending(UnsyncedMark.name)) != nil, note)
      try work(on: FailingDisk(of: .everything))
      #expect(try SystemDisk().status(of: document.path.appending(UnsyncedMark.name)) == nil, note)
      try expectWhole()
    }
  }
}
