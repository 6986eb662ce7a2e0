/// Which revisions to list.
public struct HistoryQuery: Sendable, Hashable {
  /// Those of every branch, not only of the line that leads to where redo ends.
  public var isWholeTree = false
  /// How many, the newest ones that match; nil for all.
  public var limit: Int?
  /// Those with a greater number alone.
  public var after: Int?
  /// Those made at this time or later alone, in milliseconds since 1970, UTC.
  public var notBefore: Int?
  /// Those alone that have this text in their name, their command, their group's name or a branch's on them, in large or
  /// small letters.
  public var text: String?

  /// The whole line.
  public init() {}
}

/// A revision in a list.
public struct ListedRevision: Sendable, Hashable {
  /// The revision.
  public var revision: Revision
  /// The nearest of its ancestors that is in the list too; nil where none is.
  public var above: Int?

  /// A revision below that one, nil for none.
  public init(revision: Revision, above: Int?) {
    self.revision = revision
    self.above = above
  }
}
