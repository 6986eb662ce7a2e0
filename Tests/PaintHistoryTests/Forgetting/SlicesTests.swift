import PaintRaster
import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PaintHistory

/// A disk whose clock runs so fast that every slice of work is as short as possible.
private final class FastClockDisk: InterceptingDisk {
  let base: any Disk = SystemDisk()
  private let seconds = Mutex(0)

  func intercept<Result>(_ call: DiskCall, _ body: () throws(DiskError) -> Result) throws(DiskError) -> Result {
    try body()
  }

  func monotonicTime() -> Duration {
    .seconds(
      seconds.withLock { seconds in
        seconds += 1
        return seconds
      })
  }
}

/// Work that is done in slices, each a separate transaction.
private enum SlicedWork: String, CaseIterable, Sendable {
  case limit, collect, before, branch, all

  func perform(_ history: History) throws(HistoryError) {
    try history.beginEditing()
    switch self {
    case .limit: _ = try history.setLimits(Limits(steps: 5, bytes: 0, sideAge: 0), atMost: History.revisionsPerSlice)
    case .collect: break
    case .before: _ = try history.forgetInSlices(.before(70))
    case .branch: if try history.branch("side") != nil { _ = try history.forgetInSlices(.branch("side")) }
    case .all: _ = try history.forgetInSlices(.all)
    }
    try history.commit()
    _ = try history.collect(thoroughly: true)
  }
}

@Suite("History: forgetting in slices")
struct SlicesTests {
  /// A line and a side branch, with about forty packs each.
  private func prepared(_ work: SlicedWork) throws -> SampleDocument {
    let document = try SampleDocument()
    let history = try document.open()
    var generator = SeededGenerator(seed: 21)
    for step in 0..<84 {
      if step == 42 {
        try history.beginEditing()
        if work == .branch || work == .all { try history.setBranch("side", to: 42) }
        try history.goTo(1)
        try history.commit()
      }
      try history.commitRevision(randomTiles(on: document.size, count: 3, using: &generator))
    }
    return document
  }

  private func open(_ document: SampleDocument, _ fault: FailingDisk.Fault? = nil) throws(HistoryError) -> History {
    try document.open(disk: FailingDisk(wrapping: FastClockDisk(), fault))
  }

  /// All revisions; checks that each shows its picture.
  private func kept(_ document: SampleDocument, _ note: Comment) throws -> [Int: Fingerprint] {
    let history = try document.open(.reading)
    var query = HistoryQuery()
    query.isWholeTree = true
    var kept: [Int: Fingerprint] = [:]
    for revision in try history.list(query).map(\.revision) {
      #expect(try PlainPicture(of: history.snapshot(at: revision.number)).fingerprint == revision.fingerprint, note)
      kept[revision.number] = revision.fingerprint
    }
    return kept
  }

  @Test(
    "killed between any two slices it leaves a valid document, and the work can be continued",
    arguments: SlicedWork.allCases)
  fileprivate func killed(work: SlicedWork) throws {
    let document = try prepared(work)
    let whole = try document.contents()
    let before = try kept(document, "before")
    let counting = FailingDisk(wrapping: FastClockDisk())
    try work.perform(document.open(disk: counting))
    let after = try kept(document, "after")
    var between: Set<Int> = []
    // A slice begins with a pack; what comes after it is tested with single failing calls.
    let calls = counting.mutations.indices.filter { counting.mutations[$0].kind == .create }.map { $0 + 1 }
    for (place, call) in calls.enumerated() where isThorough || place % (calls.count / 7 + 1) == 0 {
      try document.restore(whole)
      do { try work.perform(open(document, .stop(call))) } catch {}
      let note: Comment = "stopped at \(counting.mutations[call - 1].path), call \(call)"
      let standing = try kept(document, note)
      #expect(standing.allSatisfy { before[$0.key] == $0.value }, note)
      #expect(after.allSatisfy { standing[$0.key] == $0.value }, note)
      #expect(try document.check().problems == [], note)
      between.insert(standing.count)
      try work.perform(open(document))
      #expect(try kept(document, note) == after, note)
      #expect(try document.check().problems == [], note)
    }
    // There was more than one slice.
    if work != .collect { #expect(between.count > 1, "\(between.sorted())") }
  }
}
