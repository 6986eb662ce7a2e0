/// Which points a path that winds around them counts as inside.
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// Those it winds around any number of times but none: SVG's `nonzero`.
  case nonzero
  /// Those it winds around an odd number of times: SVG's `evenodd`.
  case evenodd
}
