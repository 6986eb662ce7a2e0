import PaintTestSupport
import Testing

@testable import PaintCLI
@testable import PaintTerminal

@Suite("Help on a terminal")
struct HelpRendererTests {
  /// All pages of help.
  private static var pages: [HelpDocument] {
    [HelpPage.start, HelpPage.overview, HelpPage.group("stroke")] + CommandTable.all.map(HelpPage.command)
      + HelpTopic.allCases.map(\.page)
  }

  @Test("no line is wider than the terminal, except words and code; no word is lost", arguments: [20, 37, 60, 80, 100])
  func wraps(width: Int) {
    let renderer = HelpRenderer(width: width)
    for page in Self.pages {
      let text = renderer.text(page)
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n") && !text.contains("\n\n\n"), "\(text)")
      let code = Self.code(page)
      for line in text.split(separator: "\n") where TextWidth.columns(String(line)) > width {
        let words = line.split(separator: " ")
        #expect(words.count == 1 || code.contains(String(line.drop { $0 == " " })), "\(width): \(line)")
      }
      #expect(!text.split(separator: "\n").contains { $0.hasSuffix(" ") })
      #expect(Self.words(text) == Self.words(HelpRenderer(width: 100_000).text(page)))
    }
  }

  @Test("words fill the lines: none would fit on the line before")
  func isGreedy() {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<200 {
      let words = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        String(repeating: "x", count: Int.random(in: 1...12, using: &random))
      }
      let width = Int.random(in: 20...90, using: &random)
      let text = HelpRenderer(width: width).text(HelpDocument([.paragraph(words.joined(separator: " "))]))
      let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(\.count) }
      #expect(lines.joined().elementsEqual(words.map(\.count)))
      for (line, next) in zip(lines, lines.dropFirst()) {
        #expect(line.reduce(line.count - 1, +) <= width)
        #expect(line.reduce(line.count, +) + (next.first ?? 0) > width)
      }
    }
  }

  @Test("meanings keep their column when they continue, and are below a term that is too long")
  func hangs() {
    let page = HelpDocument([
      .definitions([
        .init("--width W", "the width of the line in pixels, over 0"), .init("-a", "short"),
        .init("--a-very-long-option-with WORDS", "its meaning"),
      ])
    ])
    #expect(
      HelpRenderer(width: 60).text(page) == """
          --width W  the width of the line in pixels, over 0
          -a         short
          --a-very-long-option-with WORDS
                     its meaning

        """)
    #expect(
      HelpRenderer(width: 30).text(page) == """
          --width W
              the width of the line in
              pixels, over 0
          -a
              short
          --a-very-long-option-with
            WORDS
              its meaning

        """)
  }

  @Test(
    "the width is that of COLUMNS, then of the terminal, then 80; at most 100, at least 20",
    arguments: [
      (nil, nil, 80), (nil, 72, 72), (nil, 300, 100), ("60", nil, 60), ("60", 72, 60), ("1", 72, 20), ("", 72, 72),
      ("0", 72, 72), ("-5", nil, 80), ("x", 72, 72), ("99999999999999999999", 72, 72), ("500", nil, 100),
    ] as [(String?, Int?, Int)])
  func width(variable: String?, terminal: Int?, width: Int) {
    #expect(HelpRenderer(variable: variable, terminal: terminal).width == width)
  }

  private static func code(_ page: HelpDocument) -> Set<String> {
    var lines: Set<String> = []
    for block in page.blocks {
      switch block {
      case .code(let code): lines.formUnion(code.map { String($0.drop { $0 == " " }) })
      case .examples(let examples): lines.formUnion(examples.map(\.line))
      default: break
      }
    }
    return lines
  }

  private static func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" } }
}
