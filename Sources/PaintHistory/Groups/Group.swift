/// Several revisions, each the parent of the next, that undo and redo take as one step.
public struct Group: Sendable, Hashable {
  /// Its first revision, whose number is the group's.
  public var first: Int
  /// Its last revision; `first` itself where there is one only.
  public var last: Int
  /// What it is called.
  public var name: String
}
