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
}
