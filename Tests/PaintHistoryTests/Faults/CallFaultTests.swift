import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// Every call to the disk, SQLite's too, of every kind of command failing in every way.
@Suite("Faults: every call of every command")
struct CallFaultTests {
  private static let path = FaultModel.path

  /// How a call goes wrong; `call` counts from 1.
  private static func faults(at call: Int) -> [FailingDisk.Fault] {
    let errors: [Errno] = [.ioError, .noSpace, .tooManyOpenFiles]
    return errors.flatMap { [.fail(call, $0), .failFrom(call, $0)] } + [
      .cutShort(call), .stop(call), .stopHalfway(call),
    ]
  }

  @Test("leaves before or after, and an error where the work was not done", arguments: FaultCommand.all)
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
    for (place, call) in calls.enumerated() {
      let all = Self.faults(at: place + 1)
      for (number, fault) in all.enumerated() {
        // Each call in one way, each time in another; in all ways where everything is tried.
        guard isThorough || (place + number) % (all.count * 3) == 0 else { continue }
        // An error of reading, which a short write is too, is told apart by its kind only.
        if case .cutShort = fault, call.kind != .write { continue }
        if case .stopHalfway = fault, call.kind != .write { continue }
        var trial = CallFaultTrial(command: command, model: model, before: before, recovered: recovered, after: after)
        trial.run(fault, note: "\(command.name), \(fault), \(call)", &tally)
      }
    }
    tally.report(command.name)
    #expect(tally.failures.isEmpty, "\(tally.failures.prefix(10).joined(separator: "\n"))")
  }
}
