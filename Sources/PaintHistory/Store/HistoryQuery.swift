import PaintRaster

/// Selects revisions to list.
public struct HistoryQuery: Sendable, Hashable {
  /// Whether to include all branches, not only the line to the tip.
  public var isWholeTree = false
  /// The maximum number of revisions, the newest ones that match; nil for all.
  public var limit: Int?
  /// Only revisions with a greater number.
  public var after: Int?
  /// Only revisions made at this time or later, in milliseconds since 1970, UTC.
  public var notBefore: Int?
  /// Only revisions of this author.
  public var author: String?
  /// Only revisions that changed a pixel in this box of their own canvas; of those that replaced the canvas, each whose
  /// bounds touch the box.
  public var region: PixelBox?
  /// Only revisions that contain this text in their name, command, group name or a branch name, ignoring case.
  public var text: String?

  /// Selects the whole line.
  public init() {}
}

/// A revision in a list.
public struct ListedRevision: Sendable, Hashable {
  /// The revision.
  public var revision: Revision
  /// Its nearest ancestor in the list; nil if there is none.
  public var above: Int?

  /// Creates an entry.
  public init(revision: Revision, above: Int?) {
    self.revision = revision
    self.above = above
  }
}
