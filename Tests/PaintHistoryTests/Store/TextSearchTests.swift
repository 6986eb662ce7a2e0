import PaintTestSupport
import Testing

@testable import PaintHistory

@Suite("TextSearch") struct TextSearchTests {
  @Test(
    "finds a text ignoring case",
    arguments: [
      ("", "", true), ("", "abc", true), ("a", "", false), ("abc", "ab", false), ("ABC", "xxabcx", true),
      ("abc", "xABC", true), ("aab", "aaab", true), ("@", "`", false), ("[", "{", false), ("ÜB", "grüb", true),
      ("grü", "GRÜN", true), ("é", "e", false), ("a\u{0}b", "xA\u{0}B", true),
    ])
  func finds(text: String, other: String, isThere: Bool) {
    #expect(TextSearch(text).isFound(in: other) == isThere)
  }

  @Test("agrees with a simple search") func oracle() {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let letters = Array("aAbB")
      func text(_ most: Int) -> String {
        String((0..<Int.random(in: 0...most, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
      }
      let (wanted, other) = (text(4), text(12))
      let lowered = Array(other.lowercased())
      let isThere = (0...lowered.count).contains { lowered[$0...].starts(with: wanted.lowercased()) }
      #expect(TextSearch(wanted).isFound(in: other) == isThere, "seed \(seed): \(wanted) in \(other)")
    }
  }
}
