import PaintRaster

/// The point of a text that is put at a position: of its box, or of its first baseline.
public enum TextAnchor: Hashable, Sendable {
  /// A point of the box, padding included.
  case box(Anchor)
  /// A point of the first baseline: this many halves of the text's width from its left end, 0, 1 or 2.
  case baseline(halvesRight: Int)
}
