/// A laid-out line: its glyphs along a baseline.
struct TextLine {
  /// A glyph and the position of its origin, in pixels from the left end of the baseline, y downwards.
  struct Placed {
    var font: Int
    var glyph: UInt32
    var x: Double
    var y: Double
  }

  private(set) var glyphs: [Placed] = []
  /// Its advance in pixels.
  private(set) var width = 0.0
  /// Its ascent above and descent below the baseline, in whole pixels.
  private(set) var ascent: Double
  private(set) var descent: Double
  /// Whether its paragraph reads from right to left.
  let isRightToLeft: Bool

  /// Lays out a part of a paragraph, with a hyphen after it if it ends within a word.
  init(
    _ range: Range<Int>, of paragraph: TextParagraph, hyphen: TextParagraph.Hyphen? = nil, size: Double,
    fonts: FontStack
  ) throws(TextError) {
    isRightToLeft = paragraph.bidi.baseLevel == 1
    ascent = fonts.first.ascent(size)
    descent = fonts.first.descent(size)
    for part in paragraph.parts(ofLine: range, hyphen: hyphen) {
      let font = fonts.fonts[part.font]
      let scale = size / Double(font.unitsPerEm)
      ascent = max(ascent, font.ascent(size))
      descent = max(descent, font.descent(size))
      let shaped = try font.shape(part.text, part.range, script: part.script, isRightToLeft: part.isRightToLeft)
      for glyph in shaped {
        let x = width + Double(glyph.x) * scale
        glyphs.append(Placed(font: part.font, glyph: glyph.glyph, x: x, y: -Double(glyph.y) * scale))
        width += Double(glyph.advance) * scale
      }
    }
  }
}

extension Font {
  /// The ascent above the baseline in pixels, rounded up as in FreeType's size metrics: so the baselines of a text
  /// whose box is at whole pixels are at whole pixels too.
  func ascent(_ size: Double) -> Double { (Double(ascent) * size / Double(unitsPerEm)).rounded(.up) }

  /// The descent below the baseline in pixels, rounded up.
  func descent(_ size: Double) -> Double { (Double(descent) * size / Double(unitsPerEm)).rounded(.up) }

  /// The font's gap between the descent of a line and the ascent of the next, in whole pixels.
  func lineGap(_ size: Double) -> Double {
    (Double(max(0, lineDistance - ascent - descent)) * size / Double(unitsPerEm)).rounded()
  }
}
