/// A group, and what its revisions come to together.
public struct GroupSummary: Sendable, Hashable {
  /// The group.
  public var group: Group
  /// The revision before the group, which undo goes to; nil where the start is in it, which is never.
  public var parent: Int?
  /// How many revisions it has.
  public var revisions: Int
  /// The tiles that they wrote, added up.
  public var tiles: Int
  /// Bytes that they added to the packs, and for a group that was just ended its own record's.
  public var bytes: Int

  /// Counts a revision in.
  mutating func add(_ revision: Revision) {
    revisions += 1
    tiles += revision.tileCount
    bytes += revision.bytes
  }

  /// What a group is called that nobody named: as its only edit, or `3 edits`.
  static func name(of revisions: Int, only name: String) -> String {
    revisions == 1 ? name : "\(revisions) edits"
  }
}
