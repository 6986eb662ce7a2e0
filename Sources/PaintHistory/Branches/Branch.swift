/// A name that stands on a revision until it is moved or removed; edits do not take it along.
public struct Branch: Sendable, Hashable {
  /// What it is called.
  public var name: String
  /// The revision that it stands on.
  public var revision: Int
}
