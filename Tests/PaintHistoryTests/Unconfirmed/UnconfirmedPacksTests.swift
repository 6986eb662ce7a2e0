import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Packs whose commit was lost")
struct UnconfirmedPacksTests {
  private let document: SampleDocument
  private let pictures: [Int: PlainPicture]

  /// Three commits that are only in the log.
  init() throws {
    document = try SampleDocument(width: 200, height: 100)
    var generator = SeededGenerator(seed: 3)
    var pictures = [0: PlainPicture(document.size, filledWith: .white)]
    let history = try document.open()
    for number in 1...3 {
      let tiles = randomTiles(on: document.size, count: 5, using: &generator)
      var picture = try #require(pictures[number - 1])
      for (index, tile) in tiles { picture[index] = tile }
      try history.commitRevision(tiles)
      pictures[number] = picture
    }
    try history.endEditing()
    self.pictures = pictures
  }

  private func loseLog() throws {
    for name in ["index.sqlite-wal", "index.sqlite-shm"] {
      let path = document.path.appending(name)
      if try SystemDisk().status(of: path) != nil { try SystemDisk().remove(path) }
    }
  }

  private func options() -> History.Options {
    var options = History.Options()
    options.temporaryFolder = document.folder.path
    return options
  }

  private func check() throws -> CheckReport { try DocumentCheck(of: document.path, options: options()).run() }

  @Test("a check reports them, but not as damage, and readers and dry runs do not change them")
  func isReported() throws {
    try loseLog()
    let before = try document.filledContents()
    let report = try check()
    #expect(report.problems.isEmpty)
    #expect(report.unconfirmed == 3)
    #expect(try document.look().current == 0)
    let dryRun = try document.open(.dryRun)
    try dryRun.beginEditing()
    _ = try dryRun.revise([(TileIndex(x: 0, y: 0), .color(.black))])
    #expect(try document.filledContents() == before)
  }

  @Test("the index of another document is damage: the packs stay, and a repair restores the document from them")
  func foreignIndex() throws {
    let writer = try document.open()
    try writer.beginEditing()
    _ = try writer.collect(thoroughly: true)
    try writer.endEditing()
    writer.index.database.close()
    let other = try SampleDocument(width: 64, height: 64)
    let history = try other.open()
    try history.commitRevision([(TileIndex(x: 0, y: 0), .color(.black))])
    try history.endEditing()
    history.index.database.close()
    try document.removeIndex()
    let disk = SystemDisk()
    let foreign = try disk.contents(of: other.path.appending("index.sqlite"))
    try disk.write(disk.open(document.path.appending("index.sqlite"), .createNew), foreign)
    let packs = try document.packs()
    #expect(throws: HistoryError.self) { try document.open().beginEditing() }
    #expect(try document.packs() == packs && document.unconfirmed().isEmpty)
    #expect(try document.repair().isRepaired)
    for (number, picture) in pictures {
      #expect(try PlainPicture(of: document.open(.reading).snapshot(at: number)) == picture)
    }
  }

  @Test("the next writer sets them aside and does not use their numbers")
  func areSetAside() throws {
    try loseLog()
    let packs = try document.packs().filter { $0 > "0000000001.png" }
    let history = try document.open()
    let revision = try history.commitRevision([(TileIndex(x: 0, y: 0), .color(.black))])
    try history.endEditing()
    #expect(history.unconfirmedPacks == 3)
    #expect(revision.number == 4 && revision.parent == 0)
    #expect(try document.unconfirmed() == packs)
    #expect(try document.packs() == ["0000000001.png", "0000000005.png"])
    let report = try check()
    #expect(report.problems.isEmpty && report.unconfirmed == 3)
  }

