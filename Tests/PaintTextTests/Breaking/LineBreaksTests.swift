import Testing

@testable import PaintText

@Suite("Line breaks")
struct LineBreaksTests {
  /// The text with a bar at each line break opportunity.
  private func marked(_ text: String) -> String {
    var isStart: [Bool] = []
    for character in text { isStart += character.unicodeScalars.indices.enumerated().map { $0.offset == 0 } }
    let scalars = Array(text.unicodeScalars)
    let breaks = LineBreaks(scalars, isClusterStart: isStart)
    var marked = String.UnicodeScalarView()
    for (scalar, isAllowed) in zip(scalars, breaks.isAllowed) {
      if isAllowed { marked.append("|") }
      marked.append(scalar)
    }
    return String(marked)
  }

  @Test(
    "after spaces and hyphens, around ideographs, never before closing punctuation",
    arguments: [
      "one |two |three", "a  |b", " |a", "", "a", "word-|break", "a |-b |c", "x |-1", "no-1", "a\u{a0}b |c",
      "a\u{2060}b", "a\u{200b}|b", "and/|or |1/2", "(a |b)", "( a", "a !b |c",
      "a, |b; |c", "say |“hi |you”", "wait|—|what", "日|本|語", "日|本。|語", "「日|本」|語", "カー",
      "a\u{ad}|b", "a\u{ad}\u{ad}|b", "a\u{ad} |b", "a\u{ad}.", "(\u{ad}|a", "a\u{ad}\u{301}|b", "a\u{ad}\u{2060}b",
      "a\u{ad}\u{a0}b", "א\u{ad}|ב", "日|本\u{ad}|語", "1\u{ad}|2", "a|日", "日|a", "한|국", "e\u{301} |x", "a|😀|😀",
      "👩\u{200d}🚀",
    ])
  func places(expected: String) {
    let text = expected.filter { $0 != "|" }
    #expect(marked(text) == expected)
  }
}
