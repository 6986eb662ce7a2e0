/// How the end of an open line looks.
public enum LineCap: String, CaseIterable, Hashable, Sendable {
  /// A half disc.
  case round
  /// Cut off at the end point.
  case butt
  /// Half the width longer.
  case square
}
