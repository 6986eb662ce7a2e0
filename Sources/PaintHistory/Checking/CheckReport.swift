import SystemPackage

/// The result of checking a document.
public struct CheckReport: Sendable {
  /// The problems; empty if there are none.
  public var problems: [CheckProblem] = []
  /// The problems that a repair cannot fix: kept files are not in the index and cannot be rebuilt.
  public var unrepairable: [CheckProblem] = []
  /// The number of revisions.
  public var revisions = 0
  /// The number of packs that were read.
  public var packs = 0
  /// The number of tile versions that were read.
  public var tiles = 0
  /// Packs of an edit that is in progress or was interrupted; the next edit removes the latter.
  public var unfinishedPacks = 0
  /// Packs with steps that the index does not know, because they were never committed or the commit was lost with the
  /// log.
  ///
  /// This is not damage.
  public var unconfirmed = 0
  /// After a repair, the folder in the document that contains the damaged files; nil if there is none.
  public var keptAside: FilePath?
  /// After a repair, what could not be restored: which revision was current, which settings were chosen.
  public var remarks: [String] = []
  /// Whether a revision has lost pixels.
  public var losesTiles: Bool { problems.contains { $0.code == .tilesLost } }
  /// Whether the index was rebuilt.
  public var isRepaired = false
}
