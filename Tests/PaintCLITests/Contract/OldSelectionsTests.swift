import PaintTestSupport
import Testing

/// A frozen document of format 2 with selections, pictures of bases, and edits through masks.
@Suite("Contract: selections and bases of a document of format 2")
struct OldSelectionsTests {
  private static let fixtures = ShellScript.project.appending("Fixtures/documents").string

  /// A line of `selection-2.txt`.
  private struct Line {
    var number: String
    var size: String
    var picture: String
    var mask: String
    var cleared: String
    var erased: String
  }

  private let shell: Shell
  private let lines: [Line]

  init() throws {
    shell = try Shell()
    _ = try shell.sh("cp -r '\(Self.fixtures)/selection-2' art.paint")
    lines = try shell.sh("cat '\(Self.fixtures)/selection-2.txt'").lines.map { line in
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 6)
      return Line(
        number: words[0], size: words[1], picture: words[2], mask: words[3], cleared: words[4], erased: words[5])
    }
    try #require(lines.count == 18)
  }

  private func expectShown(_ note: Comment) throws {
    for line in lines {
      let shown = try shell.paint("show \(line.number) --json").json
      #expect(shown["fingerprint"].text == line.picture, "\(note), r\(line.number)")
      #expect(shown["selection"]["fingerprint"].text ?? "none" == line.mask, "\(note), r\(line.number)")
    }
  }

  /// Moves to every revision, draws through its mask, and erases everything: this needs the pixels of masks and bases.
  private func expectAll(_ note: Comment) throws {
    try expectShown(note)
    for line in lines {
      _ = try shell.sh("rm -rf probe.paint && cp -r art.paint probe.paint")
      for (script, expected) in [
        ("clear red", line.cleared), ("select none\nstroke eraser 0,0 100,80 --width 400", line.erased),
      ] {
        try shell.write("script", "goto \(line.number)\n\(script)\n")
        let drawn = try shell.paint("-d probe.paint batch script")
        #expect(drawn.code == 0, "\(note), r\(line.number): \(drawn)")
        let found = try shell.paint("-d probe.paint status --json").json["fingerprint"].text
        #expect(found == expected, "\(note), r\(line.number): \(script)")
      }
    }
    #expect(try shell.paint("-d art.paint check").code == 0, note)
    _ = try shell.sh("rm -rf probe.paint")
  }

  @Test("is read without a change, and undone, redone and drawn on exactly as it was")
  func opens() throws {
    let before = shell.contents("art.paint/index.sqlite")
    try expectShown("read")
    #expect(shell.contents("art.paint/index.sqlite") == before)
    try expectAll("format 2")
    for step in ["undo", "undo", "redo", "redo 9", "undo 99"] {
      let moved = try shell.paint("\(step) --json").json
      let line = try #require(lines.first { Int($0.number) == moved["revision"].int })
      #expect(moved["fingerprint"].text == line.picture, "\(step)")
    }
    try expectAll("migrated")
  }

  @Test(
    "its packs alone are enough, before and after the migration, and after a gc",
    arguments: ["", "set --width 3", "gc"])
  func rebuilds(first: String) throws {
    if !first.isEmpty { #expect(try shell.paint(first).code == 0) }
    _ = try shell.sh("rm -f art.paint/index.sqlite*")
    #expect(try shell.paint("-d art.paint check --repair").code == 0)
    try expectAll("rebuilt after '\(first)'")
  }

  @Test("forgetting everything before a revision keeps its mask and its base")
  func forgets() throws {
    #expect(try shell.paint("forget --before r14").code == 0)
    #expect(try shell.paint("gc").code == 0)
    _ = try shell.sh("rm -f art.paint/index.sqlite*")
    #expect(try shell.paint("-d art.paint check --repair").code == 0)
    let left = Set(try shell.paint("history --all --json").json.elements.compactMap { $0["revision"].int })
    let kept = OldSelectionsTests(shell: shell, lines: lines.filter { left.contains(Int($0.number) ?? -1) })
    #expect(kept.lines.count >= 3)
    try kept.expectAll("forgotten")
  }

  private init(shell: Shell, lines: [Line]) {
    self.shell = shell
    self.lines = lines
  }
}
