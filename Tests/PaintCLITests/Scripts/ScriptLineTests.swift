import Testing

@testable import PaintCLI

@Suite("ScriptLine") struct ScriptLineTests {
  @Test(
    "splits like a POSIX shell, without expansion",
    arguments: [
      ("", []), ("   \t ", []), ("# a comment", []), ("  # 'unclosed", []), ("undo", ["undo"]),
      ("  undo \t 3  ", ["undo", "3"]), ("a # b", ["a", "#", "b"]), ("a #b", ["a", "#b"]), ("'#'", ["#"]),
      ("\\#a", ["#a"]), ("'a b' c", ["a b", "c"]), (#""a b" c"#, ["a b", "c"]), ("a'b'\"c\"d", ["abcd"]),
      ("''", [""]), (#""" ''"#, ["", ""]), ("a '' b", ["a", "", "b"]), (#"a\ b"#, ["a b"]), (#"\a\\\'"#, [#"a\'"#]),
      (#"'a\'"#, [#"a\"#]), (#""a\"b\\c\$d\`e\n""#, [#"a"b\c$d`e\n"#]), ("'\"'", ["\""]), (#""'""#, ["'"]),
      ("$HOME `ls` *.png ~ a;b|c&d {x,y}", ["$HOME", "`ls`", "*.png", "~", "a;b|c&d", "{x,y}"]),
      ("--name 'Größe 名'", ["--name", "Größe 名"]), (#"\é"#, ["é"]), ("a\u{a0}b", ["a\u{a0}b"]), ("a\rb", ["a\rb"]),
      (#"$'a b'c"#, ["a bc"]), (#"$'\n\r\t\a\b\f\v\e\\\'\"\?'"#, ["\n\r\t\u{7}\u{8}\u{c}\u{b}\u{1b}\\'\"?"]),
      (#"$'\x1b]0;x\x07'"#, ["\u{1b}]0;x\u{7}"]), (#"$'\33[\0101\xc3\xa9é'"#, ["\u{1b}[\u{8}1éé"]), (#"$''"#, [""]),
      (#"a$"b" "$'c'" '$'"#, ["a$b", "$'c'", "$"]),
    ] as [(String, [String])])
  func splits(line: String, words: [String]) throws {
    #expect(try split(line) == words)
  }

  @Test(
    "an error has the column",
    arguments: [
      ("a 'b c", "column 3: the quote ' is not closed"), (#"é "b"#, #"column 3: the quote " is not closed"#),
      (#"ab\"#, "column 3: nothing after the backslash"), (#""a\"#, #"column 1: the quote " is not closed"#),
      ("ab\u{0}c", "column 3: a NUL character"), ("'a\u{0}'", "column 3: a NUL character"),
      ("a $'b", "column 3: the quote $' is not closed"), (#"$'\x00'"#, "column 3: a NUL character"),
      (#"$'\q'"#, "column 3: a backslash that means nothing between $' and '"),
      (#"$'\777'"#, "column 3: a backslash that means nothing between $' and '"),
      (#"$'\xff'"#, "column 3: not UTF-8"),
    ])
  func fails(line: String, message: String) {
    #expect(throws: Failure(.badScript, message)) { try split(line) }
  }

  @Test("invalid UTF-8 is an error of the line", arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0x80]])
  func encoding(bytes: [UInt8]) {
    let line = Array("pick 'ä".utf8) + bytes + Array("'".utf8)
    var words = Words()
    do {
      try ScriptLine.split(line.span, into: &words)
      Issue.record("it was read")
    } catch {
      #expect(error == Failure(.badScript, "column 8: not UTF-8"))
    }
  }

  @Test("every quoted word is read back, also between other words")
  func quotingRoundTrip() throws {
    let seed: UInt64 = 46
    var random = Seeded(seed)
    let alphabet = Array("ab#'\"\\$` \t*é名~!-=,%;|&<>()[]{}?^\r\n\t\u{1b}\u{7}\u{7f}\u{85}\u{200f}\u{2028}\u{202e}")
    for _ in 0..<3_000 {
      let words = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        String((0..<Int.random(in: 0...6, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      }
      let line = words.map(ShellQuoting.quoted).joined(separator: " ")
      #expect(try split(line) == words, "\(line), seed \(seed)")
      #expect(!line.unicodeScalars.contains(where: Failure.isControl), "\(line), seed \(seed)")
    }
  }

  @Test("plain words are written without quotes, all others with quotes")
  func quoting() {
    for word in ["a", "1,2", "-10,-4.5", "100%-60", "/tmp/a.png", "--dash=4,2", "Größe"] {
      #expect(ShellQuoting.quoted(word) == word)
    }
    for (word, text) in [("", "''"), ("#fff", "'#fff'"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("$x", "'$x'")] {
      #expect(ShellQuoting.quoted(word) == text)
    }
  }

  private func split(_ line: String) throws(Failure) -> [String] {
    let bytes = Array(line.utf8)
    var words = Words()
    try ScriptLine.split(bytes.span, into: &words)
    return words.all.map(words.text)
  }
}
