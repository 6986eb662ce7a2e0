import Testing

@testable import PaintCLI
@testable import PaintTerminal

@Suite("Age") struct AgeTests {
  @Test(
    "uses the largest unit with at least one whole",
    arguments: [
      (-5, "just now"), (0, "just now"), (0.999, "just now"), (1, "1 s ago"), (59.9, "59 s ago"), (60, "1 min ago"),
      (3_599, "59 min ago"), (3_600, "1 h ago"), (86_399, "23 h ago"), (86_400, "1 day ago"), (172_800, "2 days ago"),
      (59.9 * 86_400, "59 days ago"), (61 * 86_400, "2 months ago"), (729 * 86_400, "23 months ago"),
      (730 * 86_400, "2 years ago"), (36_500 * 86_400, "100 years ago"),
    ] as [(Double, String)])
  func text(seconds: Double, text: String) {
    #expect(Age.text(milliseconds: Int(seconds * 1_000)) == text)
  }
}

@Suite("TextWidth") struct TextWidthTests {
  @Test(
    "width counts columns",
    arguments: [
      ("", 0), ("abc", 3), ("grün", 4), ("e\u{301}", 1), ("矩形", 4), ("한글", 4), ("🎨", 2), ("a\u{200b}b", 2), ("…", 1),
    ])
  func columns(text: String, columns: Int) {
    #expect(TextWidth.columns(text) == columns)
    #expect(TextWidth.columns(TextWidth.padded(text, to: 9)) == 9)
    for limit in 1...6 { #expect(TextWidth.columns(TextWidth.cut(text, to: limit)) <= limit) }
    #expect(TextWidth.cut(text, to: 9) == text)
  }
}

@Suite("ColorChip") struct ColorChipTests {
  @Test("an index is the nearest of the 240 colours, for colours of all kinds") func index() {
    func color(_ index: Int) -> [Int] {
      if index >= 232 { return [Int](repeating: 8 + 10 * (index - 232), count: 3) }
      return [36, 6, 1].map { ((index - 16) / $0) % 6 }.map { $0 == 0 ? 0 : 55 + 40 * $0 }
    }
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = Seeded(seed)
    for round in 0..<2_000 {
      var samples = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
      if round % 2 == 0 { samples = [samples[0], samples[0], samples[0]] }
      func distance(_ index: Int) -> Int {
        zip(color(index), samples).reduce(0) { $0 + ($1.0 - Int($1.1)) * ($1.0 - Int($1.1)) }
      }
      let found = ColorChip.index(of: .init(red: samples[0], green: samples[1], blue: samples[2]))
      let nearest = (16...255).map(distance).min() ?? 0
      #expect(distance(found) == nearest, "seed \(seed): \(samples)")
    }
  }

  @Test("the terminal's variables choose the palette") func palette() {
    #expect(ColorChip.palette(colorTerm: "truecolor", term: "xterm") == .trueColor)
    #expect(ColorChip.palette(colorTerm: "24bit", term: "xterm") == .trueColor)
    #expect(ColorChip.palette(colorTerm: nil, term: "xterm-direct") == .trueColor)
    #expect(ColorChip.palette(colorTerm: nil, term: "xterm-256color") == .indexed)
    #expect(ColorChip(.trueColor).text(nil) == "  ")
  }
}
