/// A line that is set: its glyphs along a baseline.
struct TextLine {
  /// A glyph and where its (0, 0) stands, in pixels from the beginning of the baseline, y downwards.
  struct Placed {
    var font: Int
    var glyph: UInt32
    var x: Double
    var y: Double
  }

  private(set) var glyphs: [Placed] = []
  /// Its advance in pixels.
  private(set) var width = 0.0
  /// How far it reaches above its baseline and below, in whole pixels.
  private(set) var ascent: Double
  private(set) var descent: Double
  /// Whether its paragraph reads from right to left.
  let isRightToLeft: Bool

  /// Sets a part of a paragraph.
  init(_ range: Range<Int>, of paragraph: TextParagraph, size: Double, fonts: FontStack) throws(TextError) {
    isRightToLeft = paragraph.bidi.baseLevel == 1
    ascent = fonts.first.ascent(size)
    descent = fonts.first.descent(size)
    for (item, isRightToLeft) in paragraph.parts(ofLine: range) {
      let font = fonts.fonts[item.font]
      let scale = size / Double(font.unitsPerEm)
      ascent = max(ascent, font.ascent(size))
      descent = max(descent, font.descent(size))
      let shaped = try font.shape(
        paragraph.codes, item.range, script: item.script, isRightToLeft: isRightToLeft)
      for glyph in shaped {
        let x = width + Double(glyph.x) * scale
        glyphs.append(Placed(font: item.font, glyph: glyph.glyph, x: x, y: -Double(glyph.y) * scale))
        width += Double(glyph.advance) * scale
      }
    }
  }
}

extension Font {
  /// How far letters reach above the baseline, in pixels rounded up, as FreeType rounds it for its sizes: so the
  /// baselines of a text whose box stands on whole pixels do so too.
  func ascent(_ size: Double) -> Double { (Double(ascent) * size / Double(unitsPerEm)).rounded(.up) }

  /// How far letters reach below the baseline, in pixels rounded up.
  func descent(_ size: Double) -> Double { (Double(descent) * size / Double(unitsPerEm)).rounded(.up) }

  /// What the font wants between the descent of a line and the ascent of the next, in whole pixels.
  func lineGap(_ size: Double) -> Double {
    (Double(max(0, lineDistance - ascent - descent)) * size / Double(unitsPerEm)).rounded()
  }
}
