/// The winding numbers for which a point counts as inside a path.
public enum FillRule: String, Hashable, Sendable, CaseIterable {
  /// All except 0: SVG's `nonzero`.
  case nonzero
  /// Odd ones: SVG's `evenodd`.
  case evenodd
}
