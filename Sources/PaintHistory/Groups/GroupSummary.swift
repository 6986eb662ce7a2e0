/// A group and the totals of its revisions.
public struct GroupSummary: Sendable, Hashable {
  /// The group.
  public var group: Group
  /// The revision before the group, to which undo goes; never nil for a group in a document.
  public var parent: Int?
  /// The number of revisions.
  public var revisions: Int
  /// The number of tiles that they wrote.
  public var tiles: Int
  /// The bytes that they added to the packs; for a group that was just ended, including its own record.
  public var bytes: Int

  /// Adds a revision to the totals.
  mutating func add(_ revision: Revision) {
    revisions += 1
    tiles += revision.tileCount
    bytes += revision.bytes
  }

  /// Adds the totals of another group.
  mutating func add(_ group: GroupSummary) {
    revisions += group.revisions
    tiles += group.tiles
    bytes += group.bytes
  }

  /// The default name of a group: the name of its only edit, or `3 edits`.
  static func name(of revisions: Int, only name: String) -> String {
    revisions == 1 ? name : "\(revisions) edits"
  }
}
