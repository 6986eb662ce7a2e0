import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Migration from version 1")
struct MigrationTests {
  private static let fixture = FilePath(#filePath).removingLastComponent().removingLastComponent()
    .removingLastComponent().removingLastComponent().appending("Fixtures").appending("documents")

  /// Every file of the frozen document of version 1.
  private static let frozen = Result { try read(fixture.appending("format-1")) }

  /// The fingerprints of its revisions, as reported by the program of version 1.
  private static let fingerprints = Result {
    let text = String(decoding: try SystemDisk().contents(of: fixture.appending("format-1.txt")), as: UTF8.self)
    return try text.split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      return (number: try #require(Int(words[0])), fingerprint: try #require(Fingerprint(hex: String(words[2]))))
    }
  }

  private static func read(_ folder: FilePath, _ prefix: String = "") throws -> [String: [UInt8]] {
    let disk = SystemDisk()
    var contents: [String: [UInt8]] = [:]
    for name in try disk.names(in: folder) where !name.string.hasSuffix("-shm") {
      let path = folder.appending(name)
      if try disk.status(of: path)?.kind == .directory {
        contents.merge(try read(path, "\(prefix)\(name.string)/")) { first, _ in first }
      } else {
        contents[prefix + name.string] = try disk.contents(of: path)
      }
    }
    return contents
  }

  /// A document that is a copy of the frozen one.
  private func makeDocument() throws -> SampleDocument {
    let document = try SampleDocument()
    try put(Self.frozen.get(), in: document)
    return document
  }

  private func put(_ contents: [String: [UInt8]], in document: SampleDocument) throws {
    let disk = SystemDisk()
    try disk.removeTree(document.path)
    for folder in ["", "packs", "files"] { try disk.createDirectory(FilePath("\(document.path.string)/\(folder)")) }
    for (name, bytes) in contents {
      try disk.write(disk.open(FilePath("\(document.path.string)/\(name)"), .createNew), bytes)
    }
  }

  /// The contents of the document, except an empty log, which a reader leaves.
  private func contents(of document: SampleDocument) throws -> [String: [UInt8]] {
    try Self.read(document.path).filter { !$0.key.hasSuffix("-wal") || !$0.value.isEmpty }
  }

  private func version(of document: SampleDocument) throws -> Int {
    let database = try Database(path: document.path.appending("index.sqlite"), mode: .reading)
    let query = try database.statement("PRAGMA user_version")
    defer { query.reset() }
    return try query.step() ? query.int(0) : 0
  }

  private func expectAll(_ document: SampleDocument, _ note: Comment) throws {
    let history = try document.open(.reading)
    for (number, fingerprint) in try Self.fingerprints.get() {
      #expect(try history.revision(number).fingerprint == fingerprint, "\(note), r\(number)")
      #expect(try PlainPicture(of: history.snapshot(at: number)).fingerprint == fingerprint, "\(note), r\(number)")
    }
    #expect(try history.branches() == [Branch(name: "end", revision: 11), Branch(name: "sketch", revision: 2)], note)
    #expect(try history.group(2)?.name == "Two shapes" && history.revision(1).name == "First line", note)
    #expect(history.state.settings == "--color 008080ff --width 4", note)
  }

  private static let stroke = [(index: TileIndex(x: 0, y: 0), tile: Tile.color(Pixel(bits: 0xff00_00ff)))]

  @Test("the frozen document opens, can be undone step by step and is migrated by the first stroke")
  func opens() throws {
    let document = try makeDocument()
    let before = try contents(of: document)
    try expectAll(document, "version 1")
    #expect(try document.check().problems == [])
    #expect(try document.check().unrepairable == [])
    #expect(try contents(of: document) == before)
    let fingerprints = Dictionary(uniqueKeysWithValues: try Self.fingerprints.get().map { ($0.number, $0.fingerprint) })
    let history = try document.open()
    #expect(history.current.number == 11 && history.state.tip == 16 && history.index.version == 1)
    try history.beginEditing()
    #expect(history.index.version == 2)
    for steps in 1...9 {
      let move = try history.undo(1)
      #expect(move.steps == (steps == 9 ? 0 : 1), "\(steps)")
      #expect(history.current.fingerprint == fingerprints[history.current.number])
      #expect(
        try PlainPicture(of: history.snapshot(at: history.current.number)).fingerprint == history.current.fingerprint)
    }
    #expect(history.current.number == 0)
    _ = try history.redo(20)
    #expect(history.current.number == 16)
    try history.endEditing()
    try history.commitRevision(Self.stroke)
    try history.endEditing()
    #expect(try version(of: document) == 2)
    try expectAll(document, "version 2")
    // Each page has a checksum.
    #expect(try SystemDisk().contents(of: document.path.appending("index.sqlite"))[20] == 8)
    let report = try document.check()
    #expect(report.problems == [])
    let state = try document.open(.reading).state
    #expect(state.limits == Limits(steps: 0, bytes: 0, sideAge: 0))
    #expect(state.current == 17 && state.syncedNote == state.nextNote - 1 && state.syncedRevision == 17)
    // The index can now be rebuilt without any change.
    try document.removeIndex()
    #expect(try document.repair().isRepaired)
    #expect(try document.open(.reading).state.limits == state.limits)
    #expect(try document.check().problems == [])
  }

