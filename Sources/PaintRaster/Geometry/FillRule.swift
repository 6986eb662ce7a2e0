/// Which points a path that crosses itself holds.
public enum FillRule: String, CaseIterable, Hashable, Sendable {
  /// Those that the path winds around, counting its turns with their sense.
  case nonzero
  /// Those from which a ray to the outside crosses the path an odd number of times.
  case evenodd
}
