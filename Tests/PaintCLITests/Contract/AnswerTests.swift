import Testing

@testable import PaintCLI

/// The fields in the reference, compared with the output of every command.
@Suite("Contract: answers")
struct AnswerTests {
  private let shell: Shell
  private static let outlines = "30x20;10 M0,0 L10,0 L10,10 L0,10 Z@0,5"

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 64x48 --background white -q && paint stroke rect 5,5,30x20 --fill teal -q
      paint export in.png -q; echo 'stroke pencil 9,9' >script
      yes 'fill 900,900' | head -n 21 >warned
      paint stroke pencil 50,40 -q; paint branch kept; paint undo -q; paint stroke line 0,0 60,40 --width 3 -q
      """)
    try #require(made.code == 0, "\(made)")
  }

  /// Lines for the shell and for scripts, each with what it prints; `;` marks a line whose answer is not checked.
  private static let lines: [(words: [String], answer: Answer)] = [
    ("stroke pencil 9,9 20,20", .receipt), ("stroke pencil 9,9 20,20", .receipt), ("stroke line 1,1 9,9", .receipt),
    ("stroke rect 1,1,5x5", .receipt), ("stroke ellipse 1,1,9x5", .receipt), ("stroke polygon 1,1 9,2 5,9", .receipt),
    ("stroke path M1,1L9,20", .receipt), ("stroke curve 1,9 9,20 30,3 --closed", .receipt),
    ("stroke clone 9,9 20,20 --offset 3,3 --width 9", .receipt), ("stroke blur 9,9 20,20 --width 9", .receipt),
    ("stroke spray 30,30 --width 20", .receipt), ("stroke smudge 9,9 30,20 --width 9", .receipt),
    ("stroke eraser 9,9", .receipt), ("undo", .move), ("redo", .move), ("goto start", .move), ("goto latest", .move),
    ("group 2 Both", .group), ("ungroup", .receipt), ("group 2 Both", .group), ("history", .history),
    ("history --script", .script), ("history --script --files kept", .script), ("show", .revision),
    ("show start", .revision), ("diff start", .comparison), ("diff in.png current --tolerance 3", .comparison),
    ("diff start --metric ssim", .comparison), ("diff current --metric psnr", .comparison),
    ("blame 9,9", .blame), ("blame 60,2", .blame), ("status", .status), ("status --disk", .disk),
    ("pick 1,1 2,2", .colors), ("export a.png", .file), ("export a.png --at start --region 1,1,5x5", .file),
    ("timelapse t.png", .animation), ("set", .settings), ("set --color red --width 3 --dash 3,2", .settings),
    ("set --dash none", .settings), ("set --reset", .settings), ("name current Last", .name), ("branch", .branches),
    ("branch here", .branch), ("branch here start --move", .branch), ("branch here --delete", .branch),
    ("fill 1,1 --color red", .receipt), ("clear gold", .receipt), ("replace gold navy", .receipt),
    ("background teal", .receipt),
    ("select rect 3,3,20x20", .receipt), ("amend latest --name Area", .amendment), ("select", .selection),
    ("fill 9,9 --color teal", .receipt),
    ("status", .status), ("show", .revision), ("undo", .move), ("redo", .move), ("group 2 Filled", .group),
    ("ungroup", .receipt), ("select none", .receipt),
    ("filter color-invert", .receipt), ("text 9,9 A --size 10 --outlines", .receipt), ("canvas 70x50", .receipt),
    ("crop 0,0,64x48", .receipt), ("resize 32x24 --method nearest", .receipt), ("resize 64x48", .receipt),
    ("rotate 180", .receipt), ("flip vertical", .receipt), ("stroke pencil 9,9 30,30 --width 5", .receipt),
    ("place in.png --at 3,3", .receipt), ("import in.png", .receipt), ("revert current", .receipt),
    ("repeat latest", .receipt), ("amend latest --name Other", .amendment), ("amend latest --drop", .amendment),
    ("rebase latest", .steps),
    ("restore 0,0,9x9 --at start", .receipt), ("trim --tolerance 1", .receipt), ("goto start", .move),
  ].map { line, answer in
    let words = line.split(separator: " ").map(String.init)
    return (line.hasSuffix("--outlines") ? words + [outlines] : words, answer)
  }

  /// Lines that are only for the shell.
  private static let shellLines: [(words: [String], answer: Answer)] = [
    ("watch --since start --count 1", .event), ("watch --since latest --count 1", .event),
    ("watch --since start --count 25", .event),
    ("new b.paint --size 5x5", .receipt),
    ("new c.paint --from in.png", .receipt), ("filter", .filters), ("fonts", .fonts),
    ("filter drop-shadow --help", .filter), ("filter color-matrix + vignette --help", .filter), ("limit", .limits),
    ("limit --steps 5", .limits), ("limit", .limits), ("status", .status), ("gc", .collection),
    ("gc --dry-run", .collection), ("check", .check), ("run -- true {}", .receipt), ("batch script", .summary),
    ("batch script --check", .checkedScript), ("batch script --dry-run", .summary), ("batch warned", .summary),
    ("batch script --from in.png --out made.png", .summary), ("stroke pencil 30,30 --dry-run", .receipt),
    ("export step-%d.png --each ..", .file), ("forget --all", .forgetting), ("info in.png", .pictureFile),
    ("view", .view), ("view in.png --grid 5", .view), ("completion fish", .completion),
    ("info \(FormatFixture(name: "jpeg/profile.jpg", library: nil).path)", .pictureFile),
  ].map { line, answer in (line.split(separator: " ").map(String.init), answer) }

  @Test("every command prints the fields that the reference lists, and the reference lists no others")
  func fields() throws {
    var check = try AnswerCheck(shell)
    var commands: Set<String> = []
    for (words, answer) in Self.lines + Self.shellLines.map({ ($0.words, $0.answer) }) {
      // These make documents next to this one; a script on a picture has no document.
      let hasNone = words[0] == "new" || words.contains("--from")
      let named = hasNone ? words : ["-d", "art.paint"] + words
      let outcome = try shell.paint(["--json"] + named)
      #expect(outcome.code == 0, "\(words): \(outcome)")
      for json in try outcome.jsonLines {
        // The answers of a script's lines are checked below.
        if json.keys.first == "line", words[0] == "batch" { continue }
        let complaints = try check.complaints(about: json, answer, inScript: false)
        #expect(complaints == [], "\(words): \(outcome)")
      }
      var line = ParsedLine(words)
      var parser = LineParser()
      try parser.parse(&line)
      let spec = CommandTable.spec(try #require(line.command))
      #expect(spec.answers.contains(answer), "\(spec.title) prints a \(answer.title)")
      commands.insert(spec.title)
    }
    let silent = CommandTable.all.filter(\.answers.isEmpty).map(\.title)
    #expect(silent == ["schema"])
    #expect(commands == Set(CommandTable.all.map(\.title)).subtracting(silent))

    try checkScript(&check)
    try checkRest(&check)
    try checkPaths(&check)
    let all = Set(Answer.all.flatMap(AnswerCheck.fields))
    #expect(all.subtracting(check.seen) == [], "the reference lists what is never printed")
  }

  /// The same lines in a script.
  private func checkScript(_ check: inout AnswerCheck) throws {
    let scripted = Self.lines.filter { !$0.words.contains("--help") }
    let own: [(String, Answer)] = [
      ("group begin A", .groupLine), ("group begin B", .groupLine), ("stroke pencil 3,3 9,40", .receipt),
      ("group end", .groupLine), ("group end", .group), ("group begin Empty", .groupLine), ("group end", .group),
      ("group begin C", .groupLine), ("undo", .error), ("stroke pencil 5,5", .skippedLine), ("group end", .skippedLine),
      ("history --script --files other", .script), ("diff start --out map.png", .comparison),
      ("export step-%d.png --each start..", .file),
    ]
    var text = ""
    for (words, _) in scripted { text += words.map { "'\($0)'" }.joined(separator: " ") + "\n" }
    for (line, _) in own { text += line + "\n" }
    let answers = scripted.map(\.answer) + own.map(\.1)
    try shell.write("lines", text)
    _ = try shell.sh("rm -rf kept")
    for option in ["", " --dry-run"] {
      let outcome = try shell.paint("-d art.paint batch lines --keep-going --json\(option)")
      #expect(outcome.code == 1, "one line fails: \(outcome)")
      let printed = try outcome.jsonLines
      for json in printed.dropLast() {
        let number = json["line"].int ?? 1
        let complaints = try check.complaints(about: json, answers[number - 1], inScript: true)
        #expect(complaints == [], "line \(number), \(json)")
      }
      let summary = try #require(printed.last)
      let complaints = try check.complaints(about: summary, .summary, inScript: false)
      #expect(complaints == [], "\(summary)")
    }
    try checkGroup(scripted, &check)
  }

  /// The same lines in an open group, as far as they are possible there.
  private func checkGroup(_ scripted: [(words: [String], answer: Answer)], _ check: inout AnswerCheck) throws {
    var (text, answers) = ("group begin\n", [Answer.groupLine])
    for (words, answer) in scripted {
      var line = ParsedLine(words)
      var parser = LineParser()
      try parser.parse(&line)
      guard CommandTable.spec(try #require(line.command)).isForGroups(line) else { continue }
      text += words.map { "'\($0)'" }.joined(separator: " ") + "\n"
      answers.append(answer)
    }
    let outcome = try shell.paint("-d art.paint batch - --json", input: text + "group end\n")
    #expect(outcome.code == 0, "\(outcome)")
    for (json, answer) in zip(try outcome.jsonLines, answers) {
      #expect(json["pending"].bool == true, "\(json)")
      let complaints = try check.complaints(about: json, answer, inScript: true)
      #expect(complaints == [], "\(json)")
    }
  }

  /// Paths that are not UTF-8: their bytes are in the answers too.
  private func checkPaths(_ check: inout AnswerCheck) throws {
    // A word of the shell.
    let name = "\"$(printf 'n\\351\\377')\""
    let bytes = "6ee9ff"
    let made = try shell.sh(
      """
      cp -r art.paint \(name).paint; cp in.png \(name).png; cp in.png \(name)2.png
      paint new chosen.paint --size 9x9; paint -d chosen.paint select all
      """)
    try #require(made.code == 0, "\(made)")
    let lines: [(line: String, keys: [String], answer: Answer)] = [
      ("-d \(name).paint status", ["document"], .status), ("-d \(name).paint export \(name)3.png", ["file"], .file),
      ("-d \(name).paint timelapse \(name)4.png", ["file"], .animation), ("info \(name).png", ["file"], .pictureFile),
      ("view \(name).png", ["file"], .view), ("diff \(name).png \(name)2.png", ["a.file", "b.file"], .comparison),
      ("batch outside --keep-going --from \(name)'*.png' --out made/\(name)/{name}", ["input", "output"], .onePicture),
      ("-d \(name).paint select all", [], .receipt), ("-d \(name).paint select invert", [], .receipt),
      ("-d \(name).paint select", [], .selection), ("-d \(name).paint select ellipse 9,9,20x20 --add", [], .receipt),
      ("-d \(name).paint select polygon 1,1 9,2 5,9 --feather 2", [], .receipt),
      ("-d \(name).paint select path M1,1L9,20L20,3Z", [], .receipt),
      ("-d \(name).paint select color 9,9 --tolerance 5", [], .receipt),
      ("-d \(name).paint select similar white", [], .receipt), ("-d \(name).paint select alpha", [], .receipt),
      ("-d \(name).paint select in.png --intersect", [], .receipt), ("-d \(name).paint select none", [], .receipt),
      ("-d \(name).paint select", [], .selection), ("-d chosen.paint watch --since start --count 1", [], .event),
      ("-d \(name).paint check --repair", ["kept"], .check),
    ]
    for (line, keys, answer) in lines {
      let index = "\(name).paint/index.sqlite"
      if answer == .check { _ = try shell.sh("rm \(index)-*; echo garbage >\(index)") }
      let outcome = try shell.sh("paint --json \(line)")
      let json = try #require(try outcome.jsonLines.first, "\(line): \(outcome)")
      let complaints = try check.complaints(about: json, answer, inScript: false)
      #expect(complaints == [], "\(line): \(outcome)")
      for key in keys {
        let parts = key.split(separator: ".").map(String.init)
        let place = parts.dropLast().reduce(json) { $0[$1] }
        let text = place["\(parts[parts.count - 1])_bytes"].text ?? ""
        #expect(text.contains(bytes), "\(key): \(outcome)")
      }
    }
  }

  /// Cases that need separate documents: branches that hold limits, damage, and errors with more fields.
  private func checkRest(_ check: inout AnswerCheck) throws {
    _ = try shell.sh(
      """
      paint new held.paint --size 20x20 -q; paint -d held.paint stroke pencil 1,1 -q; paint -d held.paint branch old
      for x in 2 3 4 5 6 7 8 9; do paint -d held.paint stroke pencil $x,$x -q; done; paint -d held.paint limit --steps 5 -q
      paint new lost.paint --size 90x80 -q; paint -d lost.paint stroke rect 1,1,60x60 --fill red -q
      rm lost.paint/index.sqlite-wal lost.paint/index.sqlite-shm
      """)
    let rest: [(String, Answer)] = [
      ("-d held.paint limit", .limits), ("-d held.paint limit --steps 6", .limits), ("-d held.paint status", .status),
      ("-d held.paint undo 7", .move), ("-d held.paint limit", .limits), ("-d held.paint status", .status),
      ("-d held.paint stroke pencil 3,9 --expect r1", .error), ("-d lost.paint check --recover", .check),
      ("--version", .version), ("stroke line --help", .commandHelp), ("batch --help", .commandHelp),
      ("help colors", .topicHelp),
    ]
    for (line, answer) in rest {
      let outcome = try shell.paint("\(line) --json")
      let complaints = try check.complaints(about: try outcome.json, answer, inScript: false)
      #expect(complaints == [], "\(line): \(outcome)")
    }
    _ = try shell.sh("mkdir pictures; cp in.png pictures/a.png; cp in.png pictures/b.png; echo no >pictures/c.png")
    try shell.write("outside", "stroke pencil 900,900\nstroke pencil\n")
    let many = try shell.paint("batch outside --json --keep-going --from pictures/*.png --out made/{name}")
    for (json, answer) in zip(try many.jsonLines, [.onePicture, .onePicture, .onePicture, .manyPictures] as [Answer]) {
      let complaints = try check.complaints(about: json, answer, inScript: false)
      #expect(complaints == [], "\(many)")
    }
    _ = try shell.sh(
      """
      paint -d held.paint goto latest -q; paint -d held.paint stroke rect 0,0,9x9 --fill red -q
      paint -d held.paint stroke rect 0,0,9x9 --fill blue -q; paint -d held.paint restore 0,0,9x9 --at r10 -q
      """)
    let revert = try shell.paint("-d held.paint revert r10 --json")
    let complaints = try check.complaints(about: try revert.json, .error, inScript: false)
    #expect(complaints == [] && revert.code == 1, "\(revert)")
    _ = try shell.sh("rm lost.paint/index.sqlite*")
    for line in ["check", "check --repair"] {
      let outcome = try shell.paint("-d lost.paint \(line) --json")
      let complaints = try check.complaints(about: try outcome.json, .check, inScript: false)
      #expect(complaints == [], "\(line): \(outcome)")
    }
  }
}
