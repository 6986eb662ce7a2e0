/// The shape of the ends of an open line.
public enum LineCap: String, CaseIterable, Hashable, Sendable {
  /// A half disc.
  case round
  /// Cut off at the end point.
  case butt
  /// Extended by half the width.
  case square
}
