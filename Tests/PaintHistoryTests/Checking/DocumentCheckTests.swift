import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

extension SampleDocument {
  /// Fills the document with a random session; returns the expected history.
  func play(steps: Int, seed: UInt64, start: PlainPicture, _ access: History.Access = .editingInGroups) throws
    -> PlainHistory
  {
    var generator = SeededGenerator(seed: seed)
    var model = PlainHistory(start)
    let history = try open(access)
    for _ in 0..<steps {
      try history.beginEditing()
      try model.step(history, using: &generator)
      if Int.random(in: 0..<3, using: &generator) == 0 { try history.commit() }
    }
    try history.endEditing()
    if access == .editingInGroups { try history.sync() }
    return model
  }

  /// Fills the document with a random session that sets limits, forgets parts and rewrites packs; returns the expected
  /// history and the limits.
  func runForgettingSession(
    sessions: Int, seed: UInt64, start: PlainPicture, _ access: History.Access = .editing,
    check: (String) throws -> Void = { _ in }
  ) throws -> (model: PlainHistory, limits: Limits) {
    var generator = SeededGenerator(seed: seed)
    var model = PlainHistory(start)
    var limits = Limits()
    for session in 0..<sessions {
      let history = try open(access)
      for step in 0..<Int.random(in: 1...25, using: &generator) {
        let note: Comment = "seed \(seed), session \(session), step \(step)"
        try history.beginEditing()
        switch Int.random(in: 0..<25, using: &generator) {
        case 0:
          let steps = Bool.random(using: &generator) ? 0 : Int.random(in: 5...9, using: &generator)
          limits = Limits(steps: steps, bytes: 0, sideAge: 0)
          try history.setLimits(limits)
        case 1, 2:
          try model.forget(history, using: &generator)
          try history.beginEditing()
        default: try model.step(history, using: &generator)
        }
        if Bool.random(using: &generator) { try history.commit() } else { try history.endEditing() }
        model.follow(history, limit: limits.steps, isExact: false, note)
        if Int.random(in: 0..<12, using: &generator) == 0 { try check("\(note)") }
      }
      if access == .editingInGroups { try history.sync() }
      if Bool.random(using: &generator) { _ = try history.collect(thoroughly: Bool.random(using: &generator)) }
      model.follow(history, limit: limits.steps, isExact: false, "seed \(seed), session \(session)")
      try check("seed \(seed), session \(session)")
    }
    return (model, limits)
  }

  var options: History.Options {
    var options = History.Options()
    options.temporaryFolder = folder.path
    return options
  }

  /// The result of a check.
  func check() throws(HistoryError) -> CheckReport { try DocumentCheck(of: path, options: options).run() }

  /// A picture with some random tiles, and a document that starts with it.
  static func random(seed: UInt64) throws -> (SampleDocument, PlainPicture) {
    var generator = SeededGenerator(seed: seed)
    var start = PlainPicture(try #require(CanvasSize(width: 130, height: 70)), filledWith: .black)
    for (index, tile) in randomTiles(on: start.size, count: 7, using: &generator) { start[index] = tile }
    return (try SampleDocument(picture: start), start)
  }
}

@Suite("DocumentCheck")
struct DocumentCheckTests {
  @Test(
    "finds no problem in any session",
    arguments: [21, .random(in: 24 ... .max)] + (isThorough ? [22, 23] : []) as [UInt64])
  func acceptsSessions(seed: UInt64) throws {
    let (document, start) = try SampleDocument.random(seed: seed)
    let model = try document.play(steps: 90, seed: seed, start: start, seed == 21 ? .editing : .editingInGroups)
    let before = try document.contents()
    let report = try document.check()
    #expect(report.problems == [], "seed \(seed)")
    #expect(report.revisions == model.pictures.count, "seed \(seed)")
    #expect(report.packs == (try document.packs().count), "seed \(seed)")
    #expect(try document.contents() == before)
  }

  @Test(
    "finds no problem in sessions with limits, gc and forgetting",
    arguments: [.random(in: 63 ... .max)] + (isThorough ? [61, 62] : []) as [UInt64],
    [History.Access.editing, .editingInGroups])
  func acceptsForgetting(seed: UInt64, access: History.Access) throws {
    let (document, start) = try SampleDocument.random(seed: seed)
    let (model, _) = try document.runForgettingSession(sessions: 5, seed: seed, start: start, access) { note in
      let report = try document.check()
      #expect(report.problems == [], "\(note)")
      #expect(report.packs + report.unfinishedPacks == (try document.packs().count), "\(note)")
    }
    #expect(try document.check().revisions == model.pictures.count, "seed \(seed)")
  }