  @Test("readers, checks and dry runs change no file of it")
  func leaves() throws {
    let document = try makeDocument()
    let before = try contents(of: document)
    do {
      let history = try document.open(.dryRun)
      try history.beginEditing()
      #expect(history.index.version == 2)
      _ = try history.undo(3)
      let revision = try history.revise(Self.stroke)
      #expect(try PlainPicture(of: history.snapshot(at: revision.number)).fingerprint == revision.fingerprint)
      _ = try history.redo(1)
      try history.endEditing()
      try expectAll(document, "during a dry run")
    }
    #expect(try version(of: document) == 1)
    #expect(try document.check().problems == [])
    #expect(try document.repair().isRepaired == false)
    #expect(try contents(of: document) == before)
  }

  @Test("a script, gc and forgetting migrate it too", arguments: ["script", "gc", "forget"])
  func migrates(how: String) throws {
    let document = try makeDocument()
    let history = try document.open(how == "script" ? .editingInGroups : .editing)
    switch how {
    case "script":
      try history.beginEditing()
      try history.writeBehind()
      for _ in 0..<20 { _ = try history.revise(Self.stroke) }
      try history.endEditing()
      try history.sync()
    case "gc": _ = try history.collect(thoroughly: true)
    default:
      try history.beginEditing()
      _ = try history.forgetInSlices(.branch("sketch"))
      _ = try history.collect(thoroughly: true)
    }
    #expect(try version(of: document) == 2)
    #expect(try document.check().problems == [])
    if how != "forget" { try expectAll(document, "\(how)") }
  }

  @Test(
    "limits in packs agree with the index afterwards; the old default of 90 days becomes no limit",
    arguments: [(90, 0), (30, 30)])
  func migratesLimits(days: Int, after: Int) throws {
    for isRepair in [false, true] {
      let document = try makeDocument()
      let history = try document.open()
      try history.beginEditing()
      try history.setLimits(Limits(steps: 100, bytes: 0, sideAge: days * 86_400_000))
      try history.endEditing()
      try document.downgrade()
      #expect(try document.check().problems == [])
      if isRepair {
        try document.executeVersion1("UPDATE revision SET name = 'x' WHERE id = 3")
        #expect(try document.repair().isRepaired)
      } else {
        try document.open().commitRevision(Self.stroke)
      }
      #expect(try version(of: document) == 2)
      let limits = try document.open(.reading).state.limits
      #expect(limits == Limits(steps: 100, bytes: 0, sideAge: after * 86_400_000))
      #expect(try document.check().problems == [])
      try document.removeIndex()
      #expect(try document.repair().isRepaired)
      #expect(try document.open(.reading).state.limits == limits)
    }
  }

  @Test(
    "a damaged row of version 1 gets no checksum: nothing is changed until it is repaired",
    arguments: [
      "UPDATE tile SET offset = offset + 1 WHERE pack > 0 AND revision = 4", "UPDATE revision SET pixels = -1",
      "UPDATE note SET text = replace(text, 'document ', 'document 0')", "UPDATE document SET uuid = '0'",
      "UPDATE revision SET grp = 1 WHERE id = 0", "DELETE FROM tile WHERE revision = 7", "UPDATE grp SET last = 4",
      "UPDATE pack SET live = 0 WHERE id = 2", "UPDATE revision SET fingerprint_low = 3 WHERE id = 5",
    ])
  func provesRows(sql: String) throws {
    let document = try makeDocument()
    try document.executeVersion1(sql)
    let before = try contents(of: document)
    for access in [History.Access.editing, .editingInGroups, .dryRun] {
      do throws(HistoryError) {
        let history = try document.open(access)
        try history.beginEditing()
        #expect(Bool(false), "\(access)")
      } catch {
        guard case .damaged = error else { throw error }
      }
      #expect(try contents(of: document) == before, "\(access)")
    }
    #expect(try document.check().problems != [])
    #expect(try document.repair().isRepaired)
    #expect(try version(of: document) == 2)
    #expect(try document.check().problems == [])
    let history = try document.open(.reading)
    for (number, fingerprint) in try Self.fingerprints.get() {
      #expect(try PlainPicture(of: history.snapshot(at: number)).fingerprint == fingerprint, "r\(number)")
    }
  }

