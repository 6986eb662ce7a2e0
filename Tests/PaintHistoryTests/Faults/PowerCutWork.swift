import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// Work during which the power is cut; it reports after which calls its steps must survive.
enum PowerCutWork: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case strokes, planes, steps, script, gc, forget, importing, repair, new
  /// On a disk without a document.
  case making
  /// The first edit after a killed process, and after a power cut.
  case sweeping, recovery
  /// Packs that were set aside become part of the document again.
  case recovering
  /// A repair of a pack, and a repair of a file of the wrong kind.
  case repairOfPack, repairOfKinds
  /// The removal of the old document that a killed `new --replace` left.
  case leftover
  case copying

  /// A file outside of the document.
  static let copy: FilePath = "/copy.bin"

  var testDescription: String { rawValue }

  private var model: FaultModel {
    switch self {
    case .gc: .withForgottenRevisions
    case .repair: .withoutIndex
    case .making: .nothing
    case .sweeping, .recovering: .killed
    case .recovery: .powerCut
    case .repairOfPack: .damagedPack
    case .repairOfKinds: .odd
    default: .usual
    }
  }

  /// The recorded operations.
  func trial() throws -> PowerCutTrial {
    try PowerCutTrial(of: model, sweepsLeftovers: self == .leftover) { disk, note in try perform(on: disk, note: note) }
  }

  private func perform(on disk: RecordingDisk, note: (_ isSafe: Bool) throws -> Void) throws {
    let path = FaultModel.path
    let options = History.Options.suite(on: disk)
    var generator = SeededGenerator(seed: 31)
    func edit(emptyingLog: Bool = false, _ body: (History) throws -> Void) throws {
      let history = try History(at: path, for: .editing, options: options)
      try history.beginEditing()
      try body(history)
      try history.commit()
      if emptyingLog { history.shortenLog(beyond: 0) }
      try history.endEditing()
      try note(true)
    }
    func stroke(emptyingLog: Bool = false) throws {
      try edit(emptyingLog: emptyingLog) {
        _ = try $0.revise(randomTiles(on: $0.current.size, count: 3, using: &generator))
      }
    }
    func collect() throws {
      _ = try History(at: path, for: .editing, options: options).collect(thoroughly: true)
      try note(true)
    }
    func make(at path: FilePath, replacing: Bool, on disk: any Disk) throws {
      guard let size = CanvasSize(width: 96, height: 80) else { return }
      var picture = PlainPicture(size, filledWith: .white)
      for index in PlainPicture.indices(of: size) { picture[index] = Tile.random(using: &generator) }
      try SampleDocument.make(
        at: path, size: size, picture: picture, replacing: replacing, options: .suite(on: disk))
    }
    switch self {
    case .strokes:
      try stroke()
      try stroke(emptyingLog: true)
      // A short commit: the frames that overwrite this log end after it.
      try edit { $0.setSettings("--width 9") }
      try stroke(emptyingLog: true)
      for _ in 0..<2 { try stroke() }
    case .planes:
      for work in [Work.planes, .baseWithPlanes, .undo] {
        try work.perform(History(at: path, for: .editing, options: options))
        try note(true)
      }
    case .steps:
      try edit { _ = try $0.undo(1) }
      try edit { try $0.setBranch("other", to: 1) }
      try edit { try $0.rename(1, to: "Other") }
      try edit { $0.setSettings("--width 9") }
      try edit { _ = try $0.redo(1) }
    case .script:
      // From here on nothing can be redone, even if the stroke is lost.
      try stroke()
      let history = try History(at: path, for: .editingInGroups, options: options)
      for step in 1...9 {
        try history.beginEditing()
        _ = try history.revise(randomTiles(on: history.current.size, count: 2, using: &generator))
        try history.commit()
        try note(false)
        if step % 3 == 2 { history.shortenLog(beyond: 0) }
        if step % 4 == 0 {
          try history.sync()
          try note(true)
        }
      }
      try history.sync()
      try note(true)
    case .gc: try collect()
    case .forget:
      try edit { _ = try $0.forget(.before(1)) }
      try collect()
    case .importing:
      try die(behind: .createDirectory, on: disk) { try importFile(of: 3, on: $0) }
      try note(false)
      for count in 1...2 {
        try importFile(of: count, on: disk)
        try note(true)
      }
    case .repair, .repairOfPack, .repairOfKinds:
      _ = try DocumentRepair(DocumentCheck(of: path, options: options)).run()
      try note(true)
      if self == .repair { try stroke() }
    case .new, .making:
      try make(at: path, replacing: self == .new, on: disk)
      try note(true)
      // The first ones create a log.
      for _ in 0..<2 { try stroke() }
    case .sweeping:
      try edit { $0.setSettings("--width 7") }
      try stroke()
    case .recovering:
      try edit { $0.setSettings("--width 7") }
      try edit { history in
        #expect(try !history.recoverUnconfirmed().revisions.isEmpty)
        try history.commit()
        try history.beginEditing()
        #expect(try history.removeRecoveredPacks() == 0)
      }
      try stroke()
    case .recovery:
      try edit { _ in }
      try stroke()
      // A script that is killed before it syncs: the next process finds its steps, which are not on the disk.
      let script = try History(at: path, for: .editingInGroups, options: options)
      try script.beginEditing()
      _ = try script.revise(randomTiles(on: script.current.size, count: 2, using: &generator))
      try script.endEditing()
      try note(false)
      try stroke()
    case .leftover:
      try die(behind: .exchange, on: disk) { try make(at: path, replacing: true, on: $0) }
      try note(false)
      try make(at: "/other.paint", replacing: false, on: disk)
    case .copying:
      for count in 1...2 {
        let left = try FileReplacement.write(Self.copy, on: disk, failure: { HistoryError($0) }) {
          (file) throws(HistoryError) in
          try HistoryError.catching { () throws(DiskError) in
            try disk.write(file, [UInt8](repeating: UInt8(count), count: 600))
          }
        }
        #expect(left == nil)
        try note(true)
      }
    }
  }
  /// Runs `body` like a process that is killed after its first call of a kind.
  private func die(behind kind: DiskCall.Kind, on disk: any Disk, _ body: (any Disk) throws -> Void) throws {
    let rehearsal = FailingDisk(wrapping: try model.disk, of: .changes)
    try body(rehearsal)
    let call = try #require(rehearsal.calls.firstIndex { $0.kind == kind })
    #expect(throws: HistoryError.self) { try body(FailingDisk(wrapping: disk, .stop(call + 2), of: .changes)) }
  }

  private func importFile(of count: Int, on disk: any Disk) throws {
    let history = try History(at: FaultModel.path, for: .editing, options: .suite(on: disk))
    try history.beginEditing()
    let file = try history.incomingFile()
    try file.write([UInt8](repeating: 7, count: count).span)
    try file.keep()
    _ = try history.revise(
      [(TileIndex(x: 0, y: 0), .color(Pixel(bits: UInt32(count))))], command: "import content:\(file.name.digits)")
    try history.endEditing()
  }
}