  @Test("reports the revisions whose commands are wrong, at most 100, and the number of others; a repair leaves them")
  func reportsCommands() throws {
    let (document, start) = try SampleDocument.random(seed: 21)
    let all = try document.play(steps: 400, seed: 21, start: start).pictures.keys.sorted()
    try #require(all.count > 110)
    func check(wrong: @escaping (Int) -> Bool) -> DocumentCheck {
      DocumentCheck(
        of: document.path, options: document.options,
        fault: { if case .revision(let revision) = $0, wrong(revision.number) { "r\(revision.number)" } else { nil } })
    }
    #expect(try check { _ in false }.run().problems == [])
    let few = try check { [all[0], all[90]].contains($0) }.run()
    #expect(few.problems.map(\.revision) == [all[0], all[90]])
    #expect(few.problems.map(\.message) == ["r\(all[0])", "r\(all[90])"])
    #expect(few.problems.allSatisfy { $0.code == .commandDamaged } && few.unrepairable == few.problems)
    let many = try check { _ in true }.run()
    #expect(many.problems.dropLast().map(\.revision) == all.suffix(100))
    #expect(many.problems.last?.message == "\(all.count - 100) older revisions have damaged commands too")
    let repaired = try DocumentRepair(check { $0 == all[1] }).run()
    #expect(!repaired.isRepaired && repaired.unrepairable.map(\.revision) == [all[1]])
  }

  @Test("finds no problem with large edits, abandoned edits and blank documents")
  func acceptsUnusualEdits() throws {
    var generator = SeededGenerator(seed: 8)
    let document = try SampleDocument(width: 1_100, height: 1_100)
    #expect(try document.check().problems == [])
    let history = try document.open(.editingInGroups, cache: 0)
    try history.beginEditing()
    for count in [3, 1_156, 5] {
      _ = try history.revise(randomTiles(on: document.size, count: count, using: &generator))
    }
    try history.beginRevision(name: "fails", command: "fails")
    for (index, tile) in randomTiles(on: document.size, count: 70, using: &generator) {
      try history.add(tile, at: index)
    }
    try history.abandonRevision()
    _ = try history.revise(randomTiles(on: document.size, count: 2, using: &generator))
    try history.endEditing()
    let report = try document.check()
    #expect(report.problems == [])
    #expect(report.revisions == 5)
  }

  static let changes: [(String, CheckProblem.Code, String)] = [
    ("UPDATE revision SET parent = 0 WHERE id = 7", .indexDiffers, "parent"),
    ("UPDATE revision SET depth = depth + 1 WHERE id = 7", .indexDiffers, "depth"),
    ("UPDATE revision SET jump = jump - 1 WHERE jump > 3", .indexDiffers, "jump"),
    ("UPDATE revision SET base = 1 WHERE id = 7", .indexDiffers, "base"),
    ("UPDATE revision SET fingerprint_low = fingerprint_low + 1 WHERE id = 7", .indexDiffers, "fingerprint_low"),
    ("UPDATE revision SET fingerprint_high = 0 WHERE id = 7", .indexDiffers, "fingerprint_high"),
    ("UPDATE revision SET tiles = x'' WHERE id = 7", .indexDiffers, "tiles"),
    ("UPDATE revision SET name = 'Pen' WHERE id = 7", .indexDiffers, "name"),
    ("UPDATE revision SET command = 'none' WHERE id = 7", .indexDiffers, "command"),
    ("UPDATE revision SET author = 'none' WHERE id = 7", .indexDiffers, "author"),
    ("UPDATE revision SET typed = 'none' WHERE id = 7", .indexDiffers, "typed"),
    ("UPDATE revision SET time = 5 WHERE id = 7", .indexDiffers, "time"),
    ("UPDATE revision SET width = 65 WHERE id = 7", .indexDiffers, "width"),
    ("UPDATE revision SET pixels = pixels + 1 WHERE id = 7", .indexDiffers, "pixels"),
    ("UPDATE revision SET pack = 1 WHERE id = 7", .indexDiffers, "pack"),
    ("DELETE FROM revision WHERE id = 7", .indexDiffers, "r7"),
    ("UPDATE tile SET crc = crc + 1 WHERE revision = 0 AND pack > 0", .indexDiffers, "r0, the tile at"),
    ("UPDATE tile SET offset = offset + 1 WHERE revision = 0", .indexDiffers, "offset"),
    ("UPDATE tile SET pack = 77777 WHERE revision = 0 AND pack > 0", .packMissing, "packs/0000077777.png"),
    ("DELETE FROM tile WHERE revision = 0", .indexDiffers, "the packs have it"),
    ("INSERT INTO tile VALUES (4, 5000, 0, 1, 0, 0, 0)", .indexDiffers, "the index has it"),
    ("INSERT INTO grp VALUES (5000, 5001, 'x', 0)", .indexDiffers, "group of r5000"),
    ("INSERT INTO branch VALUES ('wrong', 1, 0)", .indexDiffers, "'wrong'"),
    ("UPDATE document SET current = 5000, tip = 5001, next_revision = 9999", .indexDiffers, "r5000, which"),
    (
      "UPDATE document SET next_revision = 40, current = 0, tip = 0, revisions = 1, synced_revision = 1", .indexDamaged,
      "older than others"
    ),
    ("UPDATE document SET pack_bytes = pack_bytes - 1", .indexDiffers, "bytes of packs"),
    ("UPDATE document SET live_bytes = live_bytes - 1", .indexDiffers, "that are needed"),
    ("UPDATE document SET small_packs = small_packs + 1", .indexDiffers, "small packs"),
    ("UPDATE document SET root = 1", .indexDiffers, "begins with r1"),
    ("UPDATE document SET root_note = 1", .indexDiffers, "oldest revision"),
    ("UPDATE document SET limit_steps = 9", .indexDiffers, "other limits"),
    ("UPDATE document SET steps = 999", .indexDiffers, "counts 999 steps"),
    ("UPDATE pack SET bytes = bytes + 1 WHERE id = 1", .indexDiffers, "packs/0000000001.png"),
    ("UPDATE pack SET units = units + 1 WHERE id = 1", .indexDiffers, "packs/0000000001.png"),
    ("UPDATE pack SET live = live - 1 WHERE id = 1", .indexDiffers, "that are needed"),
    ("UPDATE pack SET live = 0 WHERE id = 1", .indexDiffers, "packs/0000000001.png"),
    ("UPDATE pack SET damaged = 1 WHERE id = 1", .indexDiffers, "packs/0000000001.png"),
    ("DELETE FROM pack WHERE id = 1", .indexDiffers, "does not count"),
    (
      "INSERT INTO pack VALUES (7777, 5, 5, 5, 0, 0); UPDATE document SET next_pack = 7778", .indexDiffers,
      "is missing"
    ),
    ("UPDATE document SET revisions = 1", .indexDiffers, "counts 1 revisions"),
    ("UPDATE document SET uuid = '00'", .indexDiffers, "another document"),
    ("UPDATE document SET commits = -1", .indexDamaged, "complete"),
    ("DROP TABLE tile", .indexDamaged, "tile"),
    ("DELETE FROM document", .indexDamaged, "complete"),
  ]

