import PaintRaster
import Testing

@testable import PaintText

@Suite("Text layout", .enabled(if: TestFonts.areAvailable, "no fonts or libraries on this machine"))
struct TextLayoutTests {
  private let fonts: FontStack

  init() throws { fonts = try TestFonts.latinStack() }

  private func layout(_ text: String, size: Double = 20, width: Double? = nil, align: TextStyle.Alignment? = nil)
    throws -> TextLayout
  {
    try TextLayout(text, style: TextStyle(size: size, maximumWidth: width, alignment: align), fonts: fonts)
  }

  /// The x positions of all glyphs, by line.
  private func lines(_ layout: TextLayout) -> [[Double]] {
    let places = layout.outlines.glyphs.flatMap(\.places)
    return Dictionary(grouping: places, by: \.y).sorted { $0.key < $1.key }.map { $0.value.map(\.x).sorted() }
  }

  @Test("a line's width is the sum of its advances; its height is ascent plus descent, in whole pixels")
  func box() throws {
    for size in [7.5, 12, 20, 71.3] {
      let one = try layout("mm", size: size).outlines
      let font = fonts.first
      let shaped = try font.shape(
        Array("mm".unicodeScalars.map(\.value)), 0..<2, script: 0x4c61_746e, isRightToLeft: false)
      let width = shaped.reduce(0) { $0 + Double($1.advance) * size / Double(font.unitsPerEm) }
      #expect(abs(one.width - width) < 1e-4)
      #expect(one.height == font.ascent(size) + font.descent(size))
      #expect(one.height == one.height.rounded())
      #expect(one.glyphs.count == 1 && one.glyphs[0].places.count == 2)
      #expect(one.glyphs[0].places.allSatisfy { $0.y == font.ascent(size) })
    }
  }

  @Test("line ends separate lines, including empty ones; control characters are rejected")
  func lineEnds() throws {
    let height = try layout("a").outlines.height
    #expect(try layout("").lineCount == 1)
    #expect(try layout("").outlines.glyphs.isEmpty)
    #expect(try layout("a\n\nb").lineCount == 3)
    #expect(try layout("a\n\nb").outlines.height >= 3 * height)
    #expect(try layout("a\u{2028}b\u{2029}c").lineCount == 3)
    for scalar: Unicode.Scalar in ["\t", "\r", "\0", "\u{1b}", "\u{7f}", "\u{85}"] {
      #expect(throws: TextError.controlCharacter(scalar)) { try layout("a\(scalar)b") }
    }
  }

  @Test("no line exceeds the maximum width, and no letter is lost")
  func breaking() throws {
    let text = "The quick brown fox jumps over the lazy dog, unquestionably; (and so on) — etc."
    let all = try layout(text).outlines.glyphs.reduce(0) { $0 + $1.places.count }
    let widest = try layout(text).outlines.width
    for width in [20.0, 55, 100, 200, 333, widest, widest + 0.001] {
      let set = try layout(text, width: width)
      #expect(set.outlines.width <= width)
      #expect(set.outlines.glyphs.reduce(0) { $0 + $1.places.count } == all)
      if width >= widest { #expect(set.lineCount == 1) }
    }
    // A width that is too narrow for a letter gives one letter per line.
    #expect(try layout("abc", width: 0.5).lineCount == 3)
    #expect(try layout("ab cd", width: 40).lineCount == 2)
    #expect(try lines(layout("ab cd", width: 40)).map(\.count) == [2, 2])
    // Spaces at the end of a line have no width.
    #expect(
      try layout("ab     cd", width: 40).outlines.width == max(layout("ab").outlines.width, layout("cd").outlines.width)
    )
  }

  @Test("shorter lines are aligned left, centred or right")
  func alignment() throws {
    let (wide, narrow) = (try layout("mmmm").outlines.width, try layout("mm").outlines.width)
    for (align, start) in [(nil, 0), (.left, 0), (.center, (wide - narrow) / 2), (.right, wide - narrow)]
      as [(TextStyle.Alignment?, Double)]
    {
      let lines = try lines(layout("mmmm\nmm", align: align))
      #expect(lines.count == 2 && lines[0][0] == 0)
      #expect(abs(lines[1][0] - start) < 1e-4)
    }
  }

  @Test("a right-to-left paragraph is laid out from right to left, and aligned right by default")
  func rightToLeft() throws {
    guard TestFonts.stack("DejaVu Sans") != nil else { return }
    let fonts = try FontLibrary().fonts(named: "DejaVu Sans")
    let style = TextStyle(size: 20)
    let set = try TextLayout("אבג\nא", style: style, fonts: fonts).outlines
    let alef = try #require(set.glyphs.first { $0.places.count == 2 })
    #expect(alef.places.map { $0.x }.max() == alef.places.map { $0.x }.min())
    let left = try TextLayout("אבג\nא", style: TextStyle(size: 20, alignment: .left), fonts: fonts).outlines
    #expect(left.glyphs.flatMap(\.places).filter { $0.y > 25 }.map(\.x) == [0])
  }

  @Test("outlines move with their box and grow with their size")
  func path() throws {
    let outlines = try layout("Ag").outlines
    let here = outlines.path(at: Point(x: 0, y: 0), size: 20)
    let there = outlines.path(at: Point(x: 8, y: -4), size: 20)
    #expect(here.elements.count == there.elements.count && !here.elements.isEmpty)
    for (a, b) in zip(here.elements, there.elements) {
      guard case .line(let a) = a, case .line(let b) = b else { continue }
      #expect(abs(b.x - a.x - 8) < 1e-9 && abs(b.y - a.y + 4) < 1e-9)
    }
  }
}
