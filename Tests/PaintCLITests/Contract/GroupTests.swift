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
