import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// Every call to the disk, including SQLite's, of every kind of command fails in every way.
@Suite("Faults: every call of every command")
struct CallFaultTests {
  private static let path = FaultModel.path

  /// The ways in which a call can fail; `call` counts from 1.
  private static func faults(at call: Int) -> [FailingDisk.Fault] {
    let errors: [Errno] = [.ioError, .noSpace, .tooManyOpenFiles]
    return errors.flatMap { [.fail(call, $0), .failFrom(call, $0)] } + [
      .cutShort(call), .stop(call), .stopHalfway(call),
    ]
  }

  @Test(
    "the document is in the state before or after, with an error if the command was not done",
    arguments: FaultCommand.all)
  func everyCall(command: FaultCommand) throws {
    let model = try command.model.disk
    let before = try? WholeDocument(at: Self.path, on: model)
    let good = MemoryDisk(copying: model)
    let counting = FailingDisk(wrapping: good, of: .everything)
    try command.perform(Self.path, .suite(on: counting))
    let after = try WholeDocument(at: Self.path, on: good)
    var recovered: WholeDocument?
    if command.model == .powerCut {
      let disk = MemoryDisk(copying: model)
      let history = try History(at: Self.path, for: .editing, options: .suite(on: disk))
      try history.beginEditing()
      try history.endEditing()
      recovered = try WholeDocument(at: Self.path, on: disk)
    }
    let calls = counting.calls
    var tally = FaultTally("calls")
    var trial = CallFaultTrial(command: command, model: model, before: before, recovered: recovered, after: after)
    for (place, call) in calls.enumerated() {
      let all = Self.faults(at: place + 1)
      for (number, fault) in all.enumerated() {
        // Each third call fails in one way, which varies; in thorough runs each call in all ways.
        guard (place + number) % (isThorough ? 1 : all.count * 3) == 0 else { continue }
        // A read error can only be distinguished by its kind.
        if case .cutShort = fault, call.kind != .write { continue }
        if case .stopHalfway = fault, call.kind != .write { continue }
        trial.run(fault, note: "\(command.name), \(fault), \(call)", &tally)
      }
    }
    tally.report(command.name)
    #expect(tally.failures.isEmpty, "\(tally.failures.prefix(10).joined(separator: "\n"))")
  }
}
