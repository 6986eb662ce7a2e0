import Testing

@testable import PaintCLI

@Suite("Words of a line of bash")
struct ShellLineTests {
  /// A line in which `|` is the cursor, and how it is split.
  struct Case: CustomTestStringConvertible, Sendable {
    var line: String
    var before: [String]
    var word: String
    var fixed = 0
    var quote = ""
    var after: [String] = []

    var testDescription: String { line }
  }

  @Test(
    "are split as the shell splits them",
    arguments: [
      Case(line: "paint |", before: [], word: ""), Case(line: "paint st|", before: [], word: "st"),
      Case(line: "paint  stroke\tline |", before: ["stroke", "line"], word: ""),
      Case(line: "paint 'a b' \"c \\\" \\x\" d\\ e|", before: ["a b", "c \" \\x"], word: "d e"),
      Case(line: "paint --color=re|", before: [], word: "--color=re", fixed: 8),
      Case(line: "paint --color=|", before: [], word: "--color=", fixed: 8),
      Case(line: "paint a:b=c|", before: [], word: "a:b=c", fixed: 4),
      Case(line: "paint a\\:b|", before: [], word: "a:b"), Case(line: "paint 'a:b'c|", before: [], word: "a:bc"),
      Case(line: "paint 'a b|", before: [], word: "a b", quote: "'"),
      Case(line: "paint --font=\"De Sa|", before: [], word: "--font=De Sa", fixed: 7, quote: "\""),
      Case(line: "paint x:'y'z|", before: [], word: "x:yz", fixed: 2),
      Case(line: "paint $(echo a b) c|", before: ["$(echo a b)"], word: "c"),
      Case(line: "paint '' |", before: [""], word: ""), Case(line: "paint a\\|", before: [], word: "a"),
      Case(line: "paint status 2>err >out |", before: ["status"], word: ""),
      Case(line: "paint status > out <in -|", before: ["status"], word: "-"),
      Case(line: "paint go| x 'y z' >f w", before: [], word: "go", after: ["x", "y z", "w"]),
      Case(line: "paint go|to x", before: [], word: "go", after: ["x"]),
    ])
  func split(_ item: Case) {
    let sides = item.line.split(separator: "|", omittingEmptySubsequences: false).map { Array($0.utf8) }
    let line = ShellLine(head: sides[0], tail: sides[1], breaks: Array(" \t\n\"'@><=;|&(:".utf8))
    func texts(_ words: [[UInt8]]) -> [String] { words.map { String(decoding: $0, as: UTF8.self) } }
    #expect(texts(line.before) == item.before)
    #expect(texts(line.after) == item.after)
    #expect(texts([line.word]) == [item.word])
    #expect(line.fixed == item.fixed)
    #expect(line.quote.map { [$0] } ?? [] == Array(item.quote.utf8))
    #expect(!line.isTarget)
  }

  @Test("the target of a redirection is recognised", arguments: ["paint export - >fo", "paint status 2> fo"])
  func target(line: String) {
    #expect(ShellLine(head: Array(line.utf8), tail: [], breaks: []).isTarget)
  }

  @Test("any bytes are split without a trap, and never into more than they contain")
  func anything() {
    var random = Seeded(14)
    let pieces = [
      "'", "\"", "\\", " ", "=", ":", ">", "<", "(", ")", "$", "a", "--", "\u{1b}", "ü", "\n", "`", "&", "2",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      let cut = Int.random(in: 0...text.count, using: &random)
      let (head, tail) = (Array(text[..<cut].joined().utf8), Array(text[cut...].joined().utf8))
      let line = ShellLine(head: head, tail: tail, breaks: Array("=:".utf8))
      #expect(line.before.joined().count + line.word.count <= head.count && line.fixed <= line.word.count)
      let place = CompletionPlace(before: line.before, word: line.word, after: line.after)
      let answer = Completer.answer(at: place, from: CompletionSources(places: { _, _ in nil }, fonts: { [] }))
      #expect(line.word.starts(with: answer.kept), "\(text) \(cut)")
    }
  }
}
