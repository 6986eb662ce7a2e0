import Testing

/// Errors have the right exit code and quote the wrong word, and the document stays byte for byte the same.
@Suite("Contract: bad input")
struct BadInputTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 64x64 --background white")
    try #require(made.code == 0, "\(made)")
    _ = try shell.paint("stroke line 1,1 60,60")
  }

  /// Runs a line that must fail, in words and in JSON, and leave everything unchanged.
  private func refuse(_ words: [String], _ code: Int, naming word: String) throws {
    let before = try shell.files()
    let outcome = try shell.paint(words)
    #expect(outcome.code == code, "\(words): \(outcome)")
    #expect(outcome.output == "", "\(words): \(outcome)")
    let lines = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count >= 2 && lines.count <= 3 && lines.last == "", "one line and a hint, \(words): \(outcome)")
    #expect(lines.first?.hasPrefix("paint: ") == true, "\(words): \(outcome)")
    #expect(lines.count < 3 || lines[1].hasPrefix("hint: "), "\(words): \(outcome)")
    #expect(outcome.message.contains(word), "\(words) names \(word): \(outcome)")
    let inJSON = try shell.paint(["--json"] + words)
    // A suggested line has its --json, too.
    let errors = inJSON.errors.replacing("paint --json", with: "paint")
    #expect(inJSON.code == code && errors == outcome.errors, "\(words): \(inJSON)")
    let object = try inJSON.json
    #expect(object.keys == ["error", "exit"], "\(inJSON)")
    #expect(object["error"].keys == ["code", "message", "hint"], "\(inJSON)")
    #expect(object["exit"].int == code, "\(inJSON)")
    #expect(try shell.files() == before, "\(words)")
  }

  @Test(
    "wrong words are rejected",
    arguments: [
      ("stroke pencil 10;10", "10;10"), ("stroke pencil 10", "10"), ("stroke pencil 10,", "10,"),
      ("stroke pencil ,10", ",10"), ("stroke pencil nan,10", "nan,10"), ("stroke pencil 10,inf", "10,inf"),
      ("stroke pencil 0x10,10", "0x10,10"), ("stroke pencil 1e16,1", "1e16,1"), ("stroke pencil 1,1,1.5", "1,1,1.5"),
      ("stroke pencil 1,1,-0.5", "1,1,-0.5"), ("stroke pencil 1,1,150%", "1,1,150%"),
      ("stroke pencil 1,1,1,1,1", "1,1,1,1,1"),
      ("stroke pencil 1_0,1", "1_0,1"), ("stroke pencil 1,2x", "1,2x"), ("stroke pencil 1.2.3,4", "1.2.3,4"),
      ("stroke pencil --5,4", "--5,4"), ("stroke pencil", "pencil"), ("stroke line 1,1", "line"),
      ("stroke line 1,1 2,2 3,3", "3,3"), ("stroke line 1,1,0.5 2,2", "1,1,0.5"), ("stroke rect 1,1", "rect"),
      ("stroke rect 1,1,5x-5", "1,1,5x-5"), ("stroke rect 1,1,5", "1,1,5"), ("stroke rect 1,1,5x", "1,1,5x"),
      ("stroke rect 1,1,5x5 9,9", "1,1,5x5"), ("stroke ellipse 1,1,axb", "1,1,axb"), ("stroke ellipse", "ellipse"),
      ("stroke rect 1,1 2,2 3,3", "3,3"), ("stroke broom 1,1", "broom"), ("stroke", "brush"), ("draw 1,1", "draw"),
      ("stroke pencil 1,1 --color redd", "redd"), ("stroke pencil 1,1 --color #12345", "#12345"),
      ("stroke pencil 1,1 --color rgb(1,2)", "rgb(1,2)"), ("stroke rect 1,1,5x5 --fill xyzzy", "xyzzy"),
      ("stroke line 1,1 5,5 --fill red", "--fill"), ("stroke pencil 1,1 --width 0", "0"),
      ("stroke pencil 1,1 --width -1", "-1"), ("stroke pencil 1,1 --width nan", "nan"),
      ("stroke pencil 1,1 --width 1e9", "1e9"), ("stroke pencil 1,1 --width 65537", "65537"),
      ("stroke pencil 1,1 --width 5%", "5%"), ("stroke pencil 1,1 --width", "--width"),
      ("stroke pencil 1,1 --opacity 1.1", "1.1"), ("stroke pencil 1,1 --opacity -0.1", "-0.1"),
      ("stroke line 1,1 5,5 --cap flat", "flat"), ("stroke rect 1,1,5x5 --join mitre", "mitre"),
      ("stroke line 1,1 5,5 --dash=-3,3", "-3,3"), ("stroke line 1,1 5,5 --dash 0,0", "0,0"),
      ("stroke line 1,1 5,5 --dash-offset x", "x"), ("stroke eraser 1,1 --to Latest", "Latest"),
      ("stroke pencil 1,1 --frobnicate", "--frobnicate"), ("stroke pencil 1,1 -z", "-z"), ("undo x", "x"),
      ("undo -1", "-1"), ("undo 1.5", "1.5"), ("undo 1 2", "2"), ("redo x", "x"), ("goto R5", "R5"), ("goto", "goto"),
      ("history --limit -1", "-1"), ("history --limit x", "x"), ("history x", "x"), ("history --since x", "x"),
      ("show ..", ".."), ("diff", "diff"), ("diff ..", ".."), ("diff 0 --tolerance 256", "256"),
      ("diff 0 --out x.gif", "x.gif"), ("diff 0 --metric mse", "mse"),
      ("blame", "blame"), ("blame x", "x"), ("blame 64,0", "64,0"), ("status x", "x"), ("pick", "pick"),
      ("pick x", "x"), ("pick 64,0", "64,0"), ("pick -1,0", "-1,0"), ("export", "export"), ("export x.gif", "x.gif"),
      ("export x", "x"), ("export x.png --region 1,1,0x5", ""), ("export x.png --region 100,100,5x5", "region"),
      ("export x.png --region 1.5,1,5x5", "region"), ("export x.png --at a..b", "a..b"), ("set --color redd", "redd"),
      ("set --width 0", "0"), ("set red", "red"), ("new b.paint", "--size"), ("new", "new"),
      ("new b.paint --size 0x5", "0x5"), ("new b.paint --size 65537x5", "65537x5"), ("new b.paint --size 5", "5"),
      ("new b.paint --size 5x5 --background redd", "redd"), ("new b.paint --size 5x5 --from x.png", "--from"),
      ("new b.paint c.paint --size 5x5", "c.paint"), ("undo --wait x", "x"), ("undo --wait -1", "-1"),
      ("undo --expect x", "x"), ("undo --expect 12", "12"), ("undo --expect r", "r"),
      ("stroke pencil 1,1 --out x.png", "--out"),
      ("batch", "batch"), ("batch a b", "b"), ("batch - --from-line 0", "0"), ("batch - --from x.png", "--out"),
    ])
  func usage(line: String, word: String) throws {
    try refuse(line.split(separator: " ").map(String.init), 64, naming: word)
  }

  @Test("empty words and words with control characters are rejected")
  func oddWords() throws {
    try refuse(["stroke", "pencil", ""], 64, naming: "''")
    try refuse(["stroke", "pencil", "1,1\u{1b}[31m\n"], 64, naming: "\\u{1b}")
    try refuse(["stroke", "pencil", "1,1", "--color", ""], 64, naming: "''")
    try refuse([""], 64, naming: "''")
    try refuse(["export", ""], 64, naming: "''")
    try refuse(["new", "", "--size", "5x5"], 64, naming: "''")
    try refuse(["-q"], 64, naming: "command")
    try refuse(["stroke", "pencil", String(repeating: "é", count: 50_000)], 64, naming: "éé")
  }

  @Test(
    "missing files and revisions are rejected",
    arguments: [
      ("goto 77", "r77"), ("show x", "x"), ("diff x", "x"), ("export x.png --at 77", "r77"),
      ("pick 1,1 --at r77", "r77"),
      ("stroke eraser 1,1 --to 77", "r77"), ("new b.paint --from nope.png", "nope.png"), ("batch nope", "nope"),
      ("stroke pencil --points-from nope", "nope"), ("-d nope.paint status", "nope.paint"),
      ("batch /dev/null --from nope.png --out x.png", "nope.png"),
    ])
  func missing(line: String, word: String) throws {
    try refuse(line.split(separator: " ").map(String.init), 66, naming: word)
  }

  @Test("invalid and truncated pictures are damaged input and leave no files")
  func badPictures() throws {
    _ = try shell.paint("export good.png")
    let good = try #require(shell.contents("good.png"))
    try shell.write("text.png", "no picture")
    try shell.write("empty.png", "")
    try shell.write("short.png", good.prefix(good.count / 2))
    try shell.write("tail.png", good.dropLast(12))
    let names = try shell.names()
    for name in ["text.png", "empty.png", "short.png"] {
      try refuse(["new", "b.paint", "--from", name], 65, naming: name)
      try refuse(["new", "art.paint", "--replace", "--from", name], 65, naming: name)
      try refuse(["batch", "/dev/null", "--from", name, "--out", "x.png"], 65, naming: name)
    }
    try refuse(["new", "b.paint", "--from", "-"], 65, naming: "")
    #expect(try shell.names() == names)
  }

  @Test("an error of creating or writing names the file")
  func cannotCreate() throws {
    let names = try shell.names()
    try refuse(["new", "art.paint", "--size", "5x5"], 73, naming: "art.paint")
    try refuse(["new", "gone/b.paint", "--size", "5x5"], 73, naming: "gone/b.paint")
    try refuse(["export", "gone/x.png"], 73, naming: "gone/x.png")
    try refuse(["export", "art.paint/lock/x.png"], 73, naming: "art.paint/lock/x.png")
    try refuse(["stroke", "pencil", "9,9", "--dry-run", "--out", "gone/x.png"], 73, naming: "gone/x.png")
    #expect(try shell.names() == names)
    _ = try shell.sh("mkdir folder.png")
    try refuse(["export", "folder.png"], 74, naming: "folder.png")
    try refuse(["new", "b.paint", "--from", "folder.png"], 74, naming: "folder.png")
    try refuse(["batch", "folder.png"], 74, naming: "folder.png")
    try refuse(["export", "/proc/x.png"], 73, naming: "/proc/x.png")
    #expect(try shell.names() == names + ["folder.png"])
  }

  @Test("the error of a full disk says so, and the document is unchanged")
  func fullDisk() throws {
    let before = try shell.files()
    let outcome = try shell.sh("paint export - >/dev/full")
    #expect(outcome.code == 74, "\(outcome)")
    #expect(outcome.message.hasPrefix("standard output: ") && outcome.message.contains("space"), "\(outcome)")
    let receipt = try shell.sh("paint status >/dev/full")
    #expect(receipt.code == 74, "\(receipt)")
    #expect(try shell.files() == before)
  }

  @Test("a batch whose output cannot be written says what was done nevertheless")
  func fullOutput() throws {
    _ = try shell.paint("export in.png")
    try shell.write("script", "stroke line 1,1 9,9\nclear gold\n")
    let done = "the command was done, but cannot write the output: No space left on device"
    for (options, steps) in [("", 2), ("--json", 2), ("--single", 2), ("--dry-run", 0)] {
      let before = try #require(shell.sh("paint clear red -q; paint status --json").json["revision"].int)
      let outcome = try shell.sh("paint batch script \(options) >/dev/full")
      #expect(outcome.code == 74 && outcome.errors == "paint: \(done)\n", "\(options): \(outcome)")
      #expect(try shell.paint("status --json").json["revision"].int == before + steps, "\(options)")
    }
    for options in ["", "--json"] {
      for (from, out) in [("in.png", "one.png"), ("'in.pn?'", "'{stem}-many.png'")] {
        let outcome = try shell.sh("paint batch script --from \(from) --out \(out) \(options) >/dev/full")
        #expect(outcome.code == 74, "\(options): \(outcome)")
        // Lines answer with --json, before the one picture is written.
        let isWritten = options == "" || from != "in.png"
        let message = isWritten ? done : "cannot write the output: No space left on device; no picture was written"
        #expect(outcome.errors == "paint: \(message)\n", "\(options): \(outcome)")
        let name = from == "in.png" ? "one.png" : "in-many.png"
        #expect((shell.contents(name) != nil) == isWritten, "\(options): \(outcome)")
      }
      _ = try shell.sh("rm one.png")
    }
    try shell.write("bad", "stroke line 1,1 9,9\nnonsense\nclear red\n")
    let bad = try shell.sh("paint batch bad >/dev/full")
    let half = "the lines before that were done, but cannot write the output: No space left on device"
    #expect(bad.code == 74 && bad.errors.hasSuffix("paint: \(half)\n"), "\(bad)")
    let help = try shell.paint("help exit-codes")
    let words = help.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("unless the message says otherwise"), "\(help)")
  }

  @Test("a script that waits for its next line ends when its answer cannot be written, and says what was done")
  func fullAnswers() throws {
    _ = try shell.sh("mkfifo lines")
    for (line, options, message) in [
      ("stroke line 1,1 9,9", "", "-:1: the lines up to this one were done, but cannot write the output"),
      ("stroke line 1,1 9,19", "--single", "-:1: cannot write the output"),
      ("stroke line 1,1 9,29", "--dry-run", "-:1: cannot write the output"),
    ] {
      let before = try #require(shell.paint("status --json").json["revision"].int)
      // The script stays open until the program has ended.
      let outcome = try shell.sh(
        "paint batch - --json \(options) <lines >/dev/full & exec 3>lines; echo '\(line)' >&3; wait $!")
      #expect(outcome.code == 74, "\(outcome)")
      let nothing = options == "--single" ? "; nothing of the script is kept" : ""
      #expect(outcome.errors == "paint: \(message): No space left on device\(nothing)\n", "\(outcome)")
      #expect(try shell.paint("status --json").json["revision"].int == before + (options == "" ? 1 : 0))
    }
  }

  @Test("a library that cannot be opened because of a limit is not called missing")
  func limitedFiles() throws {
    let picture = FormatFixture(name: "jpeg/profile.jpg", library: nil).path
    var hasMet = false, hasMetText = false
    let text = "text 1,20 x --size 20 --dry-run --json"
    let fingerprint = try TextTests.hasFonts ? shell.paint(text).json["fingerprint"].text : nil
    for limit in 4...20 {
      for line in ["info \(picture)", "place \(picture) --dry-run", text] {
        let outcome = try shell.sh("ulimit -n \(limit); exec paint \(line)")
        if line == text, !TextTests.hasFonts { continue }
        // Never with another font.
        if line == text, outcome.code == 0 { #expect(try outcome.json["fingerprint"].text == fingerprint, "\(limit)") }
        // 127 if the program's own libraries cannot be opened.
        #expect([0, 74, 127].contains(outcome.code), "\(limit): \(outcome)")
        #expect(!outcome.errors.contains("not installed"), "\(limit): \(outcome)")
        if outcome.errors.contains("libjpeg-turbo") {
          #expect(outcome.code == 74 && outcome.message.hasSuffix("Too many open files"), "\(outcome)")
          hasMet = true
        }
        if line == text, outcome.code == 74, let message = try outcome.json["error"]["message"].text,
          ["FreeType", "HarfBuzz", "fontconfig"].contains(where: message.contains)
        {
          #expect(message.hasSuffix("Too many open files"), "\(outcome)")
          hasMetText = true
        }
      }
    }
    #expect(hasMet && (hasMetText || !TextTests.hasFonts))
  }

  @Test("the command of a hint is right for a path that is not UTF-8, or none is given")
  func hintsOfPaths() throws {
    let name = "\"$(printf 'n\\351\\377')\""
    for (line, before) in [
      ("-d \(name).paint status", "make one: "), ("new \(name)/a.paint --size 9x9", ""),
      ("info \(name).paint", "of a drawing: "), ("view ./\(name).paint", "of a drawing: "),
      ("new \(name)2.paint", "for example: "),
    ] {
      let outcome = try shell.sh("paint \(line)")
      let hint = try #require(outcome.errors.split(separator: "\n").last, "\(line)")
      #expect(outcome.code != 0 && hint.hasPrefix("hint: \(before)"), "\(line): \(outcome)")
      let command = String(hint.dropFirst("hint: \(before)".count))
      let followed = try shell.sh("bash -c \"$COMMAND\"", with: ["COMMAND": command])
      #expect(followed.code == 0, "\(command): \(followed)")
    }
    for line in ["\(name).paint", "diff \(name)"] {
      let outcome = try shell.sh("paint -d art.paint \(line)")
      let hint = outcome.errors.split(separator: "\n").last ?? ""
      #expect(outcome.code != 0 && !hint.contains("\u{fffd}"), "\(outcome)")
    }
  }

  @Test("hints have the nearest name: colours, commands, brushes, options, caps")
  func hints() throws {
    for (line, hint) in [
      ("stroke pencil 1,1 --color redd", "red"), ("stroke pencil 1,1 --color gren", "green"), ("stauts", "status"),
      ("stroke penicl 1,1", "pencil"), ("stroke pencil 1,1 --colour red", "--color"), ("line 1,1 2,2", "stroke line"),
      ("stroke line 1,1 2,2 --cap rond", "round"), ("export x.bmp", "PNG"), ("goto 77", "history"),
    ] {
      let outcome = try shell.paint(line)
      #expect(outcome.errors.split(separator: "\n").last?.contains(hint) == true, "\(line): \(outcome)")
    }
  }
}
