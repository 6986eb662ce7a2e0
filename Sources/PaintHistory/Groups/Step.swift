/// What undo and redo take at once: one revision, or the revisions of a group.
public struct Step: Sendable, Hashable {
  /// The first revision of it that was crossed, seen from the start.
  public var first: Int
  /// The last one; `first` itself for a single revision.
  public var last: Int
  /// The revision's name, or the group's.
  public var name: String
}

/// What undo or redo did: how many steps, and what to say of them.
public struct Move: Sendable, Hashable {
  /// How many steps were taken; fewer than asked for where there were no more.
  public var steps: Int
  /// The steps in the order they were taken; of more than three the first and the last.
  public var named: [Step]
}
