/// The shape of the outer side of a corner.
public enum LineJoin: String, CaseIterable, Hashable, Sendable {
  /// A sector of a disc.
  case round
  /// A pointed tip, if it is at most 4 half widths from the corner, else a bevel.
  case miter
  /// Cut off straight.
  case bevel
}
