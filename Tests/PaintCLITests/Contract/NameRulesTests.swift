import Testing

/// What steps and groups may be called, and where their names are looked for.
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
    "names that are empty, of several lines, with control characters or far too long are refused wherever one is given",
    arguments: [
      ("", "empty"), ("two\nlines", "line ends"), ("a\rb", "line ends"), ("bell\u{7}", "control"),
      ("\u{1b}[31mred", "control"), ("a\u{85}b", "control"), ("a\u{2028}b", "line ends"),
      (String(repeating: "x", count: 1_001), "longer"), (String(repeating: "ü", count: 60_000), "longer"),
    ] as [(String, String)])
  func refused(name: String, reason: String) throws {
    let before = try shell.files()
    for words in [
      ["stroke", "pencil", "1,1", "--name", name], ["name", "2", name], ["group", "2", name],
      ["batch", "-", "--name", name], ["run", "--name", name, "--", "true"], ["revert", "1", "--name", name],
      ["name", "2", "--group", name],
    ] {
      let outcome = try shell.paint(words)
      #expect(outcome.code == 64 && outcome.message.contains(reason), "\(words[0]): \(outcome.code)")
      // One line of sensible length, whatever the name.
      #expect(outcome.errors.utf8.count < 400 && outcome.errors.split(separator: "\n").count == 1, "\(words[0])")
    }
    let script = try shell.paint(["batch", "-"], input: Array("name 1 '\u{7}'\n".utf8))
    #expect(script.code == 65 && script.message.hasPrefix("-:1: "), "\(script)")
    // Longer than any word of the shell.
    let long = "stroke pencil 1,1 --name \(String(repeating: "x", count: 300_000))\n"
    let longScript = try shell.paint(["batch", "-"], input: Array(long.utf8))
    #expect(longScript.code == 65 && longScript.message.contains("longer"), "\(longScript.code)")
    #expect(try shell.files() == before)
  }

  @Test("a name of 1,000 bytes is one, and comes back whole from a replay")
  func longest() throws {
    let name = String(repeating: "ü", count: 500)
    #expect(try shell.paint(["name", "3", name]).code == 0)
    #expect(try shell.paint("status --json").json["undo_name"].text == name)
    _ = try shell.sh("paint history --script >all.txt; paint new again.paint --size 40x30")
    #expect(try shell.sh("paint -d again.paint batch all.txt -q").code == 0)
    #expect(try shell.paint("status --json -d again.paint").json["undo_name"].text == name)
  }

  @Test("history --grep finds a group by its name and what a branch stands on")
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

  @Test("undo and then redo from the midst of a group end at its end: a group is one step")
  func midst() throws {
    _ = try shell.sh("paint group 3 All; paint goto 2 -q")
    #expect(try shell.paint("status --json").json["undo_name"].text == "All")
    #expect(try shell.paint("undo --json").json["revision"].int == 0)
    #expect(try shell.paint("redo --json").json["revision"].int == 3)
    _ = try shell.paint("goto 2 -q")
    #expect(try shell.paint("redo --json").json["revision"].int == 3)
  }
}
