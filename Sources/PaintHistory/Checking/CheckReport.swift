import SystemPackage

/// The result of checking a document.
public struct CheckReport: Sendable {
  /// The problems; empty if there are none.
  public var problems: [CheckProblem] = []
  /// The problems that a repair cannot fix: kept files are not in the index and cannot be rebuilt, and nothing else
  /// knows the commands of revisions and the names of groups and branches.
  public var unrepairable: [CheckProblem] = []
  /// The number of revisions.
  public var revisions = 0
  /// The number of packs that were read.
  public var packs = 0
  /// The number of tile versions that were read.
  public var tiles = 0
  /// The number of packs that the index does not need; among them are those of the four kinds below that are in the
  /// folder of packs.
  public var unfinishedPacks = 0
  /// Packs with steps that the index does not know, because they were never committed or the commit was lost with the
  /// log.
  ///
  /// This is not damage. `recoverUnconfirmed` adds their complete steps, `forgetUnconfirmed` deletes them.
  public var unconfirmed = 0
  /// Packs that nothing needs, because their content is in other packs or was forgotten, or because an edit was killed
  /// before it had written anything complete; `collect` deletes them.
  public var leftovers = 0
  /// Packs whose content was moved or forgotten and that are damaged since; `collect` sets them aside.
  public var damagedLeftovers = 0
  /// Packs that the index does not need and that were not sorted into these kinds, because another process was writing
  /// or this user cannot lock the document.
  public var unsortedPacks = 0
  /// After a repair, the folder in the document that contains the damaged files; nil if there is none.
  public var keptAside: FilePath?
  /// After a repair, what could not be restored: which revision was current, which settings were chosen.
  public var remarks: [String] = []
  /// Whether a revision has lost pixels.
  public var losesTiles: Bool { problems.contains { $0.code == .tilesLost } }
  /// Whether something was repaired, such as the index.
  public var isRepaired = false
}
