import PaintRaster

/// A text as it is drawn: the outlines of its glyphs and where each of them stands.
///
/// It holds all that decides the pixels, so a text that was set once is drawn the same where its fonts are not.
public struct TextOutlines: Hashable, Sendable {
  /// One glyph, as often as the text has it.
  public struct Glyph: Hashable, Sendable {
    /// Units of the font to the size of the text, 1 or more.
    public var unitsPerEm: Int
    /// The outline in units of the font, y downwards, (0, 0) on the baseline where the glyph begins.
    public var outline: Path
    /// Where on the canvas its (0, 0) comes to stand, in pixels from the corner of the text's box.
    public var places: [Point]

    /// The glyph at those places.
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
  /// The glyphs, those without an outline left out.
  public var glyphs: [Glyph]

  /// The text of those glyphs in a box of that size.
  public init(width: Double, height: Double, glyphs: [Glyph]) {
    self.width = width
    self.height = height
    self.glyphs = glyphs
  }

  /// The outlines in their places, to be filled by the non-zero rule: where glyphs overlap it is covered once.
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

  /// All outlines as one path, to be filled by the non-zero rule: where glyphs overlap it is covered once.
  ///
  /// - Parameters:
  ///   - corner: the top left corner of the text's box, in pixels.
  ///   - size: pixels to the em.
  public func path(at corner: Point, size: Double) -> Path {
    var elements: [Path.Element] = []
    elements.reserveCapacity(glyphs.reduce(0) { $0 + $1.outline.elements.count * $1.places.count })
    for glyph in glyphs {
      let scale = size / Double(glyph.unitsPerEm)
      for place in glyph.places {
        let (x, y) = (corner.x + place.x, corner.y + place.y)
        func moved(_ point: Point) -> Point { Point(x: x + point.x * scale, y: y + point.y * scale) }
        for element in glyph.outline.elements {
          switch element {
          case .move(let end): elements.append(.move(moved(end)))
          case .line(let end): elements.append(.line(moved(end)))
          case .quadratic(let control, let end): elements.append(.quadratic(moved(control), moved(end)))
          case .cubic(let first, let second, let end): elements.append(.cubic(moved(first), moved(second), moved(end)))
          // No font has arcs.
          case .arc(_, let end): elements.append(.line(moved(end)))
          case .close: elements.append(.close)
          }
        }
      }
    }
    return Path(elements)
  }
}