  /// A document after a random session, made once for all rows.
  private static let played = Result {
    let (document, start) = try SampleDocument.random(seed: 31)
    _ = try document.play(steps: 90, seed: 31, start: start)
    return try document.contents()
  }

  @Test("finds every kind of wrong row with a valid checksum", arguments: changes)
  func findsRows(sql: String, code: CheckProblem.Code, word: String) throws {
    let document = try SampleDocument()
    try document.restore(Self.played.get())
    try document.execute(sql)
    let problems = try document.check().problems
    #expect(problems.contains { $0.code == code && $0.message.contains(word) }, "\(problems)")
  }

  @Test("finds unexpected files in the packs folder, and ignores packs of an edit in progress")
  func findsUnexpectedFiles() throws {
    let (document, start) = try SampleDocument.random(seed: 32)
    _ = try document.play(steps: 9, seed: 32, start: start)
    let disk = SystemDisk()
    let packs = document.path.appending("packs")
    for name in ["notes.txt", "1.png", "0000000000.png", "00000000001.png", "0000004000.png"] {
      try disk.write(disk.open(packs.appending(name), .createNew), [1, 2, 3])
    }
    try disk.createDirectory(packs.appending("0000004001.png"))
    let report = try document.check()
    #expect(report.problems.map(\.code) == Array(repeating: .unexpectedFile, count: 5))
    #expect(report.unfinishedPacks == 1)
  }

  @Test("looks up each tile by key, so that the time is not quadratic in the number of tiles")
  func looksUpHashes() throws {
    let folder = try TemporaryFolder()
    let builder = try IndexBuilder(at: folder.appending("index.sqlite"), files: SystemDisk().sqliteFiles)
    let database = builder.index.database
    let plan = try database.statement("EXPLAIN QUERY PLAN " + IndexBuilder.hashRemovalSQL)
    var steps: [String] = []
    while try plan.step() { steps.append(plan.text(3)) }
    plan.reset()
    #expect(steps.contains { $0.contains("tile USING PRIMARY KEY (tile=? AND revision=?)") }, "\(steps)")
  }

  @Test("damage to any byte of any pack is found")
  func findsDamage() throws {
    let (document, start) = try SampleDocument.random(seed: 33)
    _ = try document.play(steps: 12, seed: 33, start: start)
    var generator = SeededGenerator(seed: 33)
    for name in try document.packs() {
      let file = "packs/\(name)"
      let whole = try SystemDisk().contents(of: document.path.appending(file))
      for _ in 0..<3 {
        let place = Int.random(in: 0..<whole.count, using: &generator)
        try document.rewrite(file) { $0[place] ^= UInt8(1 << Int.random(in: 0..<8, using: &generator)) }
        let problems = try document.check().problems
        #expect(problems.contains { $0.code == .packDamaged }, "\(name) at \(place): \(problems)")
        try document.rewrite(file) { $0 = whole }
      }
    }
    #expect(try document.check().problems == [])
  }
}
