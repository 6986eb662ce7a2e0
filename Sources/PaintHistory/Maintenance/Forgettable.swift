/// What a history can forget.
public enum Forgettable: Sendable, Hashable {
  /// Everything that does not descend from a revision, which becomes the oldest one.
  case before(Int)
  /// A branch, and the revisions that only it leads to.
  case branch(String)
  /// Everything except the picture: the current revision becomes the only one, and all branches are removed.
  case all
}
