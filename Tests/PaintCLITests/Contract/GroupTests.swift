import Testing

/// Groups: several edits as one step.
@Suite("Contract: groups")
struct GroupTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 64x48 --background white")
    try #require(made.code == 0, "\(made)")
  }

  private func status() throws -> JSON { try shell.paint("status --json").json }
  private func rows() throws -> [JSON] { try shell.paint("history --json").json.elements }
  private func draw(_ count: Int) throws {
    for x in 1...count { _ = try shell.paint("stroke pencil \(x * 3),10") }
  }

  @Test("a script's group keeps its revisions; undo and redo take them as one step")
  func script() throws {
    let script = """
      stroke pencil 1,1
      group begin 'My tree'
      stroke rect 5,5,20x20 --fill red
      group begin
      stroke rect 9,9,20x20 --fill blue
      group end
      stroke pencil 50,40
      group end
      stroke pencil 60,40

      """
    let outcome = try shell.paint("batch -", input: script)
    #expect(outcome.code == 0 && outcome.output.contains("9 lines, 3 steps, r0 to r5"), "\(outcome)")
    let rows = try rows()
    #expect(rows.map { $0["group"].int } == [nil, nil, 2, 2, 2, nil])
    #expect(rows.map { $0["group_name"].text } == [nil, nil, "My tree", "My tree", "My tree", nil])
    #expect(rows.map { $0["name"].text } == ["New", "Pencil", "Fill rect", "Fill rect", "Pencil", "Pencil"])
    #expect(try shell.paint("undo").output == "undid r5 Pencil, now r4\n")
    #expect(try shell.paint("status").output.contains("Undo My tree\nRedo Pencil\n"))
    #expect(try shell.paint("undo --json").json["revision"].int == 1)
    #expect(try status()["redo_name"].text == "My tree")
    #expect(try shell.paint("redo").output == "redid r2-r4 My tree, now r4\n")
    #expect(try shell.paint("undo 2").output == "undid r4-r2 My tree, r1 Pencil, now r0\n")
    let redone = try shell.paint("redo 3 --json").json
    #expect(redone["revision"].int == 5 && redone["steps"].int == 3)
    #expect(try shell.paint("undo 9 --json").json["steps"].int == 3)
  }

  @Test("the outermost end prints a receipt of the whole group, each line inside its own")
  func receipts() throws {
    let script =
      "group begin Tree\nstroke rect 5,5,20x20 --fill red\ngroup begin\nstroke rect 9,9,20x20 --fill blue\ngroup end\ngroup end\n"
    let packs = try shell.files().filter { $0.key.contains("/packs/") }
    let answers = try shell.paint("batch - --json", input: script).jsonLines
    #expect(answers.dropLast().map { $0["line"].int } == Array(1...6))
    #expect(answers.map { $0["depth"].int } == [1, nil, 2, nil, 1, nil, nil])
    #expect(answers[1]["group"].int == 1 && answers[3]["group"].int == 1)
    let end = answers[5]
    #expect(
      end.keys == [
        "line", "revision", "parent", "name", "changed", "dry_run", "bounds", "pixels", "tiles", "bytes", "fingerprint",
        "selection", "can_undo", "can_redo", "undo_name", "redo_name", "group", "edits", "dropped", "warnings",
      ])
    #expect(end["revision"].int == 2 && end["parent"].int == 0 && end["name"].text == "Tree")
    #expect(end["changed"].bool == true && end["group"].int == 1 && end["edits"].int == 2)
    #expect(end["bounds"] == .array(["5", "5", "24", "24"].map { .number($0) }) && end["pixels"].int == 544)
    #expect(try end["fingerprint"] == status()["fingerprint"])
    let added = try shell.files().filter { $0.key.contains("/packs/") && packs[$0.key] == nil }
    #expect(end["bytes"].int == added.values.reduce(0) { $0 + $1.count })
    #expect(answers[6]["steps"].int == 1)
  }

  @Test("a group's receipt counts the pixels that differ before and after it, as diff does")
  func difference() throws {
    _ = try shell.paint("stroke rect 5,5,20x10 --fill red")
    _ = try shell.paint("stroke rect 5,5,20x10 --fill blue")
    let joined = try shell.paint("group 2 --json").json
    let diff = try shell.paint("diff start current --json").json
    #expect(joined["pixels"].int == 200 && joined["pixels"] == diff["pixels"], "\(joined)")
    #expect(joined["bounds"] == diff["bounds"])
    let script =
      "group begin Blink\nstroke rect 0,0,40x40 --fill lime\n"
      + "stroke eraser 0,0 63,47 --width 99 --to r2\ngroup end\n"
    let answers = try shell.paint("batch - --json", input: script).jsonLines
    let end = answers[answers.count - 2]
    #expect(end["pixels"].int == 0 && end["bounds"] == .null && end["edits"].int == 2, "\(end)")
    #expect(try shell.paint("group 99").errors.contains("there are 2"))
  }

  @Test("a group has its given name, otherwise that of its only edit, otherwise the number of edits")
  func names() throws {
    for (lines, name) in [
      ("group begin\nstroke pencil 1,1 --name Own\ngroup end\n", "Own"),
      ("group begin\nstroke pencil 2,1\nstroke pencil 3,1\ngroup end\n", "2 edits"),
      ("group begin\ngroup begin Inner\nstroke pencil 4,1\nstroke pencil 5,1\ngroup end\ngroup end\n", "2 edits"),
      ("group begin 'A b'\nstroke pencil 6,1\ngroup end\n", "A b"),
    ] {
      #expect(try shell.paint("batch -", input: lines).code == 0)
      #expect(try status()["undo_name"].text == name)
    }
  }

  @Test("an empty group makes no step, and redo still works")
  func empty() throws {
    try draw(2)
    _ = try shell.paint("undo")
    let before = try shell.files()
    for script in ["group begin\ngroup end\n", "group begin X\nstroke pencil -9,-9\npick 1,1\ngroup end\n"] {
      let outcome = try shell.paint("batch - --json", input: script)
      #expect(outcome.code == 0, "\(outcome)")
      let answers = try outcome.jsonLines
      #expect(answers[answers.count - 2]["changed"].bool == false, "\(outcome)")
      #expect(answers.last?["steps"].int == 0)
      #expect(try shell.files() == before)
    }
    #expect(try status()["redo_name"].text == "Pencil")
  }

  @Test(
    "if a line inside fails, or the script ends inside, the group is discarded and the lines before it are kept",
    arguments: [
      ("nonsense", 65), ("stroke pencil", 65), ("undo", 65), ("redo", 65), ("goto 0", 65), ("group 1", 65),
      ("ungroup", 65), ("branch x", 65), ("branch x --delete", 65), ("pick 99,99", 65), ("pick 1,1 --at 77", 66),
      ("stroke pencil 9,9 --expect r0", 4), ("stroke eraser 1,1 --to nowhere", 66), ("group end x", 65), ("", 65),
    ])
  func takenBack(line: String, code: Int) throws {
    try draw(3)
    _ = try shell.paint("undo")
    _ = try shell.paint("batch -", input: "stroke pencil 30,30\n")
    let fingerprint = try status()["fingerprint"]
    _ = try shell.paint("goto 3")
    _ = try shell.paint("undo")
    let script =
      "stroke pencil 30,30\ngroup begin\nset --width 9\nstroke rect 5,5,20x20 --fill red\ngroup begin\nname 1 Other\n\(line)\n"
    let outcome = try shell.paint("batch - --json", input: script)
    #expect(outcome.code == code, "\(line): \(outcome)")
    #expect(outcome.errors.contains("the group from line 2 is discarded"), "\(line): \(outcome)")
    #expect(outcome.errors.split(separator: "\n")[0].hasPrefix("paint: -:\(line.isEmpty ? 7 : 7): "), "\(outcome)")
    let after = try status()
    #expect(after["fingerprint"] == fingerprint && after["revision"].int == 5 && after["revisions"].int == 6)
    #expect(after["undo_name"].text == "Pencil" && after["can_redo"].bool == false)
    #expect(try shell.paint("history --json").json.elements[1]["name"].text == "Pencil")
    let last = try #require(try outcome.jsonLines.last)
    #expect(last["steps"].int == 1 && last["revision"].int == 5 && last["failed"].int == 1)
    #expect(try shell.paint("stroke pencil 60,40 --json").json["revision"].int == 6)
  }

  @Test("the settings of a discarded group are discarded with it")
  func settingsTakenBack() throws {
    let outcome = try shell.paint(
      "batch - --keep-going --json", input: "set --width 3\ngroup begin\nset --width 9\nbad\ngroup end\nset\n")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(try outcome.jsonLines.compactMap { $0["settings"]["width"].int } == [3, 9, 3], "\(outcome)")
  }

  @Test("a discarded group at the beginning leaves everything unchanged, including redo and files")
  func takenBackWhole() throws {
    try draw(3)
    _ = try shell.paint("undo 2")
    let (before, history) = (try status(), try rows())
    let packs = try shell.names(in: "art.paint/packs")
    for option in ["", "--dry-run"] {
      #expect(
        try shell.paint("batch - \(option)", input: "group begin\nstroke pencil 1,1\nstroke pencil 2,2\nbad\n").code
          == 65)
      let after = try status()
      for key in ["revision", "fingerprint", "can_redo", "redo_name", "undo_name", "revisions"] {
        #expect(after[key] == before[key], "\(key)")
      }
      #expect(try rows() == history)
      #expect(try shell.names(in: "art.paint/packs") == packs)
    }
    #expect(try shell.paint("redo 2 --json").json["revision"].int == 3)
  }

  @Test("--keep-going skips the rest of a failed group, and continues after its end")
  func keepGoing() throws {
    let script = """
      stroke pencil 1,1
      group begin
      stroke pencil 2,2
      bad
      stroke pencil 'open
      group begin
      stroke pencil 3,3
      group end
      undo
      group end
      stroke pencil 4,4
      group begin Good
      stroke pencil 5,5
      group end
      group end
      group begin
      stroke pencil 6,6

      """
    let outcome = try shell.paint("batch - --keep-going --json", input: script)
    #expect(outcome.code == 1, "\(outcome)")
    let answers = try outcome.jsonLines
    #expect(answers.filter { $0["skipped"].bool == true }.map { $0["line"].int } == Array(5...10))
    #expect(answers.filter { $0["exit"] != .null }.map { $0["line"].int } == [4, 15, 17])
    #expect(answers.last?["steps"].int == 3 && answers.last?["failed"].int == 3)
    #expect(
      try shell.paint("pick 1,1 2,2 3,3 4,4 5,5 6,6").lines.map { $0 == "#000000ff" } == [
        true, false, false, true, true, false,
      ])
    #expect(try rows().map { $0["revision"].int } == [0, 1, 2, 3])
  }

  @Test("an end without a begin is an error, and begin and end are for scripts")
  func wrong() throws {
    for script in ["group end\n", "group begin\ngroup end\ngroup end\n"] {
      let outcome = try shell.paint("batch -", input: script)
      #expect(outcome.code == 65 && outcome.errors.contains("group end without a group begin"), "\(outcome)")
      #expect(try shell.paint("batch - --check", input: script).code == 65)
    }
    let line = try shell.paint("batch -", input: "stroke pencil 1,1\ngroup end\n")
    #expect(line.errors.hasPrefix("paint: -:2: "), "\(line)")
    for words in [
      "group begin", "group end", "group begin x", "group", "group x", "group 0", "group -1", "group 1 a b",
    ] {
      let outcome = try shell.paint(words)
      #expect(outcome.code == 64, "\(words): \(outcome)")
    }
    for script in [
      "group begin\n", "group begin\nundo\ngroup end\n", "group begin a b\n", "group begin\nungroup\ngroup end\n",
    ] {
      #expect(try shell.paint("batch - --check", input: script).code == 65, "\(script)")
    }
    #expect(
      try shell.paint("batch - --check", input: "group begin\ngroup begin\ngroup end\ngroup end\nundo\n").code == 0)
    #expect(try shell.paint("batch - --check --single", input: "undo\n").code == 65)
  }

  @Test("paint group joins steps, paint ungroup dissolves the group")
  func joins() throws {
    try draw(5)
    let picture = try status()["fingerprint"]
    #expect(try shell.paint("group 2").output == "joined r4-r5 2 edits, 2 edits\n")
    #expect(try shell.paint(["group", "2", "My tree"]).output == "joined r3-r5 My tree, 3 edits\n")
    #expect(try rows().map { $0["group"].int } == [nil, nil, nil, 3, 3, 3])
    #expect(try shell.paint("undo").output == "undid r5-r3 My tree, now r2\n")
    _ = try shell.paint("redo")
    #expect(try shell.paint("group 1 Bush").output == "joined r3-r5 Bush, 3 edits\n")
    let few = try shell.paint("group 4")
    #expect(few.code == 3 && few.message == "4 steps cannot be joined: there are 3", "\(few)")
    #expect(try shell.paint("group 3 --dry-run --json").json["name"].text == "5 edits")
    #expect(try shell.paint("group 3 --expect r4").code == 4)
    #expect(try shell.paint("undo 2 --json").json["revision"].int == 1)
    _ = try shell.paint("goto 4")
    // Undo from within goes to before the group; so does ungroup.
    #expect(try status()["undo_name"].text == "Bush")
    #expect(try shell.paint("ungroup").output == "ungrouped r3-r5 Bush\n")
    #expect(try rows().map { $0["group"].int } == [nil, nil, nil, nil, nil, nil])
    let none = try shell.paint("ungroup --json")
    #expect(none.code == 3)
    #expect(try none.json["error"]["code"].text == "nothing_to_ungroup")
    #expect(try shell.paint("redo --json").json["fingerprint"] == picture)
    _ = try shell.paint("goto start")
    #expect(try shell.paint("group 1").code == 3)
    #expect(try shell.paint("ungroup").code == 3)
  }

  @Test("an edit after a goto into a group is not part of it, and the group stays complete")
  func forks() throws {
    try draw(4)
    _ = try shell.paint("group 3 Tree")
    _ = try shell.paint("goto 3")
    #expect(try shell.paint("stroke pencil 40,40 --json").json["revision"].int == 5)
    #expect(try shell.paint("undo --json").json["revision"].int == 3)
    #expect(try shell.paint("undo").output == "undid r3-r2 Tree, now r1\n")
    #expect(try shell.paint("redo 2").output == "redid r2-r3 Tree, r5 Pencil, now r5\n")
    let torn = try shell.paint("group 2")
    #expect(torn.code == 1 && torn.message.contains("r2-r4 'Tree'"), "\(torn)")
    #expect(try shell.paint("goto 4").code == 0)
    #expect(try shell.paint("undo --json").json["revision"].int == 1)
  }

  @Test("--single makes a whole script one step, or nothing if it fails")
  func single() throws {
    try draw(1)
    let before = try shell.files()
    let bad = try shell.paint("batch - --single --name Whole", input: "stroke pencil 5,5\nset --width 3\nbad\n")
    #expect(bad.code == 65 && bad.errors.contains("; nothing of the script is kept\n"), "\(bad)")
    #expect(try shell.files() == before)
    for script in ["stroke pencil 5,5\nundo\n", "stroke pencil 5,5\ngroup begin\n", "goto 0\n", "group end\n"] {
      #expect(try shell.paint("batch - --single", input: script).code == 65, "\(script)")
      #expect(try shell.files() == before, "\(script)")
    }
    let script =
      "stroke pencil 5,5\ngroup begin Inner\nstroke pencil 9,9\ngroup end\nname 1 First\nstroke pencil 13,9\n"
    let good = try shell.paint(["batch", "-", "--single", "--name", "The whole"], input: Array(script.utf8))
    #expect(good.code == 0 && good.output.contains("6 lines, 1 step, r1 to r4"), "\(good)")
    #expect(try rows().map { $0["group"].int } == [nil, nil, 2, 2, 2])
    #expect(try rows().map { $0["name"].text } == ["New", "First", "Pencil", "Pencil", "Pencil"])
    #expect(try shell.paint("undo").output == "undid r4-r2 The whole, now r1\n")
    #expect(try shell.paint("batch - --single --keep-going", input: "").code == 64)
    #expect(try shell.paint("batch - --single", input: "# nothing\n").code == 0)
    #expect(try status()["redo_name"].text == "The whole")
    #expect(try shell.paint("batch - --single --dry-run --json", input: "stroke pencil 5,5\n").jsonLines.count == 2)
    #expect(try status()["revision"].int == 1)
  }

  @Test("a group through a pipe is answered line by line, and others see it when it has ended")
  func dialogue() throws {
    let dialogue = try Dialogue(shell, "batch - --json")
    for (line, depth) in [("group begin", 1), ("group begin", 2), ("group end", 1)] {
      dialogue.say(line)
      #expect(try JSON(try #require(dialogue.hear()))["depth"].int == depth)
    }
    for x in 1...3 {
      dialogue.say("stroke pencil \(x)0,10")
      #expect(try JSON(try #require(dialogue.hear()))["revision"].int == x)
      #expect(try status()["revision"].int == 0)
    }
    #expect(try shell.paint("stroke pencil 1,1 --wait 0").code == 75)
    dialogue.say("group end")
    #expect(try JSON(try #require(dialogue.hear()))["edits"].int == 3)
    #expect(try status()["revision"].int == 3)
    dialogue.say("group begin")
    dialogue.say("stroke pencil 40,10")
    _ = dialogue.hear()
    _ = dialogue.hear()
    dialogue.kill()
    #expect(try status()["revision"].int == 3)
    #expect(try shell.paint("stroke pencil 50,10 --json").json["revision"].int == 4)
    // The start, the group, its record again (it was not synced yet), the last stroke.
    #expect(try shell.names(in: "art.paint/packs").count == 4)
  }

  @Test("what is answered before a group survives it, and what is answered in it is pending")
  func pending() throws {
    for _ in 0..<3 {
      let dialogue = try Dialogue(shell, "batch - --json")
      let before = try #require(status()["revision"].int)
      // In one write: the lines before the group are not waited for.
      dialogue.say(
        "stroke pencil 5,5 --width 5\nstroke pencil 50,40 --width 5\ngroup begin G\nstroke pencil 9,9\npick 9,9")
      let answers = try (0..<5).map { _ in try JSON(try #require(dialogue.hear())) }
      #expect(answers.map { $0["pending"].bool } == [nil, nil, true, true, true])
      #expect(try status()["revision"].int == before + 2)
      dialogue.kill()
      #expect(try status()["revision"].int == before + 2)
    }
    let dialogue = try Dialogue(shell, "batch - --json")
    dialogue.say(
      "group begin G\nstroke pencil 20,9\ngroup begin\nname latest X\ngroup end\ngroup end\nstroke pencil 30,9")
    let answers = try (0..<7).map { _ in try JSON(try #require(dialogue.hear())) }
    #expect(answers.map { $0["pending"].bool } == [true, true, true, true, true, nil, nil])
    let end = try #require(answers[5]["revision"].int)
    dialogue.kill()
    #expect(try #require(status()["revision"].int) >= end)
    // Of a rehearsal nothing is kept, and a script that makes a picture has no document.
    for line in ["batch - --json --dry-run", "batch - --json --size 9x9 --out x.png"] {
      let outcome = try shell.paint(line, input: "group begin\nstroke pencil 1,1\ngroup end\n")
      #expect(outcome.code == 0 && !outcome.output.contains("pending"), "\(outcome)")
    }
    let single = try shell.paint("batch - --json --single", input: "stroke pencil 1,1\nstroke pencil 9,9\n").jsonLines
    #expect(single.map { $0["pending"].bool } == [true, true, nil])
  }

  @Test("long groups are discarded too, while another thread is writing")
  func long() throws {
    try draw(1)
    let before = try status()["fingerprint"]
    let lines = (0..<3_000).map {
      "stroke line \($0 % 64),0 \($0 * 7 % 64),47 --width 9 --color \($0 % 2 == 0 ? "red" : "blue")\n"
    }
    let small = ["PAINT_CACHE": "100k"]
    let bad = try shell.paint("batch -", input: "group begin\n" + lines.joined() + "bad\n", with: small)
    #expect(bad.code == 65, "\(bad)")
    #expect(try status()["fingerprint"] == before)
    #expect(try shell.names(in: "art.paint/packs").count == 2)
    let good = try shell.paint("batch -", input: "group begin\n" + lines.joined() + "group end\n", with: small)
    #expect(good.code == 0, "\(good)")
    #expect(try shell.paint("undo").code == 0)
    #expect(try status()["fingerprint"] == before)
  }
}
