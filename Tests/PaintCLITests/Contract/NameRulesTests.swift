import Testing

/// The valid names of steps and groups, and the search for them.
@Suite("Contract: names")
struct NameRulesTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.sh(
      """
      paint new art.paint --size 40x30 && paint stroke pencil 5,5 && paint stroke pencil 9,9 &&
      paint stroke pencil 15,15
      """)
  }

  @Test(
    "all kinds of names are stored unchanged, and repeated by history --script",
    arguments: [
      " ", "two\nlines", "a\rb", "bell\u{7}", "\u{1b}[31mred", "-x", "--name", String(repeating: "ü", count: 30_000),
    ])
  func anyName(name: String) throws {
    #expect(try shell.paint(["name", "2", "--", name]).code == 0)
    #expect(try shell.paint(["stroke", "pencil", "1,1", "--name=\(name)"]).code == 0)
    #expect(try shell.paint("status --json").json["undo_name"].text == name)
    #expect(try shell.paint(["group", "2", "--", name]).code == 0)
    _ = try shell.sh("paint history --script >all.txt; paint new again.paint --size 40x30")
    #expect(try shell.sh("paint -d again.paint batch all.txt -q").code == 0)
    let names = try shell.paint("history --json -d again.paint").json.elements.map { $0["name"].text }
    #expect(names == ["New", "Pencil", name, "Pencil", name])
    #expect(try shell.paint("status --json -d again.paint").json["undo_name"].text == name)
  }
}
