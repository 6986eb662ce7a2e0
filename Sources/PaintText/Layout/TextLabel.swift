import PaintRaster

/// A laid-out text at a position, with padding around it.
///
/// All positions are multiples of 1/65,536 px, so that recorded numbers draw the same pixels.
public struct TextLabel: Hashable, Sendable {
  /// The text.
  public let outlines: TextOutlines
  /// The size of the text, in pixels to the em.
  public let size: Double
  /// The distance from the text's box to the label's on every side, in pixels.
  public let padding: Double
  /// The top left corner of the label's box, padding included, in pixels.
  public let corner: Point

  /// Puts an anchor point of a text at a position.
  ///
  /// - Parameters:
  ///   - outlines: the text.
  ///   - baseline: the distance from the top of the text's box to its first baseline, in pixels; only for an anchor on
  ///     the baseline.
  ///   - size: pixels to the em.
  ///   - padding: pixels, at least 0.
  ///   - point: the position of the anchor, in pixels.
  public init(
    _ outlines: TextOutlines, baseline: Double = 0, size: Double, padding: Double = 0, anchor: TextAnchor,
    at point: Point
  ) {
    self.outlines = outlines
    self.size = size
    self.padding = padding
    let distance =
      switch anchor {
      case .box(let anchor):
        Point(
          x: Double(anchor.halvesRight) * (outlines.width + 2 * padding) / 2,
          y: Double(anchor.halvesDown) * (outlines.height + 2 * padding) / 2)
      case .baseline(let halves):
        Point(x: Double(halves) * outlines.width / 2 + padding, y: baseline + padding)
      }
    corner = Point(x: TextLayout.onGrid(point.x - distance.x), y: TextLayout.onGrid(point.y - distance.y))
  }

  private var textCorner: Point { Point(x: corner.x + padding, y: corner.y + padding) }

  /// The outlines of the glyphs at their positions, to be filled with the non-zero rule.
  public var paths: [PlacedPath] { outlines.paths(at: textCorner, size: size) }

  /// Two opposite corners of the label's box, moved outwards to whole pixels, so that its borders are sharp.
  public var box: (from: Point, to: Point) {
    let end = Point(
      x: textCorner.x + outlines.width + padding, y: textCorner.y + outlines.height + padding)
    return (
      Point(x: corner.x.rounded(.down), y: corner.y.rounded(.down)),
      Point(x: end.x.rounded(.up), y: end.y.rounded(.up))
    )
  }
}
