import Glibc
import Testing

@testable import PaintCLI

/// Documents that somebody else made: nothing in them makes a command read or write the receiver's files.
@Suite("Contract: received documents")
struct ReceivedDocumentTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new tile.paint --size 4x4 --background red -q && paint -d tile.paint export tile.png && rm -r tile.paint
      paint new other.paint --size 4x4 --background blue -q && paint -d other.paint export other.png && rm -r other.paint
      paint new art.paint --size 40x30 --background white -q
      """)
    try #require(made.code == 0, "\(made)")
  }

  @Test("the settings keep the picture of a pattern, whatever becomes of its file", arguments: ["color", "fill"])
  func pattern(option: String) throws {
    let set = try shell.paint("set --\(option) pattern(tile.png)")
    #expect(set.code == 0 && set.output.contains("pattern(content:"), "\(set)")
    // Nothing uses it yet, but gc leaves it; a path is nowhere in the document.
    #expect(try shell.sh("paint gc && paint check && ls art.paint/files | wc -l").output.hasSuffix("1\n"))
    #expect(try shell.sh("grep -rq tile.png art.paint").code == 1)
    #expect(try shell.sh("cp other.png tile.png && paint stroke rect 5,5,20x20 -q && rm tile.png").code == 0)
    #expect(try shell.paint("pick 5,5").output == "#ff0000ff\n")
    #expect(
      try shell.sh("paint set --opacity 1 && paint stroke rect 1,1,20x20 -q && paint pick 1,1").output.hasSuffix(
        "#ff0000ff\n"))
    // After the last revision with it and the settings, it goes.
    #expect(try shell.sh("paint set --reset && paint undo 2 && paint gc && paint check").code == 0)
  }

  @Test("a setting whose kept picture is lost is found by check")
  func lostPattern() throws {
    let checked = try shell.sh("paint set --color 'pattern(tile.png)' -q && rm art.paint/files/* && paint check")
    #expect(checked.code == 65 && checked.output.contains("which the settings need, is missing"), "\(checked)")
  }

  @Test("a dry run of set keeps nothing")
  func dryRun() throws {
    let before = try shell.files()
    #expect(try shell.sh("paint stroke pencil 3,3 --color 'pattern(tile.png)' --dry-run").code == 0)
    #expect(try shell.files() == before)
  }

  @Test("the settings take a font's name and no file", arguments: ["a.ttf", "./a", "/usr/share/a.otf"])
  func font(name: String) throws {
    let refused = try shell.paint("set --font \(name)")
    #expect(refused.code == 64 && refused.message.contains("not the file '\(name)'"), "\(refused)")
    #expect(try shell.paint("set").output.hasPrefix("no settings"))
  }

  @Test(
    "stored settings that name a file, or are no settings, are not used",
    arguments: [
      "--color 'pattern(/etc/x.png)'", "--fill 'pattern(x.png)'", "--color 'pattern(./content:x)'", "--font /x.ttf",
      "--font=x.otf", "--nosuch", "--color", "--width 3 extra", "--json --help x",
    ])
  func stored(text: String) {
    #expect(StrokeSettings(stored: text) == nil)
  }

  @Test("stored settings are read as they were written")
  func storedWell() {
    let kept = "--color 'pattern(content:\(String(repeating: "0a", count: 32)))' --width 3 --font='a b'"
    #expect(StrokeSettings(stored: kept)?.words == kept)
    #expect(StrokeSettings(stored: "")?.isEmpty == true)
  }

  static let sum = String(repeating: "0a", count: 32)

  @Test(
    "a record that is no edit, or that names a file, is none",
    arguments: [
      "export victim.txt --format ppm", "stroke pencil 5,5\nexport victim.txt", "run -- touch x", "batch x.txt",
      "set --width 3", "undo", "goto r1", "new --size 5x5", "place /etc/x.png", "place ../x.png --at 1,1", "import -",
      "import x.png", "select /x.png", "background x.png", "background ./x", "stroke pencil --points-from /x",
      "stroke pencil 1,1 --color 'pattern(/x.png)'", "fill 1,1 --color 'pattern(x)'", "clear 'pattern(x.png)'",
      "background 'pattern(x.png)'", "text 1,1 a --size 9 --font /x.ttf", "stroke pencil 1,1 -d other.paint",
      "stroke pencil 1,1 --dry-run --out x.png", "stroke pencil 1,1 --expect r3", "stroke pencil 1,1 --json", "gc",
      "stroke pencil", "", "# stroke pencil 1,1", "nothing", "stroke pencil 1,1 --color '", "timelapse x.png",
    ])
  func noRecord(text: String) {
    #expect(!CanonicalCommand(text).isRecord, "\(text)")
  }

  @Test(
    "the record of an edit is a line of a script, each word quoted anew",
    arguments: [
      ("stroke pencil 5,5 --color ff0000ff", "stroke pencil 5,5 --color ff0000ff"),
      ("stroke 'pencil' \"5,5\" --color=red", "stroke pencil 5,5 --color=red"),
      ("crop 1,1,5x5 --name 'a;b'", "crop 1,1,5x5 --name 'a;b'"),
      ("place content:\(sum) --at 1,1", "place content:\(sum) --at 1,1"),
      ("select rect 0,0,5x5", "select rect 0,0,5x5"),
      ("text 1,1 $'a\\nb' --size 9 --name '\u{202e}'", #"text 1,1 $'a\nb' --size 9 --name $'\xe2\x80\xae'"#),
    ])
  func record(text: String, line: String) {
    let command = CanonicalCommand(text)
    #expect(command.isRecord)
    #expect(String(decoding: command.line(reference: nil, paths: [:]), as: UTF8.self).hasPrefix(line), "\(text)")
  }

  /// Adds text to the command of the revision in a pack, and lets the index be built anew from the packs.
  ///
  /// - Parameter code: the exit code of `check` then.
  private func add(_ text: String, to pack: Int, thenExpecting code: Int = 0) throws {
    let path = "art.paint/packs/000000000\(pack).png"
    var file = PNGChunks(try #require(shell.contents(path)))
    for index in file.chunks.indices where file.chunks[index].type == "paNT" {
      let lines = String(decoding: file.chunks[index].payload, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      let changed = lines.map { $0.hasPrefix("command") ? $0 + text : $0 }.joined(separator: "\n")
      #expect(changed.utf8.count > file.chunks[index].payload.count)
      file.chunks[index].payload = Array(changed.utf8)
    }
    try shell.write(path, file.bytes)
    let repaired = try shell.sh("rm -f art.paint/index.sqlite*; paint check --repair")
    try #require(repaired.code == code && (code == 0 || repaired.output.contains("1 problem left")), "\(repaired)")
    let checked = try shell.paint("check --json")
    #expect(checked.code == code, "\(checked)")
    let problems = try checked.json["problems"].elements
    #expect(problems.map { $0["revision"].int } == (code == 0 ? [] : [pack - 1]), "\(checked)")
    #expect(problems.allSatisfy { $0["code"].text == "command_damaged" }, "\(checked)")
  }

  @Test("a record whose values are none is damage for check, too, as it is for a script")
  func values() throws {
    let made = try shell.sh("paint stroke pencil 5,5 -q")
    try #require(made.code == 0, "\(made)")
    try add(" --width=0", to: 2, thenExpecting: 65)
    #expect(try shell.paint("history --script").code == 65)
  }

  @Test(
    "a record that is no command of its kind is damage in every output, and one that is has each word quoted",
    arguments: [1, 2])
  func injected(pack: Int) throws {
    let made = try shell.sh("paint stroke pencil 5,5 -q && printf letter >victim.txt")
    try #require(made.code == 0, "\(made)")
    // The command that makes a drawing has no name.
    try add(" --name \"$(touch x);\u{202e}\"", to: pack, thenExpecting: pack == 1 ? 65 : 0)
    let outputs = ["history --script", "history --json", "show \(pack - 1) --json", "show \(pack - 1)"]
    for line in pack == 1 ? [] : outputs {
      let outcome = try shell.paint(line)
      #expect(outcome.code == 0 && !outcome.output.unicodeScalars.contains("\u{202e}"), "\(outcome)")
      #expect(outcome.output.contains("$'$(touch x);"), "\(outcome)")
    }
    try add("\\nexport victim.txt --format ppm", to: pack, thenExpecting: 65)
    for line in outputs + (pack == 1 ? [] : ["blame 5,5 --json"]) {
      let outcome = try shell.paint(line)
      #expect(outcome.code == 65 && !outcome.output.contains("export victim"), "\(line): \(outcome)")
      #expect(outcome.errors.contains("the command of r\(pack - 1)"), "\(line): \(outcome)")
    }
    let words = try shell.paint("check")
    #expect(words.code == 65 && words.output.hasPrefix("the command of r\(pack - 1) "), "\(words)")
    #expect(words.output.hasSuffix("\n1 problem\n"), "\(words)")
    #expect(try shell.sh("paint history && paint export a.png && cat victim.txt").output.hasSuffix("letter"))
  }

  /// Lines that read a pipe, and the file that is written to it.
  static let pipeReaders = [
    "import pipe": "whole.png", "place pipe --at 1,1": "tile.png", "background ./pipe": "tile.png",
    "select ./pipe": "whole.png", "stroke pencil --points-from pipe": "points",
    "stroke rect 1,1,9x9 --fill pattern(pipe)": "tile.png", "set --color pattern(pipe)": "tile.png",
    "clear pattern(pipe)": "tile.png",
  ]

  @Test(
    "a command that waits for a pipe does not hold the document's lock, nor does a line of a script",
    arguments: pipeReaders.keys.sorted(), ["", "file", "-"])
  func pipes(line: String, script: String) throws {
    let input = try #require(Self.pipeReaders[line])
    let words = line.split(separator: " ").map { "'\($0)'" }.joined(separator: " ")
    try shell.write("file", "stroke pencil 9,9 -q\n\(line)\n")
    let command = script.isEmpty ? "paint \(words)" : script == "-" ? "cat file | paint batch -" : "paint batch file"
    let both = try shell.sh(
      """
      paint export whole.png -q; echo 3,3 >points; mkfifo pipe; \(command) -q & first=$!
      paint stroke pencil 20,20 --wait 60 -q || exit 9
      cat \(input) >pipe; wait $first
      """)
    #expect(both.code == 0, "\(both)")
  }

  @Test("diff in a script waits for a pipe without the lock, and each line reads its pipe anew")
  func pipesAgain() throws {
    try shell.write("file", "stroke pencil 9,9\ndiff ./other r0 --tolerance 255\nplace pipe\nplace pipe --at 30,20\n")
    // The second writer begins when the first picture was read: the step before the line is committed then.
    let read = try shell.sh(
      """
      paint export whole.png -q; mkfifo other pipe; paint batch file --keep-going --json & first=$!
      paint stroke pencil 20,20 --wait 60 -q || exit 9
      cat whole.png >other; cat tile.png >pipe
      until [ "$(paint status --json | sed 's/.*"revision":\\([0-9]*\\).*/\\1/')" = 3 ]; do :; done
      cat tile.png >pipe; wait $first
      """)
    #expect(read.code == 0, "\(read)")
    #expect(try read.jsonLines.last?["failed"].int == 0, "\(read)")
    #expect(try shell.paint("pick 1,1 31,21").lines == ["#ff0000ff", "#ff0000ff"])
  }

  @Test("a line of a script that writes a pipe waits for its reader without the lock", arguments: ["file", "-"])
  func writtenPipes(script: String) throws {
    try shell.write(
      "file", "stroke rect 0,0,9x9 --fill red\nexport pipe --format png\nstroke pencil 9,9 --color blue\n")
    let command = script == "-" ? "cat file | paint batch - --json" : "paint batch file --json"
    let both = try shell.sh(
      """
      mkfifo pipe; \(command) & first=$!
      until [ "$(paint status --json | sed 's/.*"revision":\\([0-9]*\\).*/\\1/')" = 1 ]; do :; done
      paint stroke pencil 0,0 --color green --wait 60 -q || exit 9
      cat pipe >read.png; wait $first
      """)
    #expect(both.code == 0, "\(both)")
    #expect(try both.jsonLines.map { $0["line"].int } == [1, 2, 3, nil], "\(both)")
    let colors = try shell.sh(
      "paint new read.paint --from read.png -q; paint -d read.paint pick 5,5 9,9; paint -d art.paint pick 9,9")
    #expect(colors.lines == ["#ff0000ff", "#ffffffff", "#0000ffff"], "\(colors)")
  }

  @Test(
    "where a script cannot release the lock, it waits for no pipe",
    arguments: [
      ("", "group begin\nLINE\ngroup end\n", "a group"), (" --single", "LINE\n", "a script that is one step"),
      (" --dry-run", "LINE\n", "a dry run"),
    ])
  func noPipes(options: String, script: String, reason: String) throws {
    _ = try shell.sh("mkfifo pipe")
    for line in Self.pipeReaders.keys.sorted() {
      let parts = script.split(separator: "\n").map { $0 == "LINE" ? line : String($0) }
      try shell.write("file", parts.joined(separator: "\n") + "\n")
      let refused = try shell.sh("paint batch file\(options)")
      #expect(refused.code == 74, "\(refused)")
      #expect(refused.errors.contains("pipe: it is a pipe or a device, and \(reason) does not wait"), "\(refused)")
    }
  }

  @Test("in a script, set keeps what its file has at that moment")
  func setInScript() throws {
    try shell.write("script", "set --fill pattern(tile.png)\nexport tile.png --force\nstroke rect 5,5,20x20\n")
    let kept = try shell.sh("paint batch script -q && paint pick 6,6")
    #expect(kept.code == 0 && kept.output == "#ff0000ff\n", "\(kept)")
    let missing = try shell.sh("echo 'set --color pattern(nosuch.png)' | paint batch -")
    #expect(missing.code != 0 && missing.message.contains("nosuch.png"), "\(missing)")
  }

  @Test("nor does one that waits for standard input")
  func standardInput() throws {
    let both = try shell.sh("(paint stroke pencil 20,20 --wait 60 -q && cat tile.png) | paint place - --at 1,1")
    #expect(both.code == 0 && both.output.hasPrefix("r2 "), "\(both)")
  }

  @Test(
    "a pipe in place of a font is refused without waiting", .enabled(if: TextTests.hasFonts, "there are no fonts here"))
  func fontPipe() throws {
    let refused = try shell.sh("mkfifo a.ttf; paint text 1,1 a --size 9 --font a.ttf")
    #expect(refused.code == 74 && refused.message.contains("not a regular file"), "\(refused)")
  }

  @Test(
    "a document that another user owns, or in another user's folder, is used only by its name",
    .enabled(if: geteuid() == 0, "needs two users"), arguments: [".", "art.paint"])
  func owner(owned: String) throws {
    _ = try shell.sh("chown 65534 \(owned)")
    for line in ["status", "stroke pencil 1,1", "export x.png --region '0,0 5,5'", "batch /dev/null", "history --json"]
    {
      let refused = try shell.sh("paint \(line)")
      #expect(refused.code == 66 && refused.errors.contains("65534"), "\(refused)")
      #expect(refused.errors.contains("hint: if you trust it: paint -d art.paint \(line)\n"), "\(refused)")
      #expect(try shell.sh("paint -d art.paint \(line)").code == 0)
      #expect(try shell.sh("paint \(line)", with: ["PAINT_DOCUMENT": "art.paint"]).code == 0)
      #expect(try shell.sh("paint \(line)", with: ["SUDO_UID": "65534"]).code == 0)
      #expect(try shell.sh("paint \(line)", with: ["SUDO_UID": "65533"]).code == 66)
    }
  }
}
