import PaintRaster

/// A laid-out text: the outlines of its glyphs and their positions.
///
/// It contains everything that determines the pixels, so it is drawn identically on machines without its fonts.
public struct TextOutlines: Hashable, Sendable {
  /// One glyph and all its positions in the text.
  public struct Glyph: Hashable, Sendable {
    /// The number of font units per em, at least 1.
    public var unitsPerEm: Int
    /// The outline in font units, y downwards; (0, 0) is the glyph's origin on the baseline.
    public var outline: Path
    /// The positions of its origin, in pixels from the top left corner of the text's box.
    public var places: [Point]

    /// A glyph at the given positions.
    public init(unitsPerEm: Int, outline: Path, places: [Point]) {
      self.unitsPerEm = unitsPerEm
      self.outline = outline
      self.places = places
    }
  }

  /// The width of the text's box in pixels: the longest line's advance.
  public var width: Double
  /// The height of the text's box in pixels: that of its lines, from the ascent of the first to the descent of the last.
  public var height: Double
  /// The glyphs, except those without an outline.
  public var glyphs: [Glyph]

  /// A text of these glyphs in a box of this size.
  public init(width: Double, height: Double, glyphs: [Glyph]) {
    self.width = width
    self.height = height
    self.glyphs = glyphs
  }

  /// The outlines at their positions, to be filled with the non-zero rule: overlapping glyphs are covered once.
  ///
  /// - Parameters:
  ///   - corner: the top left corner of the text's box, in pixels.
  ///   - size: pixels to the em.
  public func paths(at corner: Point, size: Double) -> [PlacedPath] {
    glyphs.map { glyph in
      PlacedPath(
        glyph.outline, scale: size / Double(glyph.unitsPerEm),
        places: glyph.places.map { Point(x: corner.x + $0.x, y: corner.y + $0.y) })
    }
  }

  /// All outlines as one path, to be filled with the non-zero rule: overlapping glyphs are covered once.
  ///
  /// - Parameters:
  ///   - corner: the top left corner of the text's box, in pixels.
  ///   - size: pixels to the em.
  public func path(at corner: Point, size: Double) -> Path {
    var elements: [Path.Element] = []
    elements.reserveCapacity(glyphs.reduce(0) { $0 + $1.outline.elements.count * $1.places.count })
    for glyph in glyphs {
      let scale = size / Double(glyph.unitsPerEm)
      for position in glyph.places {
        let (x, y) = (corner.x + position.x, corner.y + position.y)
        func moved(_ point: Point) -> Point { Point(x: x + point.x * scale, y: y + point.y * scale) }
        for element in glyph.outline.elements {
          switch element {
          case .move(let end): elements.append(.move(moved(end)))
          case .line(let end): elements.append(.line(moved(end)))
          case .quadratic(let control, let end): elements.append(.quadratic(moved(control), moved(end)))
          case .cubic(let first, let second, let end): elements.append(.cubic(moved(first), moved(second), moved(end)))
          // Fonts have no arcs.
          case .arc(_, let end): elements.append(.line(moved(end)))
          case .close: elements.append(.close)
          }
        }
      }
    }
    return Path(elements)
  }
}
