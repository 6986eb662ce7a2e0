/// What a history can be told to forget.
public enum Forgettable: Sendable, Hashable {
  /// What does not descend from a revision, which becomes the oldest one.
  case before(Int)
  /// A branch's name, and the revisions to which only it leads.
  case branch(String)
  /// Everything but the picture: what is current becomes the only revision, and all branches' names go.
  case all
}
