/// A name that points to a revision until it is moved or removed; edits do not move it.
public struct Branch: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// The revision that it points to.
  public var revision: Int
}
