/// The ends of an open path that have an arrow head.
public enum ArrowEnds: String, CaseIterable, Hashable, Sendable {
  /// The first point.
  case start
  /// The last point.
  case end
  /// Both.
  case both
}
