import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// The power is cut at every sync, with all, none or some of the unsynced data on the disk.
@Suite("Faults: power cuts")
struct PowerCutTests {
  /// The recording of some work, and the states of the document.
  private struct Played {
    var recording: DiskRecording
    /// The first one is the state before the work; nil if the document could not be read.
    var states: [WholeDocument?]
  }

  private func play(_ work: PowerCutWork) throws -> Played {
    let memory = try work.model.disk
    let disk = RecordingDisk(wrapping: memory)
    var states = [try? WholeDocument(at: FaultModel.path, on: memory)]
    try work.perform(.suite(on: disk)) { isSafe in
      states.append(try WholeDocument(at: FaultModel.path, on: memory))
      if isSafe { disk.acknowledge(state: states.count - 1) }
    }
    return Played(recording: disk.recording, states: states)
  }

  private struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  /// Throws unless the document is valid after the power cut and acknowledged steps exist.
  private func look(at disk: MemoryDisk, after played: Played, cut: Int) throws {
    let acknowledged = played.recording.acknowledged(before: cut)
    let isReadable = played.states[acknowledged] != nil
    let options = History.Options.suite(on: disk)
    do {
      // The first command after a power cut does this.
      let history = try History(at: FaultModel.path, for: .editing, options: options)
      try history.beginEditing()
      try history.endEditing()
    } catch {
      guard !isReadable, error.isDamage else { throw error }
      // A repair that was interrupted: the next one continues.
      _ = try DocumentRepair(DocumentCheck(of: FaultModel.path, options: options)).run()
    }
    let found = try WholeDocument(at: FaultModel.path, on: disk)
    guard played.states[acknowledged...].contains(found) else {
      throw Wrong(
        description: "state \(acknowledged) was acknowledged; found current r\(found.current), revisions "
          + "\(found.revisions.keys.sorted()), which is \(played.states.firstIndex(of: found).map { "state \($0)" } ?? "none")"
      )
    }
    let report = try DocumentCheck(of: FaultModel.path, options: options).run()
    if let problem = report.problems.first { throw Wrong(description: "check: \(problem.message)") }
    try Work.stroke.perform(History(at: FaultModel.path, for: .editing, options: options))
    _ = try WholeDocument(at: FaultModel.path, on: disk)
  }

  private func tryAll(_ played: Played, random: Int, without missing: DiskRecording.Sync?) -> FaultTally {
    var tally = FaultTally("power cuts")
    for cut in played.recording.boundaries {
      let some = (0..<random).map { DiskRecording.Kept.some(seed: UInt64(cut * 1_000 + $0)) }
      for kept in [.all, .none] + some {
        do {
          try look(
            at: played.recording.disk(cutBefore: cut, keeping: kept, without: missing), after: played, cut: cut)
          tally.count("whole")
        } catch {
          tally.fail("cut before event \(cut), keeping \(kept): \(error)")
        }
      }
    }
    return tally
  }

  @Test("acknowledged steps exist, and every revision is complete", arguments: PowerCutWork.allCases)
  func whole(work: PowerCutWork) throws {
    let tally = tryAll(try play(work), random: isThorough ? 30 : 3, without: nil)
    tally.report(work.rawValue)
    #expect(tally.failures.isEmpty, "\(tally.failures.prefix(10).joined(separator: "\n"))")
  }

  @Test(
    "data that a failed sync left unconfirmed is written again before anything is added",
    arguments: FailedSyncWork.allCases)
  func writtenAgain(work: FailedSyncWork) throws {
    let memory = try work.model.disk
    let disk = RecordingDisk(wrapping: memory)
    var states = [try? WholeDocument(at: FaultModel.path, on: memory)]
    try work.perform(disk) { isSafe in
      states.append(try WholeDocument(at: FaultModel.path, on: memory))
      if isSafe { disk.acknowledge(state: states.count - 1) }
    }
    let tally = tryAll(Played(recording: disk.recording, states: states), random: isThorough ? 30 : 3, without: nil)
    tally.report("after a failed sync of \(work)")
    #expect(tally.failures.isEmpty, "\(tally.failures.prefix(10).joined(separator: "\n"))")
  }

  @Test("each omitted sync is detected", arguments: PowerCutWork.allCases.filter { !$0.neededSyncs.isEmpty })
  func notices(work: PowerCutWork) throws {
    let played = try play(work)
    for sync in work.neededSyncs {
      let tally = tryAll(played, random: isThorough ? 10 : 3, without: sync)
      print(
        "faults: power cuts | \(work.rawValue) without the \(sync.rawValue) sync | \(tally.cases) cases | "
          + "\(tally.failures.count) caught")
      #expect(!tally.failures.isEmpty, "\(work.rawValue) without the \(sync.rawValue) sync")
    }
  }
}