  @Test("after a power cut, unsynced steps are cut off first, as usual")
  func recovers() throws {
    let document = try makeDocument()
    let before = try document.open(.reading).state
    // Like after a script whose last packs never reached the disk.
    try document.executeVersion1("UPDATE document SET synced_revision = 14")
    let last = try #require(document.packs().last)
    try document.rewrite("packs/\(last)") { $0 = [] }
    let history = try document.open()
    try history.beginEditing()
    #expect(history.index.version == 2)
    try history.endEditing()
    #expect(try document.check().problems == [])
    let state = try document.open(.reading).state
    #expect(state.current == before.current && state.revisions < before.revisions)
  }

  @Test("a program that had it open and released the lock notices the migration")
  func noticesOthers() throws {
    let document = try makeDocument()
    let (script, reader) = (try document.open(.editingInGroups), try document.open(.reading))
    #expect(script.index.version == 1 && reader.index.version == 1)
    // The query of a program of version 1 before it writes.
    let former = try Database(path: document.path.appending("index.sqlite"), mode: .editing)
    let query = try former.statement("SELECT serial, current FROM document WHERE id = 1")
    #expect(try query.step())
    query.reset()
    script.endWaiting()
    try document.open().commitRevision(Self.stroke)
    #expect(throws: HistoryError.self) { _ = try query.step() }
    try script.beginEditing()
    #expect(script.index.version == 2 && script.current.number == 17)
    _ = try script.revise(Self.stroke)
    try script.endEditing()
    for (number, fingerprint) in try Self.fingerprints.get() {
      #expect(try PlainPicture(of: reader.snapshot(at: number)).fingerprint == fingerprint, "r\(number)")
    }
    #expect(try document.check().problems == [])
  }

  @Test("a disk that fails, fills up or stops at any call leaves a valid document of either version")
  func failingDisk() throws {
    let document = try makeDocument()
    let whole = try Self.frozen.get()
    var call = 1
    var versions: Set<Int> = []
    while true {
      let kinds: [FailingDisk.Fault] = [.fail(call, .ioError), .cutShort(call), .stop(call), .stopHalfway(call)]
      let faults = isThorough ? kinds : [kinds[call % kinds.count]]
      var hasTriggered = false
      for fault in faults {
        try put(whole, in: document)
        let disk = FailingDisk(fault)
        let note: Comment = "\(fault): \(String(describing: disk.mutations.last))"
        do {
          let history = try document.open(disk: disk)
          try history.commitRevision(Self.stroke)
          try history.endEditing()
        } catch {}
        hasTriggered = hasTriggered || disk.hasTriggered
        versions.insert(try version(of: document))
        try expectAll(document, note)
        #expect(try document.check().problems == [], note)
        let history = try document.open()
        try history.commitRevision([(TileIndex(x: 1, y: 1), .color(Pixel(bits: 77)))])
        try history.endEditing()
        #expect(try version(of: document) == 2, note)
        try expectAll(document, note)
        #expect(try document.check().problems == [], note)
      }
      guard hasTriggered else { break }
      call += 1
    }
    #expect(call > 3 && versions == [1, 2], "\(call) calls, \(versions)")
  }
}

extension SampleDocument {
  /// Runs SQL in an index of version 1.
  fileprivate func executeVersion1(_ sql: String) throws { try execute(sql, sealing: false) }

  /// Converts the document back to version 1.
  fileprivate func downgrade() throws {
    let database = try Database(path: path.appending("index.sqlite"), mode: .editing)
    let columns = [
      "document": """
      id, commits, current, tip, next_revision, revisions, next_pack, synced_revision, pack_bytes, next_note,
      synced_note, root, root_note, steps, limit_steps, limit_bytes, side_age, live_bytes, small_packs, merged_pack,
      sides_seen, uuid, settings, color
      """,
      "revision": """
      id, parent, depth, jump, width, height, background, base, grp, pack, fingerprint_high, fingerprint_low, time,
      pixels, x, y, w, h, tile_count, bytes, name, command, tiles
      """,
      "tile": "tile, revision, pack, offset, length, crc", "grp": "id, last, name", "branch": "name, revision",
      "note": "id, pack, text", "pack": "id, bytes, live, units, damaged",
    ]
    try database.execute("BEGIN; DROP INDEX fork")
    for table in columns.keys { try database.execute("ALTER TABLE \(table) RENAME TO new_\(table)") }
    for sql in IndexSchema.statements(of: 1) { try database.execute(sql) }
    for (table, names) in columns {
      try database.execute("INSERT INTO \(table) SELECT \(names) FROM new_\(table); DROP TABLE new_\(table)")
    }
    try database.execute("PRAGMA user_version = 1; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
  }
}

extension History {
  /// Releases the lock, like a script that waits for its next line.
  fileprivate func endWaiting() { lock?.release() }
}
