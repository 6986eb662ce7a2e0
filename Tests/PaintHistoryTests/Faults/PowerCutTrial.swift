import PaintHistory
import PaintTestSupport
import SystemPackage

@testable import PaintHistory

/// The recording of an operation and the states that it passed through; tests cut the power in it and examine the result.
struct PowerCutTrial {
  /// Everything that a user could lose.
  struct State: Equatable {
    /// Nil if the document cannot be read.
    var document: WholeDocument?
    /// The contents of the files that were set aside in the document.
    var aside: Set<[UInt8]>
    /// A file outside the document, which the operation may write.
    var copy: [UInt8]?

    init(on disk: MemoryDisk) {
      document = try? WholeDocument(at: FaultModel.path, on: disk)
      aside = Self.aside(on: disk)
      copy = disk.bytes(of: PowerCutWork.copy)
    }

    static func aside(on disk: MemoryDisk) -> Set<[UInt8]> {
      let paths = disk.paths.filter { path in
        var rest = path
        guard rest.removePrefix(FaultModel.path), let name = rest.components.first?.string else { return false }
        return name == "unconfirmed" || name.hasPrefix("damaged-")
      }
      return Set(paths.compactMap { disk.bytes(of: $0) })
    }
  }

  private struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  let recording: DiskRecording
  /// The first is the state before the operation.
  private let states: [State]

  /// Records an operation on a document; `note` must be called after each step, with whether it must survive a power cut.
  init(
    of model: FaultModel, sweepsLeftovers: Bool = false,
    _ perform: (_ disk: RecordingDisk, _ note: (_ isSafe: Bool) throws -> Void) throws -> Void
  ) throws {
    let memory = try model.disk
    let disk = RecordingDisk(wrapping: memory, sweepsLeftovers: sweepsLeftovers)
    var states = [State(on: memory)]
    try perform(disk) { isSafe in
      let state = State(on: memory)
      guard state.document != nil else { throw Wrong(description: "state \(states.count) cannot be read") }
      states.append(state)
      if isSafe { disk.acknowledge(state: states.count - 1) }
    }
    recording = disk.recording
    self.states = states
  }

  /// The unsynced changes that are kept.
  private enum Choice {
    case same(DiskRecording.Kept)
    case random(Int)

    func kept(at cut: Int) -> DiskRecording.Kept {
      switch self {
      case .same(let kept): kept
      case .random(let number): .some(seed: UInt64(cut * 1_000 + number))
      }
    }
  }

  /// What the result of a cut depends on.
  private struct Cut: Hashable {
    var contents: MemoryDisk.Contents
    var acknowledged: Int
  }

  /// Cuts the power at every boundary and examines the document each time.
  ///
  /// - Parameters:
  ///   - random: the number of random subsets of the unsynced changes to keep, in addition to all, none and the newest.
  ///   - missing: the kind of sync that is left out; keeping all changes is not tried then, since no sync matters to that.
  ///   - isFirstEnough: whether to stop at the first failure.
  func tryAll(random: Int, without missing: DiskRecording.Sync? = nil, isFirstEnough: Bool = false) -> FaultTally {
    var tally = FaultTally("power cuts")
    var choices: [Choice] = missing == nil ? [.same(.all), .same(.none)] : [.same(.none)]
    for count in isThorough || missing != nil ? [2, 4, 8, 1] : [2] { choices.append(.same(.newest(count))) }
    choices += (0..<random).map { .random($0) }
    // Many cuts leave the same files, above all those between two syncs if nothing unsynced is kept.
    var whole: Set<Cut> = []
    for choice in choices {
      for cut in recording.boundaries {
        let kept = choice.kept(at: cut)
        do {
          let disk = recording.disk(cutBefore: cut, keeping: kept, without: missing)
          let state = Cut(contents: disk.contents, acknowledged: recording.acknowledged(before: cut))
          if !whole.contains(state) {
            try examine(disk, acknowledged: state.acknowledged)
            whole.insert(state)
          }
          tally.count("whole")
        } catch {
          tally.fail("cut before event \(cut), keeping \(kept): \(error)")
          if isFirstEnough { return tally }
        }
      }
    }
    return tally
  }

  /// Throws unless the document is complete after the cut and has all acknowledged steps.
  private func examine(_ disk: MemoryDisk, acknowledged: Int) throws {
    // The document before the operation may need a repair, or not exist.
    let isReadable = states[acknowledged].document != nil
    if !isReadable, disk.paths.allSatisfy({ !$0.starts(with: FaultModel.path) }) { return }
    let options = History.Options.suite(on: disk)
    func edit() throws {
      let history = try History(at: FaultModel.path, for: .editing, options: options)
      try history.beginEditing()
      try history.endEditing()
    }
    // The first command after a power cut.
    do { try edit() } catch {
      guard !isReadable, error.isDamage else { throw error }
    }
    let check = DocumentCheck(of: FaultModel.path, options: options)
    // An interrupted repair: the next one continues.
    if !isReadable, try !check.run().problems.isEmpty { _ = try DocumentRepair(check).run() }
    // Like the command line for a reader. If the log has lost a frame, and the first command wrote the same frame again,
    // later frames become valid again: steps that were committed and not synced.
    if try History(at: FaultModel.path, for: .reading, options: options).mayHaveLostSteps { try edit() }
    let document = try WholeDocument(at: FaultModel.path, on: disk)
    let found = State(on: disk)
    let matching = states[acknowledged...].indices.filter { number in
      states[number].document == document && states[number].copy == found.copy
    }
    guard let newest = matching.last else {
      let known = states.firstIndex { $0.document == document }
      throw Wrong(
        description: "state \(acknowledged) was acknowledged; found current r\(document.current), revisions "
          + "\(document.revisions.keys.sorted()), which is \(known.map { "state \($0)" } ?? "none")")
    }
    // Later steps may restore files that were set aside.
    guard newest > acknowledged || states[acknowledged].aside.isSubset(of: found.aside) else {
      throw Wrong(description: "a file set aside in state \(acknowledged) is lost")
    }
    if let problem = try check.run().problems.first { throw Wrong(description: "check: \(problem.message)") }
    try Work.stroke.perform(History(at: FaultModel.path, for: .editing, options: options))
    _ = try WholeDocument(at: FaultModel.path, on: disk)
  }
}
