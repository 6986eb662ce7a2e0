import PaintTestSupport
import Testing

/// What a dry run must not change, and what a script must not read from its own stream.
@Suite("Contract: dry runs")
struct RehearsalTests {
  private func drawn() throws -> Shell {
    let shell = try Shell()
    _ = try shell.sh(
      """
      paint new art.paint --size 100x80 --background white && paint stroke rect 5,5,60x40 --fill teal
      paint export drawn.png && paint import drawn.png && paint clear
      for f in a b c d1 d2; do echo mine >$f.png; done
      """)
    return shell
  }

  private static let script = """
    stroke line 0,0 50,50
    export a.png --at r1
    timelapse b.png
    diff r0 r1 --out c.png
    export d%d.png --each r1..r2
    history --script --files pictures
    place drawn.png
    """

  @Test("a document that may not be written has the same dry runs, and nothing is left in it")
  func readOnly() throws {
    let shell = try drawn()
    try shell.write("script", "stroke line 0,0 50,50\nundo\ngroup begin\nflip vertical\ngroup end\n")
    // With the log of the last edits, and without.
    let made = try shell.sh(
      """
      mkdir with without && cp -r art.paint with/a && paint gc -q && cp -r art.paint without/a && rm -f without/a/*-wal \
        without/a/*-shm && cp -r with with2 && cp -r without without2
      """)
    try #require(made.code == 0, "\(made)")
    for folder in ["with", "without"] {
      let isMounted = try shell.sh("mount --bind \(folder) \(folder) && mount -o remount,ro,bind \(folder)").code == 0
      defer { if isMounted { _ = try? shell.sh("umount \(folder)") } }
      // A superuser may write whatever the mode says.
      if !isMounted { _ = try shell.sh("chmod -R a-w \(folder)") }
      defer { if !isMounted { _ = try? shell.sh("chmod -R u+w \(folder)") } }
      let before = try shell.sh("cd \(folder) && find . -type f -exec cksum {} +").output
      for words in [
        "stroke pencil 9,9 30,30 --dry-run", "undo --dry-run", "goto r0 --dry-run", "fill 2,2 --color red --dry-run",
        "group 2 --dry-run", "branch x --dry-run", "name 1 Box --dry-run", "batch script --dry-run",
        "forget --all --dry-run", "crop 0,0,9x9 --dry-run", "select all --dry-run", "status", "pick 9,9", "check",
      ] {
        let outcome = try shell.paint("-d \(folder)/a \(words) -q")
        let model = try shell.paint("-d \(folder)2/a \(words) -q")
        #expect(outcome.code == 0, "\(folder), \(words): \(outcome)")
        if words != "status" { #expect(outcome.output == model.output, "\(folder), \(words)") }
      }
      let json = try shell.paint("-d \(folder)/a stroke pencil 9,9 30,30 --width 5 --dry-run --json")
      let real = try shell.paint("-d \(folder)2/a stroke pencil 9,9 30,30 --width 5 --json")
      #expect(try json.json["fingerprint"] == real.json["fingerprint"], "\(folder): \(json)")
      #expect(try shell.sh("cd \(folder) && find . -type f -exec cksum {} +").output == before)
    }
  }

  @Test("a dry run writes no file and names the files that it would write")
  func batch() throws {
    let shell = try drawn()
    try shell.write("script", Self.script)
    let (names, files) = (try shell.names(), try shell.files())
    let run = try shell.paint("batch script --dry-run")
    #expect(run.code == 0, "\(run)")
    for line in [
      "would write a.png, 100x80, r1", "would write b.png, 4 frames, 100x80, r0 to r3", "would write c.png, 100x80",
      "would write 2 pictures, d1.png to d2.png",
    ] {
      #expect(run.lines.contains(line), "\(line) in \(run)")
    }
    let json = try shell.paint("batch script --dry-run --json").jsonLines
    for (place, file) in [(1, "a.png"), (2, "b.png"), (3, "c.png"), (4, "d1.png"), (5, "d2.png")] {
      #expect(json[place]["file"].text == file && json[place]["dry_run"] == .bool(true), "\(json[place])")
    }
    #expect(try shell.names() == names)
    func isMine(_ name: String) -> Bool { shell.contents("\(name).png") == Array("mine\n".utf8) }
    for name in ["a", "b", "c", "d1", "d2"] { #expect(isMine(name), "\(name)") }
    #expect(try shell.files() == files)
    // A real run of the same script writes them.
    #expect(try shell.paint("batch script").code == 0)
    for name in ["a", "b", "c", "d1", "d2"] { #expect(!isMine(name), "\(name)") }
  }

  @Test(
    "every command's dry run says in words and JSON what the real run then does",
    arguments: [
      ("stroke pencil 9,9", "would make r3 Pencil, 1 px in 9,9,1x1\n"),
      ("stroke pencil -9,-9", "no pixel would change, still r2\n"), ("undo", "would undo r2 Clear, then be at r1\n"),
      ("redo 2", "would redo r2 Clear, then be at r2\n"), ("goto r1", "would undo r2 Clear, then be at r1\n"),
      ("goto r2", "would stay at r2\n"), ("group 2 Both", "would join r1-r2 Both, 2 edits\n"),
      ("ungroup", "would ungroup r1-r2 2 edits\n"), ("branch x r1", "branch x would be on r1\n"),
      ("branch here r1 --move", "branch here would be moved from r2 to r1\n"),
      ("branch here --delete", "branch here would be removed, it was on r2\n"),
      ("name 1 Box", "r1, Fill rect, would be Box\n"),
      ("name 2 Both --group", "the group of r2, 2 edits, would be Both\n"),
      ("import drawn.png", "would make r3 Import, 2400 px in 5,5,60x40\n"),
      ("run -- cp drawn.png {}", "would make r3 cp drawn.png {}, 2400 px in 5,5,60x40\n"),
      ("limit --steps 9", "would set these limits:\nsteps: 9\nbytes: no limit\nside branches: kept forever\n"),
    ])
  func words(line: String, told: String) throws {
    let shell = try drawn()
    _ = try shell.paint("branch here r2")
    if line == "ungroup" || line.hasSuffix("--group") { _ = try shell.paint("group 2") }
    if line == "redo 2" { _ = try shell.paint("undo") }
    let words = line.split(separator: " ").map(String.init)
    func paint(_ options: String...) throws -> Outcome { try shell.paint([words[0]] + options + words.dropFirst()) }
    let files = try shell.files()
    let inWords = try paint("--dry-run")
    #expect(inWords.output == told && inWords.code == 0, "\(inWords)")
    #expect(try paint("--dry-run", "--json").json["dry_run"].bool == true)
    #expect(try shell.files() == files)
    let done = try paint("--json")
    #expect(try done.code == 0 && done.json["dry_run"].bool == false, "\(done)")
  }

  @Test("a dry run prints the script of a picture that it would keep, as the real run does")
  func scriptOfNewPicture() throws {
    let shell = try drawn()
    _ = try shell.sh("paint export new.png --at r1 && paint stroke line 0,0 9,9")
    try shell.write("tile.ppm", Array("P6\n1 1\n255\n".utf8) + [1, 2, 3])
    for line in ["place new.png --at 3,0", "clear pattern(tile.ppm)", "background new.png", "select new.png"] {
      try shell.write(
        "script",
        "'clear' white\n\(line.replacing("pattern(tile.ppm)", with: "'pattern(tile.ppm)'"))\nhistory --script\n")
      let files = try shell.files()
      let rehearsed = try shell.paint("batch script --dry-run")
      #expect(rehearsed.code == 0, "\(line): \(rehearsed)")
      #expect(try shell.files() == files)
      let run = try shell.paint("batch script")
      func printed(_ outcome: Outcome) -> [String] {
        outcome.lines.filter { !$0.hasPrefix("cache:") && !$0.contains(" lines") }
      }
      #expect(printed(rehearsed) == printed(run), "\(line)")
      #expect(run.output.contains("art.paint/files/"), "\(run)")
    }
    // A file that is missing is an error in both.
    _ = try shell.sh("rm -r art.paint/files; mkdir art.paint/files; echo 'history --script' >script")
    for option in ["", " --dry-run"] {
      let outcome = try shell.paint("batch script\(option)")
      #expect(outcome.code == 65 && outcome.message.contains("lacks the kept file"), "\(outcome)")
    }
  }

  @Test("a dry run fails if the file's name or folder is invalid")
  func impossible() throws {
    let shell = try drawn()
    for (line, code) in [("export nowhere/a.png", 73), ("export a.gif", 65), ("export -", 65)] {
      let rehearsed = try shell.paint("batch - --dry-run", input: line)
      let run = try shell.paint("batch -", input: line)
      #expect(rehearsed.code == code && run.code == code, "\(line): \(rehearsed) \(run)")
      #expect(rehearsed.message == run.message)
    }
  }

  @Test("one that is killed, or has no room for its temporary files, changes nothing and leaves nothing")
  func ended() throws {
    let shell = try Shell()
    _ = try shell.paint("new art.paint --size 200x200")
    // More than SQLite keeps in memory.
    let lines = (0..<150).map { "stroke pencil \($0),\($0) --name \(String(repeating: "n", count: 80_000))\n" }
    try shell.write("script", lines.joined())
    _ = try shell.sh("mkfifo lines")
    let files = try shell.files()
    for refusal in ["export TMPDIR=/nowhere", "ulimit -f 2000"] {
      let outcome = try shell.sh("\(refusal); exec paint batch script --dry-run -d art.paint")
      #expect(outcome.code == 74, "\(refusal): \(outcome.errors)")
      #expect(outcome.errors.contains("the folder for temporary files, "), "\(refusal): \(outcome.errors)")
      #expect(try shell.files() == files, "\(refusal)")
      #expect(try shell.names() == ["art.paint", "lines", "script"], "\(refusal)")
    }
    // Killed while it waits for another line, when there are pages in its log.
    let killed = try shell.sh(
      """
      paint batch - --dry-run -d art.paint <lines >answers & program=$!
      exec 3>lines; cat script >&3
      attempts=0
      until [ -s .paint-*/index.log ]; do
        attempts=$((attempts + 1)); [ $attempts -gt 6000 ] && exit 1; sleep 0.1
      done
      kill -9 $program; wait $program; [ $? = 137 ] && rm answers && exit 7
      """)
    #expect(killed.code == 7, "\(killed)")
    #expect(try shell.files() == files)
    #expect(try shell.sh("paint batch script --dry-run -d art.paint").code == 0)
    #expect(try shell.files() == files)
    #expect(try shell.names() == ["art.paint", "lines", "script"])
    #expect(try shell.paint("check -d art.paint").code == 0)
  }

  @Test(
    "a line that would read standard input is an error in a script from standard input",
    arguments: [
      "place -", "place /dev/stdin", "import -", "import /dev/fd/0", "stroke pencil --points-from -",
      "stroke pencil --points-from /dev/stdin", "text 1,1 a --size 9 --font /dev/stdin", "diff - r0",
      "diff r0 /dev/stdin",
    ])
  func standardInput(line: String) throws {
    let shell = try drawn()
    let script = "\(line)\nstroke line 0,0 99,70\n"
    let stopped = try shell.paint("batch -", input: script)
    #expect(stopped.code == 65 && stopped.message.hasPrefix("-:1: "), "\(stopped)")
    let going = try shell.paint("batch - --keep-going --json", input: script).jsonLines
    #expect(going.count == 3 && going[1]["changed"] == .bool(true), "\(going)")
    for options in ["--check", "--dry-run"] {
      let checked = try shell.paint("batch - \(options)", input: script)
      #expect(checked.code == 65 && checked.message == stopped.message, "\(options): \(checked)")
    }
    #expect(try shell.paint("batch /dev/stdin", input: script).code == 65)
  }
}
