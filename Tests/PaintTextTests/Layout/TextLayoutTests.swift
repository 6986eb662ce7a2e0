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

  @Test(
    "a line that ends at a soft hyphen is the line with a hyphen there; other soft hyphens are invisible",
    arguments: [
      ["Donau", "dampf", "schiff", "fahrt"], ["fly", "ing ", "To", "Va", "ff", "fi", "ir"], ["W", "i", "i", "i", "m"],
      ["дом", "ра", "бота"], ["שלו", "ם ", "עו", "לם"], ["Stof", "fi", "ger"],
    ])
  func softHyphens(parts: [String]) throws {
    let whole = try layout(parts.joined()).outlines
    #expect(try layout(parts.joined(separator: "\u{ad}")).outlines == whole)
    for width in stride(from: 30.0, through: whole.width + 20, by: 3.7) {
      // The longest line that fits, one after the other; only for parts that each fit in a line.
      var rest = parts[...]
      var expected: [String] = []
      while !rest.isEmpty {
        var chosen: (count: Int, line: String)?
        for count in 1...rest.count {
          var line = rest.prefix(count).joined()
          let endsWord = line.last != " "
          while line.last == " " { line.removeLast() }
          if count < rest.count, endsWord { line += "\u{2010}" }
          if try layout(line).outlines.width <= width { chosen = (count, line) }
        }
        guard let chosen else { break }
        expected.append(chosen.line)
        rest = rest.dropFirst(chosen.count)
      }
      guard rest.isEmpty else { continue }
      for align in TextStyle.Alignment.allCases {
        let broken = try layout(parts.joined(separator: "\u{ad}"), width: width, align: align)
        let written = try layout(expected.joined(separator: "\n"), align: align)
        #expect(lines(broken) == lines(written), "\(width) \(expected)")
      }
    }
  }

  @Test(
    "the hyphen of a right-to-left word is at its left, also in a left-to-right line; a lone soft hyphen shows none")
  func directionOfHyphens() throws {
    guard let fonts = TestFonts.stack("DejaVu Sans") else { return }
    func layout(_ text: String, width: Double? = nil) throws -> TextOutlines {
      let style = TextStyle(size: 20, maximumWidth: width, alignment: .left)
      return try TextLayout(text, style: style, fonts: fonts).outlines
    }
    // Marks give each line the direction that the whole paragraph has.
    for (text, first, second) in [
      ("abc שלו\u{ad}שלום", "abc שלו\u{2010}\u{200f}", "\u{200e}שלום"),
      ("שלום ab\u{ad}cdefg", "שלום ab\u{2010}\u{200e}", "\u{200f}cdefg"),
    ] {
      let width = try layout(first).width
      #expect(try layout(text, width: width + 1) == layout(first + "\n" + second))
    }
    for text in ["abc \u{ad}mmmm", "abc\u{ad} mmmm", "\u{ad}abc mmmm", "abc mmmm\u{ad}", "abc\nmmmm\u{ad}"] {
      #expect(try layout(text, width: layout("mmmm").width) == layout("abc\nmmmm"))
    }
    #expect(try layout("W\u{ad}W", width: 20) == layout("W\nW"))
    #expect(try layout("\u{ad}", width: 20) == layout(""))
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
