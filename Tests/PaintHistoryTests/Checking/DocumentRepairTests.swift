import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

extension SampleDocument {
  /// Repairs the document.
  func repair(disk: any Disk = SystemDisk()) throws(HistoryError) -> CheckReport {
    var options = options
    options.disk = disk
    return try DocumentRepair(DocumentCheck(of: path, options: options)).run()
  }

  /// Restores the document.
  func restore(_ contents: [String: [UInt8]]) throws(DiskError) {
    let disk = SystemDisk()
    try disk.removeTree(path)
    for folder in [path, path.appending("packs")] { try disk.createDirectory(folder) }
    for (name, bytes) in contents { try disk.write(disk.open(FilePath("\(path.string)/\(name)"), .createNew), bytes) }
  }

  func removeIndex() throws(DiskError) {
    for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] {
      try? SystemDisk().remove(path.appending(name))
    }
  }
}

@Suite("DocumentRepair")
struct DocumentRepairTests {
  @Test("a flipped bit in the version number makes it a document of another version, which no repair touches")
  func versionByte() throws {
    let (document, start) = try SampleDocument.random(seed: 5)
    _ = try document.play(steps: 6, seed: 5, start: start, .editing)
    try document.execute("SELECT 1")
    for (byte, bit) in [(60, 7), (61, 0), (62, 3), (63, 0), (63, 4)] {
      try document.rewrite("index.sqlite") { $0[byte] ^= 1 << UInt8(bit) }
      let before = try document.contents()
      #expect(throws: HistoryError.self) { try document.check() }
      #expect(throws: HistoryError.self) { try document.repair() }
      #expect(try document.contents() == before, "byte \(byte), bit \(bit)")
      try document.rewrite("index.sqlite") { $0[byte] ^= 1 << UInt8(bit) }
    }
    #expect(try document.check().problems == [])
  }

  @Test("a damaged file format number in the index's header is damage that a repair fixes")
  func fileFormat() throws {
    let (document, start) = try SampleDocument.random(seed: 5)
    _ = try document.play(steps: 6, seed: 5, start: start, .editing)
    try document.execute("SELECT 1")
    let whole = try WholeDocument(at: document.path, on: SystemDisk())
    // The last byte of the schema's format; SQLite knows 1 to 4.
    try document.rewrite("index.sqlite") { $0[47] ^= 0x40 }
    let error = #expect(throws: HistoryError.self) { try document.open(.reading) }
    #expect(error?.isDamage ?? false, "\(error as Any)")
    #expect(try document.repair().isRepaired)
    #expect(try WholeDocument(at: document.path, on: SystemDisk()).revisions == whole.revisions)
  }

  @Test(
    "the same document is rebuilt from the packs alone",
    arguments: [41, .random(in: 42 ... .max)] + (isThorough ? [42, 43] : []) as [UInt64],
    ["all", "index.sqlite", "rows", "file"])
  func rebuilds(seed: UInt64, damage: String) throws {
    let (document, start) = try SampleDocument.random(seed: seed)
    var model = try document.play(steps: 90, seed: seed, start: start, seed == 41 ? .editing : .editingInGroups)
    let bytes = try document.open(.reading).line().map(\.bytes)
    switch damage {
    case "all": try document.removeIndex()
    case "index.sqlite":
      // The log is left.
      try SystemDisk().remove(document.path.appending("index.sqlite"))
    case "rows": try document.execute("DELETE FROM tile; UPDATE revision SET parent = 0, name = '' WHERE id > 3")
    default:
      try document.execute("SELECT 1")
      try document.rewrite("index.sqlite") { for place in 4_096..<$0.count { $0[place] = 0x5a } }
    }
    let report = try document.repair()
    #expect(report.isRepaired && !report.losesTiles, "\(report)")
    #expect(try document.check().problems == [], "seed \(seed), \(damage)")
    let history = try document.open()
    if damage != "rows" {
      #expect(history.current.number == model.pictures.keys.max())
      model.current = model.pictures.keys.max() ?? 0
      model.tip = model.current
    }
    try model.checkCurrent(history, "seed \(seed), \(damage)")
    try model.checkAll(history, note: "seed \(seed), \(damage)")
    if damage == "rows" { #expect(try history.line().map(\.bytes) == bytes) }
    // New numbers continue above.
    var generator = SeededGenerator(seed: seed)
    try history.beginEditing()
    for _ in 0..<20 { try model.step(history, using: &generator) }
    try history.endEditing()
    try model.checkAll(history, note: "seed \(seed), \(damage), later")
    #expect(try document.check().problems == [], "seed \(seed), \(damage), later")
    #expect(try document.repair().isRepaired == false)
  }

  @Test(
    "what was kept of a document with limits, gc and forgetting is rebuilt from the packs alone, and nothing else",
    // The first document forgets its newest revisions.
    arguments: [7_219_534_457_478_517_238, .random(in: 66 ... .max)] + (isThorough ? [64, 65] : []) as [UInt64],
    [History.Access.editing, .editingInGroups])
  func rebuildsForgetting(seed: UInt64, access: History.Access) throws {
    let (document, start) = try SampleDocument.random(seed: seed)
    var (model, limits) = try document.runForgettingSession(sessions: 6, seed: seed, start: start, access)
    let old = try document.open(.reading).state
    let whole = try document.contents()
    try document.removeIndex()
    let report = try document.repair()
    let note: Comment = "seed \(seed)"
    #expect(report.isRepaired && !report.losesTiles, "\(note): \(report)")
    #expect(report.problems.map(\.code) == [.indexMissing], "\(note): \(report.problems)")
    #expect(try document.check().problems == [], note)
    let history = try document.open(access)
    model.current = model.pictures.keys.max() ?? 0
    model.tip = model.current
    try model.checkCurrent(history, note)
    try model.checkAll(history, note: note)
    #expect(history.state.revisions == model.pictures.count, note)
    #expect(history.state.root == model.root && history.state.limits == limits, note)
    #expect(history.state.rootNote == old.rootNote, note)
    // New numbers continue above, with the same limits.
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      try history.beginEditing()
      try model.step(history, using: &generator)
      try history.commit()
      model.follow(history, limit: limits.steps, isExact: false, note)
    }
    if access == .editingInGroups { try history.sync() }
    _ = try history.collect(thoroughly: true)
    model.follow(history, limit: limits.steps, isExact: false, note)
    try model.checkAll(history, note: "seed \(seed), later")
    #expect(try document.check().problems == [], "seed \(seed), later")
    // With the index, a damaged pack only loses its tiles.
    let names = whole.keys.filter { $0.hasPrefix("packs/") }.sorted().shuffled(using: &generator)
    for name in names.prefix(isThorough ? .max : 4) {
      try document.restore(whole)
      try document.rewrite(name) { $0.removeLast(min(9, $0.count)) }
      let report = try document.repair()
      #expect(!report.losesTiles, "\(note), \(name): \(report.problems)")
      #expect(try document.check().problems == [], "\(note), \(name), after \(report.problems)")
      let history = try document.open(.reading)
      #expect(history.state.root == old.root && history.state.current == old.current, "\(note), \(name)")
      for (number, picture) in model.pictures where number < old.nextRevision {
        #expect(try PlainPicture(of: history.snapshot(at: number)) == picture, "\(note), \(name), r\(number)")
      }
    }
  }

