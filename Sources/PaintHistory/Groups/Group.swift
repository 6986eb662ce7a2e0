/// Several revisions, each the parent of the next, that undo and redo take as one step.
public struct Group: Sendable, Hashable {
  /// Its first revision, whose number is the group's number.
  public var first: Int
  /// Its last revision; equal to `first` if there is only one.
  public var last: Int
  /// Its name.
  public var name: String
}
