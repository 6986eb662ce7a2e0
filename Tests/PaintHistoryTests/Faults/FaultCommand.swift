import PaintHistory
import PaintRaster
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintHistory

/// A kind of command for the fault suites.
///
/// `all` is the complete list.
struct FaultCommand: Sendable, CustomTestStringConvertible {
  /// Its name in tables.
  var name: String
  /// The document that it is run on.
  var model: FaultModel = .usual
  /// Whether it only reads, so that the document must not change.
  var isReading = false
  /// Runs it on the document at `path`, from opening to closing.
  var perform: @Sendable (_ path: FilePath, _ options: History.Options) throws -> Void

  var testDescription: String { name }

  static let all: [FaultCommand] =
    edits + [writingBehind] + readings + upkeep + recoveries

  /// The changes of a document that `CommitFailureTests` uses.
  static let edits: [FaultCommand] = Work.allCases.filter { $0 != .severalPacks }.map { work in
    FaultCommand(name: work.rawValue) { path, options in
      var options = options
      options.cacheBytes = work.cache
      try work.perform(History(at: path, for: work.access, options: options))
    }
  }

  /// One group of a script; `WriteBehindTests` has several.
  static let writingBehind = FaultCommand(name: "group that is written behind") { path, options in
    let history = try History(at: path, for: .editingInGroups, options: options)
    try history.beginEditing()
    try history.writeBehind()
    var generator = SeededGenerator(seed: 81)
    func tiles() -> [PlacedTile] { randomTiles(on: history.current.size, count: 3, using: &generator) }
    _ = try history.revise(tiles(), others: planeTiles)
    try history.beginGroup(named: nil)
    _ = try history.revise(tiles())
    try history.abandonGroup()
    _ = try history.undo(2)
    _ = try history.revise(tiles())
    try history.endEditing()
  }

  private static let planeTiles = FaultModel.planeTiles(seed: 82)

  static let readings: [FaultCommand] = [
    FaultCommand(name: "export", isReading: true) { path, options in
      let history = try History(at: path, for: .reading, options: options)
      _ = try PlainPicture(of: history.snapshot(at: history.current.number))
    },
    FaultCommand(name: "history", isReading: true) { path, options in
      let history = try History(at: path, for: .reading, options: options)
      _ = try history.list(HistoryQuery())
      _ = try history.branches()
      _ = try history.diskUsage()
    },
    FaultCommand(name: "dry run", isReading: true) { path, options in
      try Work.stroke.perform(History(at: path, for: .dryRun, options: options))
    },
    FaultCommand(name: "check", isReading: true) { path, options in
      let report = try DocumentCheck(of: path, options: options).run()
      guard report.problems.isEmpty else { throw FalseAlarm(problems: report.problems) }
    },
  ]

  /// The error of a check that reports problems in a valid document.
  struct FalseAlarm: Error {
    var problems: [CheckProblem]
  }

  private static func forget(_ name: String, _ part: Forgettable) -> FaultCommand {
    FaultCommand(name: "forget --\(name)") { path, options in
      let history = try History(at: path, for: .editing, options: options)
      try history.beginEditing()
      _ = try history.forget(part)
      try history.endEditing()
    }
  }

  static let upkeep: [FaultCommand] = [
    FaultCommand(name: "repair of a whole document", isReading: true) { path, options in
      _ = try DocumentRepair(DocumentCheck(of: path, options: options)).run()
    },
    FaultCommand(name: "repair without an index", model: .withoutIndex) { path, options in
      _ = try DocumentRepair(DocumentCheck(of: path, options: options)).run()
    },
    FaultCommand(name: "gc", model: .withForgottenRevisions) { path, options in
      _ = try History(at: path, for: .editing, options: options).collect(thoroughly: true)
    },
    forget("before", .before(1)), forget("branch", .branch("first")), forget("all", .all),
    FaultCommand(name: "limit") { path, options in
      let history = try History(at: path, for: .editing, options: options)
      try history.beginEditing()
      _ = try history.setLimits(Limits(steps: 5, bytes: 0, sideAge: 86_400))
      try history.endEditing()
    },
    FaultCommand(name: "import") { path, options in
      let history = try History(at: path, for: .editing, options: options)
      try history.beginEditing()
      let file = try history.incomingFile()
      try file.write([1, 2, 3].span)
      try file.keep()
      _ = try history.revise(
        [(TileIndex(x: 0, y: 0), .color(.black))], command: "import content:\(file.name.digits)")
      try history.endEditing()
    },
    FaultCommand(name: "new --replace") { path, options in
      guard let size = CanvasSize(width: 30, height: 20) else { return }
      try SampleDocument.make(at: path, size: size, replacing: true, options: options)
    },
  ]

  /// The first command after one that died, and the commands for steps that the index does not know.
  static let recoveries: [FaultCommand] =
    [FaultModel.killed, .powerCut, .lostLog].map { model in
      FaultCommand(name: "recovery, \(model.rawValue)", model: model) { path, options in
        let history = try History(at: path, for: .editing, options: options)
        try history.beginEditing()
        history.setSettings("--width 7")
        try history.endEditing()
      }
    } + [
      FaultCommand(name: "check --recover", model: .lostLog) { path, options in
        let history = try History(at: path, for: .editing, options: options)
        try history.beginEditing()
        _ = try history.recoverUnconfirmed()
        try history.endEditing()
      },
      FaultCommand(name: "forget --unconfirmed", model: .lostLog) { path, options in
        let history = try History(at: path, for: .editing, options: options)
        try history.beginEditing()
        _ = try history.forgetUnconfirmed()
        try history.endEditing()
      },
    ]
}
