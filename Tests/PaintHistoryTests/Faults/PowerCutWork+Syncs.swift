import PaintTestSupport

extension PowerCutWork {
  /// The syncs that can be left out, with the reason; every other kind that is made is needed.
  var spareSyncs: [DiskRecording.Sync: String] {
    switch self {
    case .strokes, .gc, .forget:
      [.logFolder: SpareSync.oldLog, .checkpointedLog: SpareSync.committedLog]
    case .planes, .steps, .script, .importing, .sweeping, .recovering, .recovery:
      [.logFolder: SpareSync.oldLog]
    case .new, .making: [.logHeader: SpareSync.newLog]
    case .leftover, .copying: [:]
    case .repair:
      [
        .logHeader: SpareSync.newLog,
        .fileSystem: "no index is lost if the new one is incomplete: the next repair builds it again from the packs",
        .documentFolder: SpareSync.repairedNames, .repairedDocument: SpareSync.repairedIndex,
      ]
    case .repairOfPack:
      [
        .logFolder: SpareSync.oldLog, .checkpointedLog: SpareSync.committedLog,
        .documentFolder: "the new packs contain what the damaged one had: with the old index the result is the same",
      ]
    case .repairOfKinds: [.filesFolder: "moved files are safe under their new names: that folder is synced"]
    }
  }

  /// Whether most commands do it: the sampled run tries some random subsets, too.
  var isFrequent: Bool {
    switch self {
    case .strokes, .script, .gc: true
    default: false
    }
  }
}

extension FailedSyncWork {
  /// The syncs that can be left out, with the reason; every other kind that is made is needed.
  var spareSyncs: [DiskRecording.Sync: String] {
    switch self {
    case .log, .rewrittenIndex: [.logFolder: SpareSync.oldLog, .repeatedLog: SpareSync.repeatedLog]
    case .fileSystem, .logOfScript, .logBeforeCommand:
      [
        .logFolder: SpareSync.oldLog, .repeatedLog: SpareSync.repeatedLog,
        .repeatedPack: SpareSync.repeatedPack,
      ]
    case .repair:
      [
        .logHeader: SpareSync.newLog, .documentFolder: SpareSync.repairedNames,
        .repairedDocument: SpareSync.repairedIndex, .repeatedPack: SpareSync.repeatedPack,
      ]
    }
  }
}

/// Reasons for leaving out a sync.
private enum SpareSync {
  static let oldLog = "the log existed before, so its name is on the disk"
  static let committedLog = "each commit has synced the log already"
  static let newLog = "the log is new: no older frames follow its header"
  static let repeatedLog = "the commit that follows syncs the log"
  static let repeatedPack = "the whole file system is synced directly after it"
  static let repairedNames = "the sync of the repaired document writes the names, too"
  static let repairedIndex = "nothing was set aside, and the index and its name are already synced"
}
