import PaintRaster

/// Lays out a text in lines: shapes, orders, breaks and aligns it.
public struct TextLayout: Sendable {
  /// The outlines and their positions.
  public let outlines: TextOutlines
  /// The distance from the top of the text's box to the first baseline, in pixels.
  public let baseline: Double
  /// The number of lines.
  public let lineCount: Int
  /// Characters that no font has, each once; boxes are drawn for them.
  public let missing: [Unicode.Scalar]

  /// Lays out a text; line ends in it (LF, U+2028 and U+2029) begin new lines and paragraphs.
  ///
  /// - Throws: `.controlCharacter` for every other control character, including tabs.
  /// - Complexity: linear in the text for lines of bounded length.
  public init(_ text: String, style: TextStyle, fonts: FontStack) throws(TextError) {
    try Self.check(text)
    var lines: [TextLine] = []
    var missing: [Unicode.Scalar] = []
    var known: Set<Unicode.Scalar> = []
    for part in text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: Self.isLineEnd) {
      let paragraph = try TextParagraph(String(part), fonts: fonts)
      for scalar in paragraph.missing where known.insert(scalar).inserted { missing.append(scalar) }
      if let width = style.maximumWidth, !paragraph.scalars.isEmpty {
        lines += try LineFitter(paragraph, fonts: fonts, size: style.size, maximumWidth: width).lines()
      } else {
        lines.append(try TextLine(0..<paragraph.scalars.count, of: paragraph, size: style.size, fonts: fonts))
      }
    }
    self.missing = missing
    lineCount = lines.count
    baseline = lines[0].ascent
    outlines = Self.outlines(of: lines, style: style, fonts: fonts)
  }

  /// Checks that a text has no control characters except line ends.
  ///
  /// - Throws: `.controlCharacter` with the first one that is not a line end.
  public static func check(_ text: String) throws(TextError) {
    for scalar in text.unicodeScalars where !isLineEnd(scalar) && scalar.properties.generalCategory == .control {
      throw .controlCharacter(scalar)
    }
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  private struct Key: Hashable {
    var font: Int
    var glyph: UInt32
  }

  private static func outlines(of lines: [TextLine], style: TextStyle, fonts: FontStack) -> TextOutlines {
    let width = onGrid(lines.reduce(0) { max($0, $1.width) })
    var glyphs: [TextOutlines.Glyph] = []
    var known: [Key: Int?] = [:]
    var top = 0.0
    for (number, line) in lines.enumerated() {
      if number > 0 { top += fonts.first.lineGap(style.size) }
      let baseline = top + line.ascent
      let left = onGrid(start(of: line, in: width, style.alignment))
      for placed in line.glyphs {
        let position = Point(x: onGrid(left + placed.x), y: onGrid(baseline + placed.y))
        let key = Key(font: placed.font, glyph: placed.glyph)
        if let index = known[key] {
          if let index { glyphs[index].places.append(position) }
          continue
        }
        let font = fonts.fonts[placed.font]
        let outline = font.outline(of: placed.glyph)
        known[key] = .some(outline.elements.isEmpty ? nil : glyphs.count)
        if outline.elements.isEmpty { continue }
        glyphs.append(TextOutlines.Glyph(unitsPerEm: font.unitsPerEm, outline: outline, places: [position]))
      }
      top = baseline + line.descent
    }
    return TextOutlines(width: width, height: top, glyphs: glyphs)
  }

  private static func start(of line: TextLine, in width: Double, _ alignment: TextStyle.Alignment?) -> Double {
    switch alignment ?? (line.isRightToLeft ? .right : .left) {
    case .left: 0
    case .center: (width - line.width) / 2
    case .right: width - line.width
    }
  }

  /// Rounded to 1/65,536 px, like the points of all paths, so that the recorded positions are those that were drawn.
  static func onGrid(_ value: Double) -> Double { (value * 65_536).rounded(.toNearestOrEven) / 65_536 + 0 }
}
