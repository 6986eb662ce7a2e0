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

  @Test("an empty name is rejected everywhere")
  func empty() throws {
    let lines = [
      ["name", "2", ""], ["stroke", "pencil", "1,1", "--name", ""], ["stroke", "pencil", "1,1", "--name="],
      ["group", "2", ""], ["fill", "1,1", "--name", ""], ["import", "x.png", "--name="],
      ["run", "--name=", "--", "true"],
      ["batch", "/dev/null", "--name", ""], ["branch", ""],
    ]
    for words in lines {
      let outcome = try shell.paint(["--json"] + words)
      #expect(outcome.code == 64, "\(words): \(outcome)")
      #expect(try outcome.json["error"]["code"].text == "bad_value", "\(words): \(outcome)")
    }
    for line in ["name 2 ''", "stroke pencil 1,1 --name=", "group 2 ''", "group begin ''"] {
      for option in ["", " --check"] {
        #expect(try shell.sh("echo \"\(line)\" | paint batch -\(option)").code == 65, "\(line)\(option)")
      }
    }
    #expect(try shell.paint("status --json").json["revision"].int == 3)
    #expect(try shell.paint("undo").output == "undid r3 Pencil, now r2\n")
  }

  @Test("history --grep finds groups and revisions by the names of groups and branches")
  func grep() throws {
    _ = try shell.sh("paint group 2 'The Eyes'; paint branch idea 1")
    func found(_ text: String) throws -> [Int] {
      try shell.paint("history --json --grep \(text)").json.elements.compactMap { $0["revision"].int }
    }
    #expect(try found("eyes") == [2, 3])
    #expect(try found("IDEA") == [1])
    #expect(try found("nothing-has-this") == [])
    let inside = try shell.paint(
      ["batch", "-", "--json"],
      input: Array("group begin Nose\nstroke pencil 20,20\nhistory --grep nose\ngroup end\n".utf8))
    #expect(try inside.jsonLines[2]["history"].elements.compactMap { $0["revision"].int } == [4])
  }

  @Test("undo and then redo from inside a group end at its end: a group is one step")
  func midst() throws {
    _ = try shell.sh("paint group 3 All; paint goto 2 -q")
    #expect(try shell.paint("status --json").json["undo_name"].text == "All")
    #expect(try shell.paint("undo --json").json["revision"].int == 0)
    #expect(try shell.paint("redo --json").json["revision"].int == 3)
    _ = try shell.paint("goto 2 -q")
    #expect(try shell.paint("redo --json").json["revision"].int == 3)
  }
}