  @Test("the number of a forgotten revision is not used again")
  func forgottenNumbers() throws {
    let (document, start) = try SampleDocument.random(seed: 6)
    var generator = SeededGenerator(seed: 6)
    let history = try document.open(.editing)
    for _ in 1...3 { try history.commitRevision(randomTiles(on: start.size, count: 2, using: &generator)) }
    try history.beginEditing()
    _ = try history.undo(2)
    // Without r2 and r3.
    _ = try history.forget(.all)
    try history.endEditing()
    _ = try history.collect(thoroughly: true)
    try document.removeIndex()
    _ = try document.repair()
    let next = try document.open(.editing)
    try next.commitRevision(randomTiles(on: start.size, count: 2, using: &generator))
    try next.endEditing()
    #expect(next.current.number == 4)
    let picture = try PlainPicture(of: next.snapshot(at: 4))
    try document.removeIndex()
    _ = try document.repair()
    #expect(try PlainPicture(of: document.open().snapshot(at: 4)) == picture)
  }

  @Test("does nothing if there are no problems")
  func leaves() throws {
    let (document, start) = try SampleDocument.random(seed: 45)
    _ = try document.play(steps: 20, seed: 45, start: start)
    let before = try document.contents()
    let report = try document.repair()
    #expect(report.problems == [] && !report.isRepaired)
    #expect(try document.contents() == before)
  }

  enum Damage: String, CaseIterable {
    case removed, emptied, cutInHalf, endCut, flipped
  }