  @Test("their complete revisions are recovered exactly as a branch, also in a rebuilt index")
  func comesBack() throws {
    try loseLog()
    let history = try document.open()
    let revision = try history.commitRevision([(TileIndex(x: 0, y: 0), .color(.black))])
    try history.beginEditing()
    let recovered = try history.recoverUnconfirmed()
    try history.commit()
    try history.beginEditing()
    #expect(try history.removeRecoveredPacks() == 0)
    try history.endEditing()
    #expect(recovered.revisions == [1, 2, 3])
    #expect(recovered.branches == [Branch(name: "recovered-1", revision: 3)])
    #expect(history.current.number == revision.number)
    #expect(try document.unconfirmed().isEmpty)
    try SystemDisk().remove(document.path.appending("index.sqlite"))
    try loseLog()
    #expect(try DocumentRepair(DocumentCheck(of: document.path, options: options())).run().isRepaired)
    let rebuilt = try document.open(.reading)
    for number in 0...3 {
      #expect(try PlainPicture(of: rebuilt.snapshot(at: number)) == pictures[number], "r\(number)")
    }
    #expect(try rebuilt.branches() == recovered.branches)
    let report = try check()
    #expect(report.problems.isEmpty && report.unconfirmed == 0)
  }

  @Test("their numbers are not used again, even if the log is lost a second time")
  func numbersStayUsed() throws {
    try loseLog()
    do {
      let history = try document.open()
      try history.beginEditing()
      try history.endEditing()
    }
    try loseLog()
    let history = try document.open()
    let revision = try history.commitRevision([(TileIndex(x: 0, y: 0), .color(.black))])
    try history.endEditing()
    #expect(revision.number == 4)
    #expect(try document.unconfirmed().count == 3)
    try history.beginEditing()
    #expect(try history.recoverUnconfirmed().revisions == [1, 2, 3])
    try history.commit()
    for number in 1...3 { #expect(try PlainPicture(of: history.snapshot(at: number)) == pictures[number]) }
    try history.beginEditing()
    #expect(try history.removeRecoveredPacks() == 0)
    try history.endEditing()
    #expect(try check().problems == [])
  }

  @Test("edits with the same number are all recovered, but only once")
  func sameNumbers() throws {
    // The index from before the three steps is restored, and other steps get their numbers.
    try loseLog()
    let packs = try document.packs().filter { $0 > "0000000001.png" }
    let folder = document.folder.path.appending("kept")
    try SystemDisk().createDirectory(folder)
    for name in packs {
      try SystemDisk().rename(document.path.appending("packs/\(name)"), to: folder.appending(name), .noReplace)
    }
    var generator = SeededGenerator(seed: 4)
    var others = [0: try #require(pictures[0])]
    do {
      let history = try document.open()
      for number in 1...3 {
        let tiles = randomTiles(on: document.size, count: 3, using: &generator)
        var picture = try #require(others[number - 1])
        for (index, tile) in tiles { picture[index] = tile }
        #expect(try history.commitRevision(tiles, name: "Other \(number)").number == number)
        others[number] = picture
      }
      try history.endEditing()
    }
    // The leftovers of the first three are added to the packs that were set aside.
    try SystemDisk().createDirectory(document.path.appending("unconfirmed"))
    for name in packs {
      try SystemDisk().rename(folder.appending(name), to: document.path.appending("unconfirmed/\(name)"), .noReplace)
    }
    let history = try document.open()
    try history.beginEditing()
    let recovered = try history.recoverUnconfirmed()
    try history.commit()
    #expect(recovered.revisions == [4, 5, 6] && recovered.branches.map(\.revision) == [6])
    for number in 1...3 {
      #expect(try PlainPicture(of: history.snapshot(at: number)) == others[number])
      #expect(try PlainPicture(of: history.snapshot(at: number + 3)) == pictures[number])
    }
    try history.beginEditing()
    #expect(try history.recoverUnconfirmed().revisions == [])
    #expect(try history.removeRecoveredPacks() == 0)
    try history.endEditing()
    #expect(try document.unconfirmed() == [])
    #expect(try check().problems == [])
  }

  @Test("an incomplete revision and its descendants are not recovered")
  func isNotWhole() throws {
    try loseLog()
    try document.rewrite("packs/0000000003.png") { $0[58] ^= 4 }
    let history = try document.open()
    try history.beginEditing()
    let recovered = try history.recoverUnconfirmed()
    try history.commit()
    try history.beginEditing()
    #expect(try history.removeRecoveredPacks() == 2)
    try history.endEditing()
    #expect(recovered.revisions == [1])
    #expect(try check().problems.isEmpty)
  }

  @Test("a pack with an unreadable record is also set aside, by a writer and by a repair", arguments: [true, false])
  func recordIsDamaged(isRepaired: Bool) throws {
    try loseLog()
    // The record's chunk is the second to last.
    for name in try document.packs().dropFirst() { try document.rewrite("packs/\(name)") { $0[$0.count - 20] ^= 4 } }
    #expect(try check().unconfirmed == 3)
    if isRepaired {
      try SystemDisk().remove(document.path.appending("index.sqlite"))
      _ = try DocumentRepair(DocumentCheck(of: document.path, options: options())).run()
      #expect(try SystemDisk().names(in: document.path.appending("damaged-1/packs")).count == 3)
    } else {
      let history = try document.open()
      try history.commitRevision([(TileIndex(x: 0, y: 0), .color(.black))])
      try history.endEditing()
      #expect(try document.unconfirmed().count == 3)
    }
    #expect(try check().problems.isEmpty)
  }

  @Test("they are deleted on request")
  func areForgotten() throws {
    try loseLog()
    let history = try document.open()
    try history.beginEditing()
    #expect(try history.forgetUnconfirmed().packs == 3)
    try history.endEditing()
    #expect(try check().unconfirmed == 0)
    #expect(try SystemDisk().status(of: document.path.appending("unconfirmed")) == nil)
  }

  /// What does not belong among the packs.
  enum Stranger: String, CaseIterable {
    case numberedLink = "0000000017.png"
    case numberedFolder = "0000000018.png"
    case link, folder
    case file = "notes.txt"

    func add(to document: SampleDocument) throws {
      let path = document.path.appending("unconfirmed/\(rawValue)")
      switch self {
      case .numberedLink: try WrongKindFile.danglingLink.replace(path, in: document.path, outside: document.folder.path)
      case .link: try WrongKindFile.linkOutside.replace(path, in: document.path, outside: document.folder.path)
      case .numberedFolder, .folder: try SystemDisk().createDirectory(path)
      case .file: try SystemDisk().write(SystemDisk().open(path, .createNew), [1, 2, 3])
      }
    }
  }

  @Test(
    "anything else among them is reported, keeps nobody from writing, and a repair moves it",
    arguments: Stranger.allCases)
  func strangers(stranger: Stranger) throws {
    try loseLog()
    do {
      let history = try document.open()
      try history.beginEditing()
      try history.endEditing()
    }
    try stranger.add(to: document)
    let names = try document.unconfirmed()
    #expect(names.count == 4)
    #expect(try check().problems.map(\.message) == ["unconfirmed/\(stranger.rawValue) is unexpected"])
    #expect(try check().unconfirmed == 3)
    do {
      let history = try document.open()
      let revision = try history.commitRevision([(TileIndex(x: 0, y: 0), .color(.black))])
      #expect(revision.number == 4 && history.state.nextPack == 6)
      for access in [History.Access.dryRun, .editing] {
        try history.endEditing()
        let history = try document.open(access)
        try history.beginEditing()
        #expect(throws: HistoryError.self) { try history.forgetUnconfirmed() }
        history.rollback()
      }
      // All or nothing.
      #expect(try document.unconfirmed() == names)
      try history.beginEditing()
      #expect(try history.recoverUnconfirmed().revisions == [1, 2, 3])
      history.rollback()
    }
    let report = try DocumentRepair(DocumentCheck(of: document.path, options: options())).run()
    #expect(report.isRepaired && report.problems.count == 1 && report.unconfirmed == 3)
    #expect(
      try SystemDisk().names(in: document.path.appending("damaged-1/unconfirmed")).map(\.string)
        == [stranger.rawValue])
    #expect(try check().problems.isEmpty)
    let history = try document.open()
    try history.beginEditing()
    #expect(try history.forgetUnconfirmed().packs == 3)
    try history.endEditing()
    #expect(try SystemDisk().status(of: document.path.appending("unconfirmed")) == nil)
  }

  @Test("a writer's own packs are not reported while it works")
  func writerIsLeftAlone() throws {
    let history = try document.open(cache: 0)
    try history.beginEditing()
    var generator = SeededGenerator(seed: 9)
    _ = try history.revise(randomTiles(on: document.size, count: 20, using: &generator))
    try history.writePacks()
    #expect(try document.packs().count > 4)
    let report = try check()
    #expect(report.problems.isEmpty && report.unconfirmed == 0 && report.leftovers == 0)
    #expect(report.unsortedPacks > 0 && report.unsortedPacks == report.unfinishedPacks)
    history.rollback()
  }

  @Test("a copy that a killed gc left is removed, because the packs prove that it is redundant")
  func copyGoes() throws {
    let before = try document.contents()
    let history = try document.open()
    _ = try history.collect()
    let copies = try document.contents().filter { $0.key.hasPrefix("packs/") && before[$0.key] == nil }
    #expect(!copies.isEmpty)
    try document.restore(before.merging(copies) { first, _ in first })
    let report = try check()
    #expect(report.unconfirmed == 0 && report.leftovers == copies.count && report.unsortedPacks == 0)
    let next = try document.open()
    try next.beginEditing()
    try next.endEditing()
    #expect(next.unconfirmedPacks == 0)
    #expect(Set(try document.packs().map { "packs/\($0)" }) == Set(before.keys.filter { $0.hasPrefix("packs/") }))
  }

  @Test("if the log of a gc that has removed packs is lost, a writer stops, and a repair restores every revision")
  func gcIsLost() throws {
    let before = try document.contents()
    let history = try document.open()
    _ = try history.collect()
    let after = try document.contents()
    let packs = after.filter { $0.key.hasPrefix("packs/") }
    try document.restore(before.filter { !$0.key.hasPrefix("packs/") }.merging(packs) { first, _ in first })
    #expect(throws: HistoryError.self) { try document.open().beginEditing() }
    #expect(try document.unconfirmed().isEmpty)
    #expect(try DocumentRepair(DocumentCheck(of: document.path, options: options())).run().isRepaired)
    let repaired = try document.open(.reading)
    for number in 0...3 {
      #expect(try PlainPicture(of: repaired.snapshot(at: number)) == pictures[number], "r\(number)")
    }
    #expect(try check().problems.isEmpty)
  }

  @Test(
    "the same if the gc has moved tiles and notes of pruned revisions",
    arguments: (0..<(isThorough ? 24 : 6)).map { _ in UInt64.random(in: 0 ... .max) })
  func gcOfForgottenIsLost(seed: UInt64) throws {
    let (document, start) = try SampleDocument.random(seed: seed)
    _ = try document.runForgettingSession(sessions: 4, seed: seed, start: start)
    let before = try document.contents()
    let history = try document.open()
    _ = try history.collect(thoroughly: true)
    let after = try document.contents()
    let whole = try WholeDocument(at: document.path, on: SystemDisk())
    let packs = after.filter { $0.key.hasPrefix("packs/") }
    try document.restore(before.filter { !$0.key.hasPrefix("packs/") }.merging(packs) { first, _ in first })
    if !packs.keys.allSatisfy({ before[$0] != nil }) {
      #expect(throws: HistoryError.self, "seed \(seed)") { try document.open().beginEditing() }
      #expect(try document.contents().filter { $0.key.hasPrefix("packs/") } == packs, "seed \(seed)")
    }
    let report = try DocumentRepair(DocumentCheck(of: document.path, options: options())).run()
    #expect(try WholeDocument(at: document.path, on: SystemDisk()) == whole, "seed \(seed): \(report)")
    let problems = try DocumentCheck(of: document.path, options: options()).run().problems
    #expect(problems.isEmpty, "seed \(seed)")
  }
}
