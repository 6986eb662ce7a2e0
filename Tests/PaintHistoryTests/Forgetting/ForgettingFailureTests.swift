import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// What is forgotten while the disk fails.
private enum Forgetting: String, CaseIterable, Sendable {
  case collect, limit, before, branch, all, tidying

  func perform(_ history: History) throws(HistoryError) {
    try history.beginEditing()
    switch self {
    case .collect: break
    case .limit: _ = try history.setLimits(Limits(steps: 5, bytes: 0, sideAge: 0))
    case .before: if history.state.root < 20 { _ = try history.forget(.before(20)) }
    case .branch: if try history.branch("side") != nil { _ = try history.forget(.branch("side")) }
    case .all: _ = try history.forget(.all)
    case .tidying: history.setSettings("--width 9")
    }
    if self == .tidying { return try history.endEditing() }
    try history.commit()
    _ = try history.collect(thoroughly: true)
  }
}

@Suite("History: forgetting on a failing disk")
struct ForgettingFailureTests {
  /// A line of 80 small packs with two branches, one of them named.
  private func prepared(_ work: Forgetting) throws -> SampleDocument {
    let document = try SampleDocument()
    let history = try document.open()
    var generator = SeededGenerator(seed: 12)
    for step in 0..<(work == .tidying ? 80 : 30) {
      if step == 24 || step == 27 {
        try history.beginEditing()
        _ = try history.undo(2)
        if step == 24 { try history.setBranch("side", to: 24) }
        try history.commit()
      }
      try history.commitRevision(randomTiles(on: document.size, count: 3, using: &generator))
    }
    return document
  }

  private func open(_ path: FilePath, on disk: any Disk) throws(HistoryError) -> History {
    var options = History.Options()
    options.disk = disk
    // A program that another test starts has the lock of a stopped one, too, until it runs.
    options.wait = .seconds(600)
    return try History(at: path, for: .editing, options: options)
  }

  /// Every revision, with its picture computed from its tiles.
  private func pictures(_ path: FilePath) throws -> [Int: Fingerprint] {
    let history = try History(at: path, for: .reading)
    var query = HistoryQuery()
    query.isWholeTree = true
    var pictures: [Int: Fingerprint] = [:]
    for listed in try history.list(query) {
      let fingerprint = try PlainPicture(of: history.snapshot(at: listed.revision.number)).fingerprint
      #expect(fingerprint == listed.revision.fingerprint, "r\(listed.revision.number)")
      pictures[listed.revision.number] = fingerprint
    }
    #expect(pictures.count == history.state.revisions)
    return pictures
  }

  private func copy(_ document: SampleDocument, to path: FilePath) throws {
    let disk = SystemDisk()
    try disk.createDirectory(path)
    try disk.createDirectory(path.appending("packs"))
    for (name, bytes) in try document.contents() {
      try disk.write(disk.open(path.appending(name), .createNew), bytes)
    }
  }

  @Test(
    "whatever call fails, nothing that is kept is lost, and the work can be repeated", arguments: Forgetting.allCases)
  fileprivate func staysWhole(work: Forgetting) throws {
    let document = try prepared(work)
    let before = try pictures(document.path)
    let path = document.folder.appending("copy.paint")
    try copy(document, to: path)
    let counting = FailingDisk()
    try work.perform(open(path, on: counting))
    let after = try pictures(path)
    #expect((before == after) == (work == .collect || work == .tidying))
    let calls = counting.mutations.count
    #expect(calls > 5)
    for call in stride(from: Int.random(in: 1...3), through: calls, by: isThorough ? 1 : 3) {
      // The old packs are removed one by one: testing the first and the last is sufficient.
      if counting.mutations[call - 1].kind == .remove, call % 7 != 0 { continue }
      for fault in [call % 2 == 0 ? FailingDisk.Fault.fail(call, .noSpace) : .stopHalfway(call)] {
        try SystemDisk().removeTree(path)
        try copy(document, to: path)
        let note: Comment = "\(fault), \(counting.mutations[call - 1].kind) \(counting.mutations[call - 1].path)"
        do { try work.perform(open(path, on: FailingDisk(fault))) } catch {}
        let standing = try pictures(path)
        #expect(standing == before || standing == after, note)
        let next = try open(path, on: SystemDisk())
        try work.perform(next)
        #expect(try pictures(path) == after, note)
        _ = try next.collect()
        let names = try SystemDisk().names(in: path.appending("packs")).compactMap { Int($0.string.prefix(10)) }
        #expect(try names.sorted() == next.index.allPacks().map(\.number), note)
      }
    }
  }
}
