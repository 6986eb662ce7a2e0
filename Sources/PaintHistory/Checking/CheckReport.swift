/// What a check of a document found.
public struct CheckReport: Sendable {
  /// What is wrong; empty where everything is as it should be.
  public var problems: [CheckProblem] = []
  /// Those of them that a repair leaves as they are: kept files are not in the index, and cannot be made again.
  public var unrepairable: [CheckProblem] = []
  /// How many revisions there are.
  public var revisions = 0
  /// How many packs were read.
  public var packs = 0
  /// How many versions of tiles were read.
  public var tiles = 0
  /// Packs of an edit that goes on, or that died; the next edit removes the latter.
  public var unfinishedPacks = 0
  /// Packs with steps that the index does not know, since a commit never came or was lost with the log; no damage.
  public var unconfirmed = 0
  /// After a repair, the folder in the document that has what was damaged; nil where there is none.
  public var keptAside: String?
  /// After a repair, what could not be found out: which revision was current, which settings were chosen.
  public var remarks: [String] = []
  /// True where a revision has lost pixels.
  public var losesTiles: Bool { problems.contains { $0.code == .tilesLost } }
  /// True once the index was made anew.
  public var isRepaired = false
}
