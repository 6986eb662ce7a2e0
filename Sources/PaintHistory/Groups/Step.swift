/// A step of undo or redo: one revision, or the revisions of a group.
public struct Step: Sendable, Hashable {
  /// The first revision of the step that was crossed, seen from the start.
  public var first: Int
  /// The last revision; equal to `first` for a single revision.
  public var last: Int
  /// The name of the revision or group.
  public var name: String
}

/// The result of an undo or redo.
public struct Move: Sendable, Hashable {
  /// The number of steps taken; fewer than requested if there were no more.
  public var steps: Int
  /// The steps in the order in which they were taken; of more than three only the first and the last.
  public var named: [Step]
}
