/// How the outer side of a corner looks.
public enum LineJoin: String, CaseIterable, Hashable, Sendable {
  /// A piece of a disc.
  case round
  /// A point, as long as it is at most 4 half widths from the corner; beyond that a bevel.
  case miter
  /// Cut off straight.
  case bevel
}
