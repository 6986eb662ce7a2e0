import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage

@testable import PaintHistory

/// One command on a failing disk, and what a process on a working disk finds afterwards.
struct CallFaultTrial {
  let command: FaultCommand
  let model: MemoryDisk
  /// The state of the document before; nil if it cannot be read.
  let before: WholeDocument?
  /// The state between the two, after a recovery was committed but not the command; nil if there is none.
  let recovered: WholeDocument?
  let after: WholeDocument
  /// What was found on disks, by their contents: many failing calls leave the same files.
  private var examined: [MemoryDisk.Contents: WholeDocument?] = [:]

  private struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  init(
    command: FaultCommand, model: MemoryDisk, before: WholeDocument?, recovered: WholeDocument?, after: WholeDocument
  ) {
    (self.command, self.model, self.before) = (command, model, before)
    (self.recovered, self.after) = (recovered, after)
  }

  mutating func run(_ fault: FailingDisk.Fault, note: String, _ tally: inout FaultTally) {
    let good = MemoryDisk(copying: model)
    do {
      let failing = FailingDisk(wrapping: good, fault, of: .everything)
      var failure: (any Error)?
      do { try command.perform(FaultModel.path, .suite(on: failing)) } catch { failure = error }
      if let failure { try checkKind(of: failure) }
      tally.count(try outcome(try examine(good), failure))
    } catch {
      tally.fail("\(note): \(error)")
    }
  }

  /// A failing disk is reported as such, not as damage of the document.
  private func checkKind(of failure: any Error) throws {
    guard let failure = failure as? HistoryError else { throw Wrong(description: "it threw \(failure)") }
    switch failure {
    case .disk, .index, .temporaryFolder, .busy, .damaged, .cannotCreate, .outcomeUnknown: return
    default: throw Wrong(description: "it threw \(failure)")
    }
  }

  /// The document, which is whole and usable; nil if it is as unreadable as before.
  private mutating func examine(_ disk: MemoryDisk) throws -> WholeDocument? {
    let contents = disk.contents
    if let known = examined[contents] { return known }
    let found = try found(on: disk)
    if let found {
      if found != after, found != before, found != recovered { throw Wrong(description: difference(found)) }
      let report = try DocumentCheck(of: FaultModel.path, options: .suite(on: disk)).run()
      if let problem = report.problems.first, before != nil {
        throw Wrong(description: "check: \(problem.message)")
      }
      try goOn(disk)
    } else if before != nil {
      // A repair that is killed between removing the old index and installing the new one leaves only packs.
      throw Wrong(description: "the document cannot be opened any more")
    }
    // One of the three, not a copy of it for each disk.
    let known = found == before ? before : found == recovered ? recovered : after
    examined[contents] = .some(known)
    return known
  }

  /// Whether the command told the truth about what was found afterwards.
  private func outcome(_ found: WholeDocument?, _ failure: (any Error)?) throws -> String {
    guard let found else { return "before" }
    if failure == nil, found != after { throw Wrong(description: "no error, but it is not done") }
    guard let failure else { return "done" }
    if found == before { return "error, as before" }
    if found == recovered { return "error, as recovered" }
    // A command that reports a failure may only have succeeded if the outcome is unknown.
    if let failure = failure as? HistoryError, case .outcomeUnknown = failure { return "outcome unknown, as after" }
    throw Wrong(description: "told as failed, but done: \(failure)")
  }

  private func found(on disk: MemoryDisk) throws -> WholeDocument? {
    do {
      return try WholeDocument(at: FaultModel.path, on: disk)
    } catch {
      guard before == nil, error.isDamage else { throw error }
      return nil
    }
  }

  /// The next process draws, and finds no problems.
  private func goOn(_ disk: MemoryDisk) throws {
    let history = try History(at: FaultModel.path, for: .editing, options: .suite(on: disk))
    try history.commitRevision([(TileIndex(x: 0, y: 0), .color(Pixel(bits: 12_345)))])
    _ = try WholeDocument(at: FaultModel.path, on: disk)
    let report = try DocumentCheck(of: FaultModel.path, options: .suite(on: disk)).run()
    if let problem = report.problems.first { throw Wrong(description: "check after a stroke: \(problem.message)") }
  }

  private func difference(_ found: WholeDocument) -> String {
    "neither before nor after: current r\(found.current), tip r\(found.tip), revisions \(found.revisions.keys.sorted()); "
      + "before \(before.map { "r\($0.current) \($0.revisions.keys.sorted())" } ?? "-"), after r\(after.current) "
      + "\(after.revisions.keys.sorted())"
  }
}
