import Testing

/// Scripts: their lines, their errors, their options.
@Suite("Contract: scripts")
struct BatchTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 64x48 --background white")
    try #require(made.code == 0, "\(made)")
  }

  private func revision() throws -> Int? { try shell.paint("status --json").json["revision"].int }

  @Test("the first bad line stops the script, with its name and number; the lines before it are kept")
  func stops() throws {
    let script = "stroke pencil 1,1\n\nstroke pencil 2,2 --color redd\nstroke pencil 3,3\n"
    try shell.write("my script", script)
    for (words, name) in [(["batch", "my script"], "my script"), (["batch", "-"], "-")] {
      let outcome = try shell.paint(words, input: Array(script.utf8))
      #expect(outcome.code == 65, "\(outcome)")
      #expect(outcome.errors.hasPrefix("paint: \(name):3: "), "\(outcome)")
      #expect(outcome.errors.split(separator: "\n").count == 2 && outcome.errors.contains("redd"), "\(outcome)")
      #expect(outcome.lines.count == 2 && outcome.lines[1].hasPrefix("cache: "), "\(outcome)")
      _ = try shell.paint("undo")
    }
    #expect(try shell.paint("redo").code == 0)
    #expect(try revision() == 2)
    let json = try shell.paint("batch - --json", input: script).jsonLines
    #expect(json.count == 3)
    #expect(json[1].keys == ["line", "error", "exit"] && json[1]["line"].int == 3 && json[1]["exit"].int == 65)
    #expect(json[2]["failed"].int == 1)
  }

  @Test(
    "lines that are not allowed in a script are rejected",
    arguments: [
      "new b.paint --size 5x5", "batch other", "-d x.paint undo", "undo --document x.paint", "--help", "export -",
      "undo --dry-run", "stroke pencil 1,1 --dry-run --out x.png", "stroke pencil 1,1 --out x.png",
      "stroke pencil 'open", "stroke pencil \"open",
      "stroke pencil 1,1\\", "stroke pencil 1,1 --name \u{0}", "nonsense", "stroke pencil", "undo x", "stroke line 1,1",
      "paint stroke pencil 1,1",
    ])
  func refused(line: String) throws {
    let before = try shell.files()
    let outcome = try shell.paint("batch -", input: "\(line)\nstroke pencil 9,9\n")
    #expect(outcome.code == 65, "\(line): \(outcome)")
    #expect(outcome.errors.hasPrefix("paint: -:1: "), "\(line): \(outcome)")
    #expect(try shell.files() == before, "\(line)")
    #expect(try shell.names() == ["art.paint"])
    let checked = try shell.paint("batch - --check", input: "stroke pencil 8,8\n\(line)\n")
    #expect(checked.code == 65 && checked.errors.hasPrefix("paint: -:2: "), "\(line): \(checked)")
  }

  @Test("every reading and moving command works in a script, and is answered in order")
  func allowed() throws {
    let script = """
      stroke rect 0,0,64x48 --fill red
      stroke pencil 5,5 --width 9 --color blue
      pick 5,5 60,40
      undo
      redo
      goto start
      goto latest
      pick 5,5 --at r1
      set --color lime
      stroke pencil 30,30 --width 9
      status
      history --limit 1
      export out.png --at r1

      """
    let outcome = try shell.paint("batch -", input: script)
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
    #expect(outcome.lines.prefix(3) == ["#0000ffff", "#ff0000ff", "#ff0000ff"], "\(outcome)")
    #expect(outcome.output.contains("64x48") && outcome.output.contains("* r3"), "\(outcome)")
    #expect(try Picture(try #require(shell.contents("out.png"))).pixels.allSatisfy { $0 == 0xff00_00ff })
    #expect(try shell.paint("pick 30,30").output == "#00ff00ff\n")
    // The script's settings ended with the script.
    #expect(try shell.paint("set --json").json["settings"]["color"] == .null)
    let json = try shell.paint("batch - --json", input: script).jsonLines
    #expect(json.dropLast().map { $0["line"].int } == Array(1...13))
    #expect(
      json.last?.keys == [
        "lines", "steps", "failed", "dry_run", "before", "revision", "revisions", "dropped", "seconds", "fingerprint",
        "cache", "warnings", "repeated",
      ])
    #expect(json.last?["lines"].int == 13 && json.last?["failed"].int == 0 && json.last?["before"].int == 3)
    #expect(json.last?["fingerprint"] == (try shell.paint("status --json").json["fingerprint"]))
  }

  @Test("a long script exports and compares the picture as of that line")
  func exportsInBetween() throws {
    var script = ""
    for round in 0..<16 {
      for x in 0..<40 { script += "stroke pencil \(x),\(round) \(x + 20),40 --width 5\n" }
      script += "stroke rect 0,0,64x48 --fill rgb(\(round * 9),0,255) --color none\n"
      script += "export \(round).png\ndiff \(round).png current\npick 0,0 63,47\n"
    }
    let outcome = try shell.paint("batch -", input: script)
    #expect(outcome.code == 0, "\(outcome)")
    for round in 0..<16 {
      let answers = Array(outcome.lines.dropFirst(round * 3).prefix(3))
      #expect(answers[0] == "no pixel differs" && answers[1] == answers[2], "\(round): \(answers)")
      let picture = try Picture(try #require(shell.contents("\(round).png")))
      #expect(picture.pixels.allSatisfy { $0 == picture.pixels[0] }, "\(round)")
    }
  }

  @Test("the document's settings apply in a script until its own set lines override them")
  func settings() throws {
    _ = try shell.paint("set --color blue --width 9")
    _ = try shell.paint(
      "batch -",
      input: "stroke pencil 10,10\nset --reset\nstroke pencil 30,30\nset --color red\nstroke pencil 50,30 --width 9\n")
    #expect(try shell.paint("pick 12,10 32,30 52,30").lines == ["#0000ffff", "#ffffffff", "#ff0000ff"])
    #expect(try shell.paint("set").output == "--color 0000ffff --width 9\n")
  }

  @Test("a byte order mark at the beginning of scripts and files of points is skipped")
  func byteOrderMark() throws {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    for text in [
      "stroke pencil 9,9\n", "# a comment\r\nstroke pencil 9,9\r\n", "stroke pencil 9,9", "\nstroke pencil 9,9\n",
    ] {
      try shell.write("script", mark + Array(text.utf8))
      #expect(try shell.paint("batch script --check").code == 0, "\(text)")
      let outcome = try shell.paint("batch script --json")
      #expect(try outcome.code == 0 && outcome.jsonLines.last?["steps"].int == 1, "\(outcome)")
      _ = try shell.paint("undo")
    }
    try shell.write("points", mark + Array("5,5\n20,20\n".utf8))
    let expected = try shell.paint("stroke pencil 5,5 20,20 --dry-run --json").json["fingerprint"]
    #expect(try shell.paint("stroke pencil --points-from points --json").json["fingerprint"] == expected)
    _ = try shell.paint("undo")
    try shell.write("empty", mark)
    #expect(try shell.paint("batch empty").code == 0)
    // Only at the beginning.
    for bytes in [Array("undo\n".utf8) + mark + Array("undo\n".utf8), mark + mark + Array("undo\n".utf8)] {
      try shell.write("script", bytes)
      #expect(try shell.paint("batch script --check").code == 65)
    }
  }

  @Test("--check reads all lines and changes nothing")
  func check() throws {
    let before = try shell.files()
    let good = try shell.paint("batch - --check", input: "stroke pencil 1,1\nundo\nexport x.png\nset --color red\n")
    #expect(good.code == 0, "\(good)")
    for (option, code) in [("", 65), ("--keep-going", 1)] {
      let bad = try shell.paint(
        "batch - --check \(option)", input: "stroke pencil 1,1\nbad\nundo\nundo x\ngroup begin\n")
      let errors = bad.errors.split(separator: "\n").filter { $0.hasPrefix("paint: ") }
      #expect(errors.map { $0.prefix(12) } == ["paint: -:2: ", "paint: -:4: ", "paint: -:5: "], "\(bad)")
      #expect(bad.code == code && bad.output == "5 lines, 3 bad\n", "\(bad)")
    }
    #expect(try shell.paint("batch - --check --json", input: "undo x\n").jsonLines.first?["line"].int == 1)
    #expect(try shell.files() == before && shell.names() == ["art.paint"])
    // A script can be checked without a document.
    _ = try shell.sh("rm -r art.paint")
    #expect(try shell.paint("batch - --check", input: "stroke pencil 50%,1\n").code == 0)
  }

  @Test("--dry-run runs all lines and keeps nothing; its picture is that of the real run")
  func dryRun() throws {
    let script = "stroke rect 5,5,20x20 --fill red\nundo\nredo\nstroke line 0,0 40,40 --width 5\npick 10,10\n"
    let before = try shell.files()
    let rehearsed = try shell.paint("batch - --dry-run --json", input: script)
    #expect(rehearsed.code == 0, "\(rehearsed)")
    #expect(try shell.paint("batch - --dry-run --out look.png", input: script).code == 0)
    #expect(try shell.files() == before)
    let real = try shell.paint("batch - --json", input: script)
    #expect(try real.jsonLines.count == rehearsed.jsonLines.count)
    for (real, rehearsed) in try zip(real.jsonLines, rehearsed.jsonLines) {
      #expect(real["fingerprint"] == rehearsed["fingerprint"] && real["bounds"] == rehearsed["bounds"])
      #expect(real["dry_run"] == (real["pixels"].elements.isEmpty ? .bool(false) : .null), "\(real)")
      #expect(rehearsed["dry_run"] == (real["pixels"].elements.isEmpty ? .bool(true) : .null), "\(rehearsed)")
    }
    #expect(try shell.paint("batch - --dry-run", input: script).output.contains("5 lines would make 4 steps, "))
    let look = try Picture(try #require(shell.contents("look.png")))
    #expect(try shell.picture().cut(0, 0, look.width, look.height) == look)
  }

  @Test("a line of an edit can be a dry run: its answer is that of the edit, and the next line does not see it")
  func dryRunLine() throws {
    _ = try shell.paint("batch -", input: "stroke pencil 1,1\nstroke pencil 5,5\nundo\n")
    let before = try shell.files()
    let alone = try shell.paint("batch -", input: "crop 2,2,9x9 --dry-run\n")
    #expect(alone.code == 0 && alone.lines.first?.hasPrefix("would ") == true, "\(alone)")
    #expect(alone.output.contains("1 line, 0 steps, r1 to r1, "), "\(alone)")
    #expect(try shell.files() == before)
    let edit = "stroke rect 9,9,20x20 --fill red"
    let script = "\(edit) --dry-run\nredo\nundo\ncrop 2,2,9x9 --dry-run\n\(edit)\nbad --dry-run\n\(edit) --dry-run\n"
    let lines = try shell.paint("batch - --json --keep-going", input: script).jsonLines
    #expect(lines.count == 8 && lines[7]["steps"].int == 3 && lines[7]["failed"].int == 1, "\(lines)")
    #expect(lines[0]["dry_run"] == .bool(true) && lines[4]["dry_run"] == .bool(false), "\(lines)")
    #expect(lines[0]["fingerprint"] == lines[4]["fingerprint"] && lines[0]["pixels"] == lines[4]["pixels"], "\(lines)")
    #expect(lines[6]["dry_run"] == .bool(true) && lines[6]["pixels"].int == 0, "\(lines)")
    for group in ["group begin\n\(edit) --dry-run\ngroup end\n", "\(edit) --dry-run\n"] {
      let refused = try shell.paint(group.hasPrefix("group") ? "batch -" : "batch - --single", input: group)
      #expect(refused.code == 65 && refused.message.contains("a dry run is not possible"), "\(refused)")
    }
    // Within a whole dry run it changes nothing.
    #expect(try shell.paint("batch - --dry-run", input: "\(edit) --dry-run\n").code == 0)
    try shell.write("script", script.replacing("bad --dry-run\n", with: ""))
    #expect(try shell.paint("batch script --check").code == 0)
    let blank = try shell.paint("batch script --size 64x64 --out x.png")
    #expect(blank.code == 3, "there is nothing to redo: \(blank)")
  }

  @Test("a script on a picture keeps no document")
  func overPicture() throws {
    _ = try shell.paint("export in.png")
    _ = try shell.sh("rm -r art.paint")
    let script = "stroke rect 5,5,20x20 --fill red\nstroke line 0,0 40,40 --width 5\nundo\npick 10,10\n"
    try shell.write("script", script)
    let outcome = try shell.paint("batch script --from in.png --out out.png")
    #expect(outcome.code == 0 && outcome.output.contains("#ff0000ff"), "\(outcome)")
    let result = try Picture(try #require(shell.contents("out.png")))
    #expect(result.width == 64 && result[10, 10].red == 255 && result[10, 10].green == 0)
    let piped = try shell.sh("paint batch script --from - --out - <in.png")
    #expect(piped.code == 0, "\(piped)")
    #expect(try Picture(piped.bytes) == result)
    #expect(try shell.sh("paint batch - --from in.png --out again.png <script").code == 0)
    #expect(try shell.sh("cmp again.png out.png").code == 0)
    // A picture can be changed in place.
    #expect(try shell.sh("cp in.png both.png && paint batch script --from both.png --out both.png").code == 0)
    #expect(try Picture(try #require(shell.contents("both.png"))) == result)
    for line in [
      "batch - --from - --out x.png", "batch script --from in.png", "batch script --from in.png --out x.gif",
      "batch script --from in.png --out - --json", "batch script --from in.png --out x.png --dry-run",
      "batch script --out x.png",
    ] { #expect(try shell.paint(line).code == 64, "\(line)") }
    // A script that stops does not replace the existing picture.
    let bad = try shell.paint("batch - --from in.png --out out.png", input: "stroke pencil 1,1\nbad\n")
    #expect(bad.code == 65)
    #expect(try Picture(try #require(shell.contents("out.png"))) == result)
    #expect(try shell.names() == ["again.png", "both.png", "in.png", "out.png", "script"])
  }

  @Test("an empty script succeeds without changes")
  func empty() throws {
    let before = try shell.files()
    #expect(try shell.paint("batch /dev/null").code == 0)
    #expect(try shell.paint("batch -", input: "# nothing\n\n").code == 0)
    #expect(try shell.files() == before)
  }
}
