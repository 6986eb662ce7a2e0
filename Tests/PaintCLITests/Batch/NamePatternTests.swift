import Testing

@testable import PaintCLI

@Suite("NamePattern") struct NamePatternTests {
  private static let table: [(pattern: String, matching: [String], others: [String])] = [
    ("a.jpg", ["a.jpg"], ["A.jpg", "a.jpgx", "xa.jpg", "a?jpg", ""]),
    ("", [""], ["a"]),
    ("*", ["a", "a b", "é", "-", "*", "a.b.c"], [".a", ".", ".."]),
    (".*", [".a", "."], ["a", "a.b"]),
    ("*.jpg", ["a.jpg", "a.b.jpg", "*.jpg"], [".jpg", "a.jpeg", "a.jpg ", "jpg"]),
    ("a*b*c", ["abc", "aXbYc", "abcbc", "aabbcc", "abbbbc"], ["ac", "ab", "abcd", "bac"]),
    ("**a**", ["a", "xay"], ["", "x"]),
    ("?", ["a", "é", "日", "🙂", "?"], ["", "ab", "."]),
    ("a?c", ["abc", "aéc"], ["ac", "abbc"]),
    ("?a", ["xa"], [".a"]),
    ("[abc]", ["a", "b", "c"], ["d", "", "ab", "["]),
    ("[a-cx]1", ["a1", "b1", "c1", "x1"], ["d1", "-1", "y1"]),
    ("[!a-c]", ["d", "é", "!"], ["a", "b", "c", ""]),
    ("[^a]", ["b", "^"], ["a"]),
    ("[]a]", ["]", "a"], ["[", "b"]),
    ("[!]]", ["a"], ["]"]),
    ("[a-]", ["a", "-"], ["b"]),
    ("[-a]", ["a", "-"], ["b"]),
    ("[c-a]", [], ["a", "b", "c", "-"]),
    ("[а-я]", ["б"], ["b"]),
    ("[.]a", [], [".a", "a"]),
    ("[\\]a]", ["]", "a"], ["\\"]),
    ("[a", ["[a"], ["a"]),
    ("a[", ["a["], ["a"]),
    ("[", ["["], [""]),
    ("[]", ["[]"], ["", "["]),
    ("[!]", ["[!]"], ["a"]),
    ("IMG[1].png", ["IMG1.png"], ["IMG[1].png"]),
    ("IMG[[]1].png", ["IMG[1].png"], ["IMG1.png"]),
    ("\\*", ["*"], ["a", "\\*"]),
    ("\\[a]", ["[a]"], ["a"]),
    ("a\\", ["a\\"], ["a"]),
    ("*\\", ["a\\"], ["a"]),
  ]

  @Test("a pattern matches as in a shell", arguments: table.indices)
  func matching(number: Int) {
    let (pattern, matching, others) = Self.table[number]
    for name in matching { #expect(NamePattern(pattern.utf8).matches(name.utf8), "\(pattern): \(name)") }
    for name in others { #expect(!NamePattern(pattern.utf8).matches(name.utf8), "\(pattern): \(name)") }
  }

  @Test("only names with *, ? or a whole set are patterns")
  func names() {
    for name in ["", "a", "a.b", "[", "]", "a]b[", "[]", "\\*", "a\\?b", "é", "{a,b}"] {
      #expect(NamePattern(name.utf8).isName, "\(name)")
    }
    for pattern in ["*", "?", "[a]", "x[!a]y", "[[]", "\\\\*"] {
      #expect(!NamePattern(pattern.utf8).isName, "\(pattern)")
    }
  }

  @Test("a byte that is not UTF-8 is one character")
  func bytes() {
    #expect(NamePattern("a?b".utf8).matches([0x61, 0xff, 0x62]))
    #expect(NamePattern("?".utf8).matches([0xc3]))
    #expect(!NamePattern("?".utf8).matches([0xff, 0xfe]))
    #expect(NamePattern([0x2a, 0xff]).matches([0x61, 0xff]))
    #expect(!NamePattern([0xff]).matches([0xfe]))
    #expect(!NamePattern("[!a]".utf8).matches([0x61]))
  }

  @Test("it agrees with a definition by recursion on all short patterns and names")
  func exhaustive() {
    func definition(_ pattern: Substring, _ name: Substring) -> Bool {
      guard let first = pattern.first else { return name.isEmpty }
      let rest = pattern.dropFirst()
      if first == "*" { return definition(rest, name) || !name.isEmpty && definition(pattern, name.dropFirst()) }
      guard let character = name.first, first == "?" || first == character else { return false }
      return definition(rest, name.dropFirst())
    }
    let patterns = Self.words(of: ["a", "b", "?", "*"], upTo: 5)
    let names = Self.words(of: ["a", "b"], upTo: 5)
    for pattern in patterns {
      let read = NamePattern(pattern.utf8)
      for name in names {
        #expect(read.matches(name.utf8) == definition(pattern[...], name[...]), "\(pattern): \(name)")
      }
    }
  }

  private static func words(of letters: [String], upTo length: Int) -> [String] {
    var all = [""]
    var last = all
    for _ in 0..<length {
      last = last.flatMap { word in letters.map { word + $0 } }
      all += last
    }
    return all
  }
}
