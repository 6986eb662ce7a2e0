import Testing

@testable import PaintText

/// Compares glyphs and their positions with HarfBuzz's own program.
@Suite("Shaping")
struct ShapingTests {
  static let samples: [(family: String, text: String)] = [
    ("DejaVu Sans", "Hello, AVAWA fi ffl Tée"), ("DejaVu Sans", "e\u{301}\u{323}o\u{308}\u{304} Z\u{351}"),
    ("DejaVu Sans", "مرحبا بالعالم"), ("DejaVu Serif", "Ταχίστη αλώπηξ"), ("DejaVu Sans Mono", "x != y"),
    ("Noto Naskh Arabic", "السَّلَامُ عَلَيْكُمْ ١٢٣"), ("Noto Naskh Arabic", "لا إله الله"),
    ("Noto Sans Arabic", "ﷺ كتاب"), ("Noto Sans Hebrew", "שָׁלוֹם עוֹלָם"),
    ("Noto Sans Devanagari", "नमस्ते क्षत्रिय र्क्षि"), ("Noto Serif Devanagari", "हिन्दी श्री कृष्ण"),
    ("Noto Sans Bengali", "বাংলা ভাষা ক্ষি"), ("Noto Sans Tamil", "தமிழ் கௌ"), ("Noto Sans Thai", "ภาษาไทย น้ำ"),
    ("Noto Sans Khmer", "ភាសាខ្មែរ"), ("Noto Sans Myanmar", "မြန်မာဘာသာ"), ("Symbola", "😀🎉❤\u{fe0f}"),
    ("Symbola", "👩\u{200d}🚀"),
  ]

  @Test(
    "glyphs, clusters, offsets and advances equal those of hb-shape",
    .enabled(if: TestFonts.hasHBShape, "hb-shape is not on this machine"), arguments: samples)
  func sameAsProgram(family: String, text: String) throws {
    // A family that is not installed is skipped.
    guard let fonts = TestFonts.stack(family) else { return }
    let font = fonts.first
    let paragraph = try TextParagraph(text, fonts: fonts)
    let count = paragraph.scalars.count
    let isRightToLeft = paragraph.bidi.baseLevel == 1
    let script = try #require(paragraph.items.first?.script)
    let glyphs = try font.shape(paragraph.codePoints, 0..<count, script: script, isRightToLeft: isRightToLeft)
    let ours = glyphs.map { glyph in
      let offset = glyph.x == 0 && glyph.y == 0 ? "" : "@\(glyph.x),\(glyph.y)"
      return "\(glyph.glyph)=\(glyph.cluster)\(offset)+\(glyph.advance)"
    }
    let command = "LC_ALL=C.UTF-8 hb-shape --no-glyph-names --face-index=\(font.face) '\(font.path)' '\(text)'"
    let theirs = try #require(TestFonts.output(of: command))
    #expect("[\(ours.joined(separator: "|"))]\n" == theirs)
  }

  @Test(
    "a part is shaped in the context of its neighbours: letters join across parts", .enabled(if: TestFonts.areAvailable)
  )
  func context() throws {
    guard let font = TestFonts.stack("DejaVu Sans")?.first else { return }
    let codePoints = "ببب".unicodeScalars.map(\.value)
    func glyphs(_ part: Range<Int>) throws -> [UInt32] {
      try font.shape(codePoints, part, script: 0x4172_6162, isRightToLeft: true).map(\.glyph)
    }
    let whole = try glyphs(0..<3)
    #expect(try whole == glyphs(2..<3) + glyphs(1..<2) + glyphs(0..<1))
    #expect(Set(whole).count == 3)
  }
}
