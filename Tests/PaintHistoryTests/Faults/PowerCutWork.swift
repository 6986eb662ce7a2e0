import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// Work during which the power is cut; it reports after which calls its steps must survive.
enum PowerCutWork: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case strokes, steps, script, gc, forget, importing, repair, new

  var testDescription: String { rawValue }

  var model: FaultModel {
    switch self {
    case .gc: .withForgottenRevisions
    case .repair: .withoutIndex
    default: .usual
    }
  }

  /// The syncs without which this work must fail the test.
  var neededSyncs: [DiskRecording.Sync] {
    switch self {
    case .strokes: [.pack, .folder, .log]
    case .script, .new: [.fileSystem]
    default: []
    }
  }

  /// Does the work; `note` is called after each step with whether the step must survive a power cut.
  func perform(_ options: History.Options, note: (_ isSafe: Bool) throws -> Void) throws {
    let path = FaultModel.path
    var generator = SeededGenerator(seed: 31)
    func open(_ access: History.Access = .editing) throws -> History {
      try History(at: path, for: access, options: options)
    }
    func edit(_ body: (History) throws -> Void) throws {
      let history = try open()
      try history.beginEditing()
      try body(history)
      try history.endEditing()
      try note(true)
    }
    switch self {
    case .strokes:
      for _ in 0..<4 {
        try edit { _ = try $0.revise(randomTiles(on: $0.current.size, count: 3, using: &generator)) }
      }
    case .steps:
      try edit { _ = try $0.undo(1) }
      try edit { try $0.setBranch("other", to: 1) }
      try edit { try $0.rename(1, to: "Other") }
      try edit { $0.setSettings("--width 9") }
      try edit { _ = try $0.redo(1) }
    case .script:
      let history = try open(.editingInGroups)
      for step in 1...9 {
        try history.beginEditing()
        _ = try history.revise(randomTiles(on: history.current.size, count: 2, using: &generator))
        try history.commit()
        try note(false)
        if step % 4 == 0 {
          try history.sync()
          try note(true)
        }
      }
      try history.sync()
      try note(true)
    case .gc:
      _ = try open().collect(thoroughly: true)
      try note(true)
    case .forget:
      try edit { _ = try $0.forget(.before(1)) }
      _ = try open().collect(thoroughly: true)
      try note(true)
    case .importing:
      try edit { history in
        let file = try history.incomingFile()
        try [1, 2, 3].withUnsafeBytesTyped { (bytes) throws(HistoryError) in try file.write(bytes) }
        try file.keep()
        _ = try history.revise(
          [(TileIndex(x: 0, y: 0), .color(.black))], command: "import content:\(file.name.digits)")
      }
    case .repair:
      _ = try DocumentRepair(DocumentCheck(of: path, options: options)).run()
      try note(true)
    case .new:
      guard let size = CanvasSize(width: 96, height: 80) else { return }
      var picture = PlainPicture(size, filledWith: .white)
      for index in PlainPicture.indices(of: size) { picture[index] = Tile.random(using: &generator) }
      try SampleDocument.make(at: path, size: size, picture: picture, replacing: true, options: options)
      try note(true)
    }
  }
}
