import PaintTestSupport
import Testing

/// The power is cut at every sync, with all, none or some of the unsynced changes on the disk.
@Suite("Faults: power cuts")
struct PowerCutTests {
  @Test("acknowledged steps exist, and every revision is complete", arguments: PowerCutWork.allCases)
  func whole(work: PowerCutWork) throws {
    try expectWhole(work.trial(), random: work.isFrequent ? 2 : 0, work.rawValue)
  }

  @Test(
    "data that a failed sync left unconfirmed is written again before anything is added",
    arguments: FailedSyncWork.allCases)
  func writtenAgain(work: FailedSyncWork) throws {
    try expectWhole(work.trial(), random: 0, "after a failed sync of \(work)")
  }

  private func expectWhole(_ trial: PowerCutTrial, random: Int, _ row: String) throws {
    let tally = trial.tryAll(random: isThorough ? 30 : random)
    tally.report(row)
    #expect(tally.failures.isEmpty, "\(tally.failures.prefix(10).joined(separator: "\n"))")
  }

  @Test("each omitted sync is detected, unless another sync does the same", arguments: PowerCutWork.allCases)
  func notices(work: PowerCutWork) throws {
    try expectNoticed(work.trial(), spare: work.spareSyncs, work.rawValue)
  }

  @Test(
    "the same after a failed sync, in the complete run",
    .enabled(if: isThorough, "PAINT_THOROUGH=1 runs it"), arguments: FailedSyncWork.allCases)
  func noticesAfterFailure(work: FailedSyncWork) throws {
    try expectNoticed(work.trial(), spare: work.spareSyncs, "after a failed sync of \(work)")
  }

  private func expectNoticed(_ trial: PowerCutTrial, spare: [DiskRecording.Sync: String], _ row: String) throws {
    let syncs = trial.recording.syncs
    #expect(Set(spare.keys).isSubset(of: syncs), "\(row): a spare sync is not made at all")
    for sync in syncs {
      let isNeeded = spare[sync] == nil
      // Only the complete run can show that nothing needs it.
      if !isNeeded, !isThorough { continue }
      let tally = trial.tryAll(random: 4, without: sync, isFirstEnough: isNeeded)
      print(
        "faults: power cuts | \(row) without the \(sync.rawValue) sync | \(tally.cases) cases | "
          + "\(tally.failures.count) caught" + (spare[sync].map { ": \($0)" } ?? ""))
      #expect(tally.failures.isEmpty != isNeeded, "\(row) without the \(sync.rawValue) sync")
    }
  }
}