  @Test(
    "everything readable in a damaged pack is saved, and losses are reported", arguments: Damage.allCases,
    [true, false])
  func saves(damage: Damage, hasIndex: Bool) throws {
    var generator = SeededGenerator(seed: 46)
    for pack in isThorough ? Array(0..<12) : [0, 3, 8] {
      let (document, start) = try SampleDocument.random(seed: 46)
      let model = try document.play(steps: 18, seed: 46, start: start, .editing)
      let names = try document.packs()
      guard pack < names.count else { break }
      let file = "packs/\(names[pack])"
      let note: Comment = "\(damage) \(file), index \(hasIndex)"
      switch damage {
      case .removed: try SystemDisk().remove(document.path.appending(file))
      case .emptied: try document.rewrite(file) { $0 = [] }
      case .cutInHalf: try document.rewrite(file) { $0.removeLast($0.count / 2) }
      case .endCut: try document.rewrite(file) { $0.removeLast(5) }
      case .flipped:
        try document.rewrite(file) { $0[Int.random(in: 0..<$0.count, using: &generator)] ^= 16 }
      }
      if !hasIndex { try document.removeIndex() }
      let report = try document.repair()
      #expect(report.isRepaired || !hasIndex || damage == .removed, note)
      #expect(try document.check().problems == [], note)
      let history = try document.open()
      let told = report.problems.filter { [.tilesLost, .revisionLost, .wrongFingerprint].contains($0.code) }
      let whole = report.problems.first { $0.code == .copiedInUse }?.revision
      var isAnyWrong = false
      for (number, picture) in model.pictures {
        guard let revision = try? history.revision(number) else {
          isAnyWrong = true
          // Without its last pack a document is like a copy that was taken in use: it goes back to what is whole.
          #expect(!hasIndex || number > whole ?? .max, note)
          continue
        }
        let shown = try PlainPicture(of: history.snapshot(at: number))
        #expect(shown.fingerprint == revision.fingerprint, note)
        let planes = try history.snapshot(at: number).planeTilesByRows(since: 0)
        let isWrong = shown != picture || planes != (model.planes[number] ?? PlaneTiles()).hashes(since: 0)
        if isWrong { isAnyWrong = true }
        if hasIndex {
          #expect(revision.parent == model.parents[number] && revision.name == model.names[number], note)
          #expect(revision.group == model.members[number], note)
        }
        // The loss is reported for the revision itself or for an ancestor.
        let line = Set(model.ancestors(of: number))
        if isWrong { #expect(told.contains { $0.revision.map(line.contains) ?? false }, "\(note) r\(number)") }
      }
      if hasIndex {
        let lost =
          report.problems.contains { [.tilesLost, .wrongFingerprint].contains($0.code) }
          || model.pictures.keys.contains { $0 > whole ?? .max }
        #expect(lost == isAnyWrong, "\(note): \(report.problems)")
        #expect(
          Dictionary(uniqueKeysWithValues: try history.branches().map { ($0.name, $0.revision) }) == model.branches)
      }
      try history.commitRevision(randomTiles(on: history.current.size, count: 2, using: &generator))
      #expect(history.current.number > (model.pictures.keys.max() ?? 0) || !hasIndex, note)
      #expect(try document.check().problems == [], note)
    }
  }

  @Test("a disk that fails, fills up or stops at any call leaves the old document or the new one")
  func failingDisk() throws {
    let (document, start) = try SampleDocument.random(seed: 47)
    let model = try document.play(steps: 15, seed: 47, start: start, .editing)
    let whole = try document.contents()
    let last = try #require(document.packs().last)
    for hasIndex in [true, false] {
      var call = 1
      while true {
        let faults: [FailingDisk.Fault] = [.fail(call, .ioError), .cutShort(call), .stop(call), .stopHalfway(call)]
        var hasTriggered = false
        for fault in faults {
          try document.restore(whole)
          // With the index, nothing is lost if only the end of a pack is missing.
          if hasIndex { try document.rewrite("packs/\(last)") { $0.removeLast(9) } } else { try document.removeIndex() }
          let disk = FailingDisk(fault)
          _ = try? document.repair(disk: disk)
          hasTriggered = hasTriggered || disk.hasTriggered
          let note: Comment = "\(fault), index \(hasIndex): \(String(describing: disk.mutations.last))"
          // The old document still has its problems, the new one at most a damaged file that no row needs.
          let again = try document.repair()
          #expect(try document.check().problems == [], note)
          let history = try document.open()
          for (number, picture) in model.pictures {
            let shown = try? PlainPicture(of: history.snapshot(at: number))
            #expect(shown?.fingerprint == picture.fingerprint, "\(note), r\(number), \(again)")
          }
        }
        guard hasTriggered else { break }
        call += isThorough ? 1 : 4
      }
      #expect(call > 10)
    }
  }

  @Test("a script that released the lock meanwhile does not write to the old index")
  func replacesLock() throws {
    let (document, start) = try SampleDocument.random(seed: 48)
    _ = try document.play(steps: 15, seed: 48, start: start, .editing)
    let script = try document.open(.editingInGroups)
    try script.beginEditing()
    try script.endEditing()
    try document.execute("UPDATE revision SET name = 'wrong' WHERE id = 1")
    #expect(try document.repair().isRepaired)
    #expect(throws: HistoryError.self) { try script.beginEditing() }
  }

  @Test(
    "random changes of packs and index cause neither a crash nor a hang",
    arguments: [.random(in: 0 ... .max)] as [UInt64])
  func survivesFuzz(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (document, start) = try SampleDocument.random(seed: 49)
    _ = try document.play(steps: 12, seed: 49, start: start, .editing)
    try document.execute("SELECT 1")
    let whole = try document.contents()
    for _ in 0..<(isThorough ? 150 : 25) {
      let files = whole.keys.filter { $0 == "index.sqlite" || $0.hasPrefix("packs/") }.sorted()
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let file = files.randomElement(using: &generator) ?? "index.sqlite"
        try document.rewrite(file) { bytes in
          for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
          }
          if Int.random(in: 0..<6, using: &generator) == 0 {
            bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
          }
        }
      }
      _ = try? document.check()
      if let report = try? document.repair() {
        let problems = try document.check().problems
        #expect(problems == [], "seed \(seed): \(problems), after \(report)")
      }
      try document.restore(whole)
    }
  }
}
