import Glibc
import PaintTestSupport
import Testing

/// `batch --from` with a pattern or a list: many pictures in one process.
@Suite("Contract: many pictures")
struct ManyPicturesTests {
  private let shell: Shell
  private static let script = "resize 50%\nstroke line 0,0 100%,100% --color red --width 3\n"

  /// Pictures of different sizes and colours, a script, and what that script makes of each alone.
  ///
  /// No history fits in memory, so that each picture has a private folder.
  init() throws {
    shell = try Shell(["PAINT_HISTORY_MEMORY": "1"])
    try shell.write("script", Self.script)
    let made = try shell.sh(
      """
      set -e; mkdir in alone
      for n in 1 2 3 4 5 6 7; do
        paint new x.paint -q --replace --size $((20 + n))x$((30 - n)) --background "#0${n}8"
        paint -d x.paint stroke ellipse 2,2,14x14 --fill gold -q; paint -d x.paint export in/p$n.png -q
        paint batch script --from in/p$n.png --out alone/p$n.png -q
      done; rm -r x.paint
      """)
    try #require(made.code == 0, "\(made)")
  }

  private func picture(_ name: String) throws -> Picture {
    try Picture(#require(shell.contents(name), "\(name)"))
  }

  private static func summary(_ outcome: Outcome) throws -> [Int] {
    let json = try #require(try outcome.jsonLines.last)
    return ["pictures", "written", "skipped", "failed", "incomplete"].map { json[$0].int ?? -1 }
  }

  /// Files that should not be left.
  private func leftovers() throws -> [String] { try shell.names().filter { $0.hasPrefix(".paint-") } }

  @Test("each picture gets the pixels that the script makes of it alone, in a folder that is created")
  func same() throws {
    for memory in ["1", "512M"] {
      _ = try shell.sh("rm -rf out")
      let outcome = try shell.paint(
        ["batch", "script", "--from", "in/p*.png", "--out", "out/deep/{stem}-{index}.png"],
        with: ["PAINT_HISTORY_MEMORY": memory])
      #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
      #expect(outcome.output.hasPrefix("7 pictures: 7 written, 0 skipped, 0 failed, "), "\(outcome)")
      #expect(try shell.names(in: "out/deep") == (1...7).map { "p\($0)-\($0).png" })
      for number in 1...7 {
        let name = "out/deep/p\(number)-\(number).png"
        #expect(shell.contents(name) == shell.contents("alone/p\(number).png"), "\(number)")
      }
      #expect(try leftovers() == [])
    }
    let quiet = try shell.paint([
      "batch", "script", "-q", "--from", "in/p*.png", "--out", "out/deep/{stem}-{index}.png",
    ])
    #expect(quiet.code == 0 && quiet.output == "" && quiet.errors == "", "\(quiet)")
  }

  @Test("with --json there is one object for each picture in the order of the inputs, then the summary")
  func json() throws {
    _ = try shell.sh("cp in/p1.png in/z.png; echo no >in/p3a.png; head -c 90 in/p2.png >in/p0.png")
    let line = "batch script --json --from in/*.png --out out/{stem}.ppm"
    let outcome = try shell.paint(line)
    #expect(outcome.code == 1, "\(outcome)")
    let answers = try outcome.jsonLines
    let names = ["p0", "p1", "p2", "p3", "p3a", "p4", "p5", "p6", "p7", "z"]
    #expect(answers.dropLast().map { $0["input"].text } == names.map { "in/\($0).png" })
    #expect(answers.dropLast().map { $0["output"].text } == names.map { "out/\($0).ppm" })
    for (answer, name) in zip(answers, names) {
      let isBad = name == "p0" || name == "p3a"
      #expect(answer["result"].text == (isBad ? "failed" : "written"), "\(answer)")
      #expect(answer["errors"].elements.count == (isBad ? 1 : 0), "\(answer)")
      #expect(answer["format"].text == (isBad ? nil : "PPM"), "\(answer)")
    }
    let first = try picture("alone/p1.png")
    #expect(answers[1]["width"].int == first.width && answers[1]["height"].int == first.height, "\(answers[1])")
    #expect(answers[4]["errors"].elements.first?["code"].text == "damaged_input", "\(answers[4])")
    #expect(try Self.summary(outcome) == [10, 8, 0, 2, 0])
    // One line for each.
    #expect(outcome.errors.split(separator: "\n").count == 2, "\(outcome)")
    // Nothing depends on the threads, except the time.
    for _ in 0..<3 {
      let again = try shell.paint(line)
      #expect(again.lines.dropLast() == outcome.lines.dropLast() && again.errors == outcome.errors)
      let alone = try shell.sh("taskset -c 0 paint \(line.replacing("in/*.png", with: "'in/*.png'"))")
      #expect(alone.lines.dropLast() == outcome.lines.dropLast() && alone.errors == outcome.errors)
    }
  }

  @Test("a bad picture does not stop the others: one line on standard error, exit 1, counts in the summary")
  func bad() throws {
    _ = try shell.sh("echo no >in/p3.png; rm -r alone/p3.png; mkdir out; cp in/p4.png out/p3.png; chmod 0 in/p6.png")
    let before = shell.contents("out/p3.png")
    let outcome = try shell.paint("batch script --from in/*.png --out out/{name}")
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.errors.hasPrefix("paint: in/p3.png: ") && !outcome.errors.contains("hint"), "\(outcome)")
    let count = getuid() == 0 ? 1 : 2
    #expect(outcome.errors.split(separator: "\n").count == count, "\(outcome)")
    #expect(outcome.output.hasPrefix("7 pictures: \(7 - count) written, 0 skipped, \(count) failed, "), "\(outcome)")
    #expect(shell.contents("out/p3.png") == before, "an output of a picture that failed stays as it was")
    #expect(try picture("out/p7.png") == picture("alone/p7.png"))
  }

  @Test("a line that fails makes its picture fail, and nothing of that is written, unless --keep-going")
  func lines() throws {
    try shell.write("strict", "flip horizontal\ngoto r9\nflip vertical\n")
    let outcome = try shell.paint("batch strict --from in/*.png --out out/{name}")
    #expect(outcome.code == 1 && outcome.output.hasPrefix("7 pictures: 0 written, 0 skipped, 7 failed, "), "\(outcome)")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 7, "\(outcome)")
    for (number, line) in lines.enumerated() {
      #expect(line.hasPrefix("paint: in/p\(number + 1).png: strict:2: ") && line.contains("r9"), "\(line)")
    }
    #expect((try? shell.names(in: "out")) == nil)
    let going = try shell.paint("batch strict --json --keep-going --from in/*.png --out out/{name}")
    #expect(going.code == 1, "\(going)")
    #expect(try Self.summary(going) == [7, 7, 0, 0, 7])
    let first = try #require(try going.jsonLines.first)
    #expect(first["result"].text == "written" && first["errors"].elements.map { $0["line"].int } == [2], "\(first)")
    #expect(try shell.names(in: "out").count == 7)
  }

  @Test("warnings have the name of their picture and the line of the script")
  func warnings() throws {
    try shell.write("outside", "stroke pencil 24,1\n")
    let outcome = try shell.paint("batch outside --from in/*.png --out out/{name}")
    let names = outcome.errors.split(separator: "\n").map { $0.split(separator: ": warning: ")[0] }
    #expect(outcome.code == 0 && names == (1...4).map { "paint: in/p\($0).png" }, "\(outcome)")
    #expect(outcome.errors.contains("paint: in/p1.png: warning: outside:1: this is completely outside"), "\(outcome)")
    let json = try shell.paint("batch outside --json --from in/*.png --out out/{name}")
    #expect(try json.errors == "" && json.jsonLines.first?["warnings"].elements.count == 1, "\(json)")
    let quiet = try shell.paint("batch outside -q --from in/*.png --out out/{name}")
    #expect(quiet.errors == "" && quiet.output == "", "\(quiet)")
  }

  @Test("--skip-existing leaves existing outputs as they are and writes the others")
  func skipping() throws {
    _ = try shell.sh("mkdir out; echo old >out/p2.png; echo bad >in/p2.png; ln -s p7.png out/p5.png")
    let line = "batch script --json --skip-existing --from in/*.png --out out/{name}"
    let outcome = try shell.paint(line)
    #expect(outcome.code == 64, "two names of one output: \(outcome)")
    _ = try shell.sh("rm out/p5.png")
    let first = try shell.paint(line)
    #expect(first.code == 0, "\(first)")
    #expect(try Self.summary(first) == [7, 6, 1, 0, 0])
    #expect(try first.jsonLines[1]["result"].text == "skipped" && shell.contents("out/p2.png") == Array("old\n".utf8))
    #expect(try picture("out/p7.png") == picture("alone/p7.png"))
    #expect(try Self.summary(shell.paint(line)) == [7, 0, 7, 0, 0])
  }

  @Test("a list names the pictures, from a file and from standard input, with lines or NULs")
  func lists() throws {
    try shell.write("list", "in/p3.png\r\n\nin/p1.png\n")
    _ = try shell.sh("cp in/p1.png 'in/new\nline.png'; cp in/p2.png ./-; cp in/p2.png 'in/a*.png'")
    let words = "--out out/{index}-{stem}.png"
    #expect(try shell.paint("batch script --from-list list \(words)").code == 0)
    #expect(try shell.names(in: "out") == ["1-p3.png", "2-p1.png"])
    let piped = try shell.sh(
      "find in -name '*line*' -print0 | paint batch script --json --from-list - --out 'lines/{index}.png'")
    #expect(try piped.code == 0 && piped.jsonLines.first?["input"].text == "in/new\nline.png", "\(piped)")
    // Names in a list are never patterns, and a hyphen is a file.
    let odd = try shell.paint("batch script --from-list - --out odd/{stem}.png", input: "-\nin/a*.png\n")
    #expect(try odd.code == 0 && shell.names(in: "odd") == ["-.png", "a*.png"], "\(odd)")
    let gone = try shell.paint("batch script --from-list - \(words)", input: "in/p1.png\nin/gone.png\n")
    #expect(
      gone.code == 1 && gone.errors == "paint: in/gone.png: no such file\n", "\(gone)")
    let photo = FormatFixture(name: "../photos/chelsea.png", library: nil).path
    _ = try shell.sh("head -c 100000 '\(photo)' >in/cut.png")
    let cut = try shell.paint("batch script --from-list - \(words)", input: "in/p1.png\nin/cut.png\n")
    #expect(
      cut.code == 1 && cut.errors.hasSuffix(" rows can be read (--lenient accepts what can be read)\n")
        && cut.errors.count { $0 == "\n" } == 1, "\(cut)")
    let folder = try shell.paint("batch script --from-list - \(words)", input: "in/p1.png\nin\n")
    #expect(folder.code == 1 && folder.message.hasPrefix("in: cannot be read: "), "\(folder)")
    // --check looks at the names, too, and writes nothing.
    for (rest, code) in [
      ("--from 'in/*.jpg' --out checked/{name}", 66), ("--from 'in/p*.png' --out checked/x.png", 64),
      ("--from 'in/p*.png' --out checked/{name}", 0),
    ] {
      let checked = try shell.sh("paint batch script --check \(rest)")
      #expect(checked.code == code, "\(rest): \(checked)")
    }
    #expect(try !shell.names().contains("checked"))
    let unnamed = try shell.paint("batch script --from-list - --out named/{name}", input: "in\nin/p1.png\n")
    #expect(unnamed.code == 1 && unnamed.message.hasPrefix("in: cannot be read: "), "\(unnamed)")
    #expect(try shell.names(in: "named") == ["p1.png"])
    for text in ["", "\n\n", "\0"] {
      let empty = try shell.paint("batch script --from-list - \(words)", input: text)
      #expect(empty.code == 66 && empty.message.contains("names no picture"), "\(empty)")
    }
    #expect(try shell.paint("batch script --from-list gone \(words)").code == 66)
    #expect(try shell.paint("batch - --from-list - \(words)", input: "x").code == 64)
  }

  @Test("a file that exists under exactly the given name is not a pattern, and its output may have placeholders")
  func exact() throws {
    _ = try shell.sh("cp in/p1.png 'in/p[2].png'; cp in/p1.png 'in/p*.png'")
    let one = try shell.paint(["batch", "script", "--from", "in/p[2].png", "--out", "one.png"])
    #expect(one.code == 0 && shell.contents("one.png") == shell.contents("alone/p1.png"), "\(one)")
    #expect(one.output.hasPrefix("2 lines, "), "a single picture has the usual summary: \(one)")
    let star = try shell.paint(["batch", "script", "--from", "in/p*.png", "--out", "out/{name}"])
    #expect(try star.code == 0 && shell.names(in: "out") == ["p*.png"], "\(star)")
    let braces = try shell.paint(["batch", "script", "--from", "in/p1.png", "--out", "a{{b}}.png"])
    #expect(braces.code == 0 && shell.contents("a{b}.png") == shell.contents("alone/p1.png"), "\(braces)")
  }

  @Test("a line whose words are wrong is one error for all pictures, before anything is written")
  func wrongScript() throws {
    for (text, place) in [
      ("flip vertical\nflop\n", "wrong:2: "), ("resize 50% --colour red\n", "wrong:1: "),
      ("filter blurr --radius 3\n", "wrong:1: "), ("stroke pencil 1,1 --color nocolour\n", "wrong:1: "),
      ("set --width 2\nfilter blur --radius many\n", "wrong:2: "), ("flip vertical\ngroup end\n", "wrong:2: "),
    ] {
      try shell.write("wrong", text)
      let outcome = try shell.paint("batch wrong --from in/*.png --out out/{name}")
      #expect(outcome.code == 65 && outcome.message.hasPrefix(place), "\(outcome)")
      #expect((try? shell.names(in: "out")) == nil)
      let going = try shell.paint("batch wrong --keep-going --json --from in/*.png --out out/{name}")
      #expect(try going.code == 1 && Self.summary(going) == [7, 7, 0, 0, 7], "\(going)")
      _ = try shell.sh("rm -r out")
    }
    let group = try shell.paint("batch - --from in/*.png --out out/{name}", input: "group begin\nflip vertical\n")
    #expect(group.code == 65 && group.message.contains("inside a group"), "\(group)")
    let points = try shell.paint(
      "batch - --from in/*.png --out out/{name}", input: "stroke pencil --points-from gone\n")
    #expect(points.code == 66 && points.message.hasPrefix("-:1: ") && points.message.contains("gone"), "\(points)")
    // What depends on the size of a picture is an error of those that it is wrong for.
    let some = try shell.paint("batch - --from in/*.png --out some/{name}", input: "crop 0,25,5x5\n")
    #expect(some.code == 1 && some.errors.split(separator: "\n").count == 3, "\(some)")
    #expect(try shell.paint("batch script --from-line 9 --from in/*.png --out out/{name}").code == 64)
    let expanded = try shell.sh("paint batch script --from in/*.png --out 'out/{name}'")
    #expect(expanded.code == 64 && expanded.errors.contains("in quotes"), "\(expanded)")
  }

  @Test("outputs may be their own inputs")
  func inPlace() throws {
    let outcome = try shell.paint("batch script --from in/p?.png --out {dir}/{name}")
    #expect(outcome.code == 0, "\(outcome)")
    for number in 1...7 { #expect(try picture("in/p\(number).png") == picture("alone/p\(number).png")) }
  }

  @Test(
    "what cannot work is an error before anything is written",
    arguments: [
      ("--from in/*.gif --out out/{name}", 66, "no file matches"),
      ("--from in/no.png --out out/{name}", 66, "no such file: in/no.png"),
      ("--from in/*.png --out out/x.png", 64, "placeholder"),
      ("--from in/*.png --out -", 64, "--out -"), ("--from in/*.png --out out/{nam}.png", 64, "{nam}"),
      ("--from in/*.png --out out/{stem", 64, "alone"), ("--from in/*.png --out out/{stem}.gif", 64, "GIF"),
      ("--from in/*.png --out out/{stem}", 64, "p1"), ("--from in/*.png --out {index}.png --quality 3", 64, "quality"),
      ("--from in/p1.png --from-list script --out out/{name}", 64, "--from-list"), ("--from in/*.png", 64, "--out"),
      ("--from - --out {stem}.png", 64, "--from -"), ("--from - --out x.png --skip-existing", 64, "--from -"),
      ("--skip-existing", 64, "--skip-existing"), ("--from in/*.png --out out/{name} --dry-run", 64, "--dry-run"),
      ("--from in/p?.png --out in/p{index}.pn{{", 64, "p1"),
      ("--from in/p[2-4].png --out in/p{index}.png", 64, "another"),
      ("--from-list script --out out/{name} --expect r1", 64, "--expect"),
    ])
  func refused(words: String, code: Int, part: String) throws {
    let names = try shell.names(in: "in")
    let outcome = try shell.paint("batch script \(words)")
    #expect(outcome.code == code && outcome.message.contains(part), "\(words): \(outcome)")
    #expect(try shell.names() == ["alone", "in", "script"] && shell.names(in: "in") == names, "\(words)")
  }

  @Test("two inputs with the same output are an error before anything is written")
  func clash() throws {
    _ = try shell.sh("mkdir other; cp in/p2.png other/")
    let outcome = try shell.paint("batch script --from */p?.png --out out/{name}")
    #expect(outcome.code == 64 && outcome.message.contains("would both be written to"), "\(outcome)")
    #expect((try? shell.names(in: "out")) == nil)
    let distinct = try shell.paint("batch script --from */p?.png --out out/{dir}/{name}")
    #expect(try distinct.code == 0 && shell.names(in: "out") == ["alone", "in", "other"], "\(distinct)")
  }

  @Test("the script is read once, also from a pipe; its lines cannot read standard input")
  func scripts() throws {
    let piped = try shell.paint("batch - --from in/*.png --out out/{name}", input: Self.script)
    #expect(piped.code == 0, "\(piped)")
    for number in 1...7 { #expect(try picture("out/p\(number).png") == picture("alone/p\(number).png")) }
    try shell.write("reading", "place -\n")
    let reading = try shell.paint("batch reading --from in/*.png --out out/{name}", input: "x")
    #expect(reading.code == 65 && reading.message.contains("standard input can only be read once"), "\(reading)")
    for line in ["export same.png", "timelapse same.png", "diff r0 r0 --out same.png"] {
      try shell.write("writing", line + "\n")
      let writing = try shell.paint("batch writing --from in/*.png --out never/{name}")
      #expect(
        writing.code == 65 && writing.message.contains("each of the pictures would write 'same.png'"), "\(writing)")
      #expect((try? shell.names(in: "never")) == nil && shell.contents("same.png") == nil)
    }
    let fromPipe = try shell.sh("cat in/p1.png | paint batch reading --from - --out never.png")
    #expect(
      fromPipe.code == 65 && fromPipe.message.contains("the script's pictures cannot"),
      "\(fromPipe)")
    let single = try shell.paint("batch script --single --name One --from in/*.png --out single/{name}")
    #expect(try single.code == 0 && picture("single/p1.png") == picture("alone/p1.png"), "\(single)")
  }

  @Test("on a terminal, a line of progress does not disturb the lines of errors and of the summary")
  func terminal() throws {
    _ = try shell.sh("echo no >in/p3.png")
    let (code, text) = try shell.onTerminal("batch script --from in/*.png --out out/{name}")
    #expect(code == 1 && text.contains("in/p3.png: ") && text.contains("6 written"), "\(text)")
  }

  @Test("a signal ends it: finished outputs stay and are complete, and no temporary file is left")
  func interrupted() throws {
    // The last picture never begins, so that the batch cannot end by itself.
    let made = try shell.sh(
      """
      for n in 1 2 3 4 5 6 7 8 9; do for m in 1 2 3 4 5 6; do cp in/p$m.png in/q$n$m.png; done; done
      mkfifo in/z.png
      """)
    try #require(made.code == 0, "\(made)")
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      _ = try shell.sh("rm -rf out")
      let batch = try Dialogue(shell, "batch script --from in/[qz]*.png --out out/{name}")
      try wait(until: "there is an output") { (try? shell.names(in: "out"))?.isEmpty == false }
      batch.send(signal)
      #expect(batch.wait() == 128 + Int(signal))
      #expect(try leftovers() == [])
      for name in try shell.names(in: "out") {
        let number = try #require(name.dropFirst(2).first)
        #expect(try picture("out/\(name)") == picture("alone/p\(number).png"), "\(name)")
      }
    }
  }
}
