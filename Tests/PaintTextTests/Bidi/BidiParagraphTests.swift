import Testing

@testable import PaintText

/// Cases derived from the rules of UAX #9; capital letters represent Hebrew, lowercase ones Latin.
@Suite("Bidirectional text")
struct BidiParagraphTests {
  /// The visual order, from left to right, of a paragraph in one line.
  private func seen(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      guard ("A"..."Z").contains(scalar) else { return scalar }
      return Unicode.Scalar(0x5d0 + scalar.value - 0x41) ?? scalar
    }
    let paragraph = BidiParagraph(scalars)
    let typed = Array(text.unicodeScalars)
    var order = String.UnicodeScalarView()
    for run in paragraph.runs(ofLine: 0..<scalars.count) {
      order.append(contentsOf: run.isRightToLeft ? typed[run.range].reversed() : Array(typed[run.range]))
    }
    // The standard does not define the positions of invisible characters.
    return String(order.filter { !BidiClass($0).isRemoved })
  }

  @Test(
    "runs, numbers, neutrals and brackets have the order of the standard",
    arguments: [
      ("car is THE CAR in arabic", "car is RAC EHT in arabic"), ("CAR IS the car", "the car SI RAC"),
      ("abc", "abc"), ("ABC", "CBA"), ("", ""), ("...", "..."),
      // Numbers are left to right, with their terminators and the separators between two of them.
      ("AB 12 CD", "DC 12 BA"), ("AB 1,234.5 CD", "DC 1,234.5 BA"), ("AB $12% CD", "DC $12% BA"),
      ("AB 1+2 C", "C 1+2 BA"),
      ("he said A1, B2", "he said 2B ,1A"), ("AB -5", "5- BA"),
      // After Arabic letters they are Arabic numbers, and terminators are not part of them.
      ("\u{628} 12% A", "A %12 \u{628}"), ("a 12 B", "a 12 B"),
      // Neutrals between two directions take the paragraph's.
      ("A b", "b A"), ("a B!", "a B!"), ("A! b", "b !A"), ("a - B - C - d", "a - C - B - d"),
      // Brackets take the direction of their content, or of the preceding text.
      ("ABC(xyz)DEF", "FED)xyz(CBA"), ("a (B) c", "a (B) c"), ("A (b c) D", "D )b c( A"), ("a (B c) D", "a (B c) D"),
      ("A \u{ff62}b c\u{ff63} D", "D \u{ff63}b c\u{ff62} A"),
      ("smith (fabrikam ARABIC) HEBREW", "smith (fabrikam CIBARA) WERBEH"),
      // White space at the end has the paragraph's level.
      ("AB  ", "  BA"), ("ab C ", "ab C "),
      // Marks follow their base character.
      ("A\u{301}B", "B\u{301}A"), ("a\u{301}", "a\u{301}"),
      // Isolates, embeddings and overrides.
      ("a \u{2067}B c\u{2069} D", "a \u{2067}c B\u{2069} D"), ("\u{2067}A b\u{2069} c", "\u{2067}b A\u{2069} c"),
      ("A \u{2068}b C\u{2069} D", "D \u{2069}b C\u{2068} A"), ("\u{202e}abc\u{202c} d", "cba d"), ("a\u{ad}B", "aB"),
      ("\u{200f}a b", "a b\u{200f}"),
    ])
  func order(text: String, expected: String) {
    #expect(seen(text) == expected)
  }

  @Test("levels never exceed the maximum, however deeply embeddings and isolates are nested")
  func depth() {
    for opening: Unicode.Scalar in ["\u{202a}", "\u{202b}", "\u{202e}", "\u{2066}", "\u{2067}", "\u{2068}"] {
      let nested = [Unicode.Scalar](repeating: opening, count: 300) + ["a", "\u{5d0}", "1"]
      let closing: Unicode.Scalar = opening.value < 0x2060 ? "\u{202c}" : "\u{2069}"
      let levels = BidiParagraph(nested + [Unicode.Scalar](repeating: closing, count: 300) + ["a"]).levels
      #expect(levels.allSatisfy { $0 <= BidiParagraph.maximumDepth + 1 })
      #expect(levels.last == 0 || levels.last == 1 || levels.last == 2)
    }
  }

  @Test("every character of a line is shown once, for random text and random lines")
  func permutation() {
    let pool: [Unicode.Scalar] = [
      "a", "b", "\u{5d0}", "\u{5d1}", "\u{628}", "\u{62a}", "1", "2", "\u{661}", "+", "$", ",", "\u{301}", " ", "!",
      "(",
      ")", "[", "]", "\u{202a}", "\u{202b}", "\u{202c}", "\u{202d}", "\u{202e}", "\u{2066}", "\u{2067}", "\u{2068}",
      "\u{2069}", "\u{ad}",
    ]
    var state: UInt64 = 42
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<3_000 {
      let scalars = (0..<next(30)).map { _ in pool[next(pool.count)] }
      let paragraph = BidiParagraph(scalars)
      let start = next(scalars.count + 1)
      let line = start..<start + next(scalars.count - start + 1)
      #expect(paragraph.runs(ofLine: line).flatMap { Array($0.range) }.sorted() == Array(line))
    }
  }

  @Test("long text of brackets, embeddings and isolates that crashes libfribidi 1.0.8 is resolved")
  func longText() {
    let pool: [Unicode.Scalar] = [
      "a", "\u{5d0}", "\u{628}", "1", "(", ")", "[", "]", "\u{202a}", "\u{202b}", "\u{202c}", "\u{2066}", "\u{2067}",
      "\u{2069}", " ", "+",
    ]
    var state: UInt32 = 1
    let scalars = (0..<10_000).map { _ in
      state = state &* 1_103_515_245 &+ 12_345
      return pool[Int(state >> 16 & 15)]
    }
    let runs = BidiParagraph(scalars).runs(ofLine: 0..<scalars.count)
    #expect(runs.flatMap { Array($0.range) }.sorted() == Array(0..<scalars.count))
  }

  @Test(
    "classes equal those of the Unicode character database",
    arguments: [
      (0x41, .l), (0x5d0, .r), (0x628, .al), (0x30, .en), (0x2b, .es), (0x24, .et), (0x661, .an), (0x2c, .cs),
      (0x300, .nsm), (0xad, .bn), (0x2029, .b), (0x09, .s), (0x20, .ws), (0x21, .on), (0x202a, .lre), (0x202d, .lro),
      (0x202b, .rle), (0x202e, .rlo), (0x202c, .pdf), (0x2066, .lri), (0x2067, .rli), (0x2068, .fsi), (0x2069, .pdi),
      (0, .bn), (0x378, .l), (0x5ff, .r), (0x6f5, .en), (0x10ffff, .bn), (0x1f600, .on), (0x905, .l), (0x200f, .r),
      (0x61c, .al), (0xff11, .en), (0x1e900, .r), (0x3042, .l), (0x3001, .on), (0xcbf, .l), (0x1d2c0, .l),
      (0x1e4f0, .l), (0x870, .al),
    ] as [(UInt32, BidiClass)])
  func classes(code: UInt32, expected: BidiClass) throws {
    #expect(BidiClass(try #require(Unicode.Scalar(code))) == expected)
  }
}
