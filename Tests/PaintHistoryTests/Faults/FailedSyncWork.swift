import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// Work in which one sync fails and drops its data, and later processes continue.
enum FailedSyncWork: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case log, fileSystem, logOfScript, logBeforeCommand, repair, rewrittenIndex

  var testDescription: String { rawValue }

  /// The recorded operations.
  func trial() throws -> PowerCutTrial {
    try PowerCutTrial(of: self == .repair ? .withoutIndex : .usual) { disk, note in try perform(disk, note: note) }
  }

  private func perform(_ disk: RecordingDisk, note: (_ isSafe: Bool) throws -> Void) throws {
    let options = History.Options.suite(on: disk)
    var generator = SeededGenerator(seed: 77)
    func stroke(_ access: History.Access) throws -> History {
      let history = try History(at: FaultModel.path, for: access, options: options)
      try history.beginEditing()
      _ = try history.revise(randomTiles(on: history.current.size, count: 2, using: &generator))
      try access == .editing ? history.endEditing() : history.commit()
      try note(access == .editing)
      return history
    }
    switch self {
    case .log:
      _ = try stroke(.editing)
      disk.failNext(.log)
      #expect(throws: HistoryError.self) { _ = try stroke(.editing) }
      try note(false)
    case .fileSystem, .logOfScript:
      let history = try stroke(.editingInGroups)
      disk.failNext(self == .fileSystem ? .fileSystem : .log)
      if self == .fileSystem {
        #expect(throws: HistoryError.self) { try history.sync() }
      } else {
        history.shortenLog(beyond: 0)
      }
    case .logBeforeCommand:
      // A script that was killed has not synced its log; a command that changes nothing empties it.
      _ = try stroke(.editingInGroups)
      let history = try History(at: FaultModel.path, for: .editing, options: options)
      disk.failNext(.log)
      history.shortenLog(beyond: 0)
      #expect(history.stopError != nil)
    case .rewrittenIndex:
      let history = try History(at: FaultModel.path, for: .editing, options: options)
      try history.beginEditing()
      // Its long command leaves free pages.
      _ = try history.revise(
        randomTiles(on: history.current.size, count: 2, using: &generator),
        command: String(repeating: "x", count: 20_000))
      _ = try history.forget(.all)
      try history.endEditing()
      try note(true)
      try history.beginEditing()
      _ = try history.revise(randomTiles(on: history.current.size, count: 2, using: &generator))
      _ = try history.forget(.all)
      try history.endEditing()
      try note(true)
      disk.failNext(.log)
      history.maintenance.shrinkIndex()
      #expect(history.stopError != nil)
    case .repair:
      disk.failNext(.fileSystem)
      let repair = DocumentRepair(DocumentCheck(of: FaultModel.path, options: options))
      #expect(throws: HistoryError.self) { _ = try repair.run() }
      _ = try repair.run()
      try note(true)
    }
    // Later processes.
    for _ in 0..<2 { _ = try stroke(.editing) }
    let script = try stroke(.editingInGroups)
    try script.sync()
    try note(true)
  }
}
