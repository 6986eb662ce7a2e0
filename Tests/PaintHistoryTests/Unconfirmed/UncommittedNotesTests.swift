import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Packs of notes whose writer was killed")
struct UncommittedNotesTests {
  private let document: SampleDocument

  /// Three commits that are only in the log.
  init() throws {
    document = try SampleDocument(width: 200, height: 100)
    let history = try document.open()
    for bits in 1...3 as ClosedRange<UInt32> {
      try history.commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 0xff00_0000 | bits)))])
    }
    try history.endEditing()
  }

  private func options() -> History.Options {
    var options = History.Options()
    options.temporaryFolder = document.folder.path
    return options
  }

  private func check() throws -> CheckReport { try DocumentCheck(of: document.path, options: options()).run() }

  /// Leaves the packs that a change writes, as if its writer was killed before the commit; returns their number.
  private func leavePacks(of change: (History) throws(HistoryError) -> Void) throws -> Int {
    let before = try document.contents()
    let history = try document.open()
    try history.beginEditing()
    try change(history)
    try history.endEditing()
    history.lock?.release()
    let left = try document.contents().filter { $0.key.hasPrefix("packs/") && before[$0.key] == nil }
    try document.restore(before.merging(left) { first, _ in first })
    return left.count
  }

  /// What a command notes in a pack without a new revision.
  enum Noted: CaseIterable {
    case forgetting, moving, limits

    func change(_ history: History) throws(HistoryError) {
      switch self {
      case .forgetting: _ = try history.forget(.before(2))
      case .moving:
        // Its pack has the records of revisions, too.
        _ = try history.forget(.before(2))
        try history.commit()
        try history.endEditing()
        _ = try history.collect(thoroughly: true)
        try history.beginEditing()
      case .limits: _ = try history.setLimits(Limits(steps: 100, bytes: 0, sideAge: 0))
      }
    }
  }

  @Test(
    "a pack with a root or limits that were not committed, and nothing new, is removed by the next writer, by a gc and by a repair",
    arguments: Noted.allCases, [0, 1, 2])
  func onlyNotes(noted: Noted, remedy: Int) throws {
    let left = try leavePacks { (history) throws(HistoryError) in try noted.change(history) }
    #expect(left > 0)
    let report = try check()
    #expect(report.problems.isEmpty && report.unconfirmed == 0 && report.leftovers == left)
    if remedy == 2 {
      try document.execute("UPDATE pack SET live = -1", sealing: false)
      _ = try DocumentRepair(DocumentCheck(of: document.path, options: options())).run()
    }
    let next = try document.open()
    if remedy == 1 { _ = try next.collect(thoroughly: true) }
    let revision = try next.commitRevision([(TileIndex(x: 0, y: 0), .color(.black))])
    #expect(revision.number == 4)
    try next.endEditing()
    #expect(next.unconfirmedPacks == 0)
    #expect(try SystemDisk().status(of: document.path.appending("unconfirmed")) == nil)
    let after = try check()
    #expect(after.problems.isEmpty && after.unconfirmed == 0 && after.leftovers == 0)
  }

  @Test("a pack with only a note about a step that was lost with the log is kept with the step")
  func noteOfLostStep() throws {
    do {
      let history = try document.open()
      try history.beginEditing()
      try history.rename(3, to: "Sky")
      try history.endEditing()
    }
    for name in ["index.sqlite-wal", "index.sqlite-shm"] { try? SystemDisk().remove(document.path.appending(name)) }
    let history = try document.open()
    try history.beginEditing()
    try history.endEditing()
    #expect(history.unconfirmedPacks == 4)
  }

  @Test("a name, a group or a branch that the index does not know is set aside: its log may be lost", arguments: 0..<3)
  func userContent(kind: Int) throws {
    let left = try leavePacks { (history) throws(HistoryError) in
      switch kind {
      case 0: try history.setBranch("b", to: 2)
      case 1: try history.rename(3, to: "Sky")
      default: _ = try history.join(steps: 2, named: "Both")
      }
    }
    #expect(left == 1)
    #expect(try check().unconfirmed == 1)
    let next = try document.open()
    try next.beginEditing()
    try next.endEditing()
    #expect(next.unconfirmedPacks == 1)
  }
}
