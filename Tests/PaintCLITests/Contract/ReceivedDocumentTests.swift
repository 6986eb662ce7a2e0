import Glibc
import Testing

@testable import PaintCLI

/// Documents that somebody else made: nothing in them makes a command read or write the receiver's files.
@Suite("Contract: received documents")
struct ReceivedDocumentTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 40x30 --background white -q")
    try #require(made.code == 0, "\(made)")
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
    #expect(String(decoding: command.line(renumbering: [:], paths: [:]), as: UTF8.self).hasPrefix(line), "\(text)")
  }

  /// Adds text to the command, or another line, of the revision in a pack, or replaces it, and lets the index be built anew from the packs.
  ///
  /// - Parameter code: the exit code of `check` then.
  private func add(
    _ text: String, to pack: Int, replacing: Bool = false, of key: String = "command", thenExpecting code: Int = 0
  ) throws {
    let path = "art.paint/packs/000000000\(pack).png"
    var file = PNGChunks(try #require(shell.contents(path)))
    for index in file.chunks.indices where file.chunks[index].type == "paNT" {
      let lines = String(decoding: file.chunks[index].payload, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      let changed = lines.map { $0.hasPrefix(key + " ") ? (replacing ? key + " " : $0) + text : $0 }
      #expect(changed.map { $0[...] } != lines)
      file.chunks[index].payload = Array(changed.joined(separator: "\n").utf8)
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

  @Test(
    "a record whose values are none is damage for check, for every output and for a script",
    arguments: [
      ("stroke pencil 5,5", "stroke pencil 5,5 --width 0"),
      ("stroke pencil 5,5", "stroke pencil 5,5 --color '\u{1b}]0;x\u{7}'"),
      ("stroke pencil 5,5", "stroke eraser 5,5 --to x"), ("stroke pencil 5,5", "revert x"),
      ("rotate 90", "rotate 1e308"), ("crop 1,1,5x5", "crop 1,1 0x0"), ("resize 9x9", "resize 0x0"),
      ("canvas 50x50", "canvas 9999999x9"),
      ("", "new --size 40x30 --background '\u{1b}'"),
    ])
  func values(line: String, forged: String) throws {
    let number = line.isEmpty ? 0 : 1
    if !line.isEmpty { try #require(try shell.paint(line).code == 0) }
    try add(forged, to: number + 1, replacing: true, thenExpecting: 65)
    for question in ["history --script", "history --script --all", "history --json", "show \(number)"] {
      let refused = try shell.paint(question)
      #expect(refused.code == 65 && !(refused.output + refused.errors).contains("\u{1b}"), "\(refused)")
      #expect(refused.errors.contains("the command of r\(number) "), "\(refused)")
    }
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

  @Test(
    "words as typed that are none of the command are damage, and those that are name no file that is opened",
    arguments: [
      ("stroke pencil 5,5", "nothing", 65), ("stroke pencil 5,5", "stroke line 5,5 6,6", 65),
      ("stroke pencil 5,5", "stroke pencil --color '\u{1b}]0;x\u{7}", 65),
      ("stroke pencil 5,5", "stroke pencil 5,5\\nundo", 65), ("stroke pencil 5,5", "stroke pencil 5,5 --json", 65),
      ("stroke pencil 5,5", "stroke pencil 5,5 --dry-run --out x.png", 65),
      ("stroke pencil 5,5", "stroke pencil 5,5 -d other.paint", 65), ("stroke pencil 5,5", "run -- touch x", 65),
      ("stroke pencil 5,5", "stroke pencil 5,5 --expect r0", 65), ("", "new", 65), ("", "new --size 9x9 --replace", 65),
      ("", "stroke pencil 1,1", 65), ("", "new --size '\u{1b}' --background 5", 0),
      ("stroke pencil 5,5", "stroke pencil --points-from pipe", 0),
      ("stroke pencil 5,5", "stroke pencil 5,5 --color 'pattern(pipe)'", 0),
      ("stroke pencil 5,5", "stroke pencil 50%,'\u{1b}]0;x\u{7}\u{202e}' --font ./pipe", 65),
      ("stroke pencil 5,5", "stroke pencil 50%,'\u{1b}]0;x\u{7}\u{202e}'", 0),
    ])
  func typed(line: String, forged: String, code: Int) throws {
    let number = line.isEmpty ? 0 : 1
    try #require(try shell.sh("mkfifo pipe").code == 0)
    if !line.isEmpty { try #require(try shell.paint(line).code == 0) }
    try add(forged, to: number + 1, replacing: true, of: "typed", thenExpecting: code)
    for question in ["history --script", "history --script --all", "history --json", "show \(number)"] {
      let answer = try shell.paint(question)
      #expect(answer.code == code && !(answer.output + answer.errors).contains("\u{1b}"), "\(answer)")
      #expect(!(answer.output + answer.errors).unicodeScalars.contains("\u{202e}"), "\(answer)")
      #expect(code == 0 || answer.errors.contains("the words of r\(number) as they were typed"), "\(answer)")
    }
  }

  @Test("an author of a stranger is escaped in every output")
  func author() throws {
    try #require(try shell.paint("stroke pencil 5,5 --author A").code == 0)
    try add("\u{1b}]0;x\u{7}\u{202e}\\n", to: 2, of: "author")
    for line in [
      "history", "show", "blame 5,5", "watch --since start --count 1", "history --json", "show --json",
      "blame 5,5 --json", "history --script", "watch --since start --count 1 --json",
    ] {
      let answer = try shell.paint(line)
      #expect(answer.code == 0 && answer.output.contains("A"), "\(answer)")
      let scalars = answer.output.unicodeScalars
      #expect(!scalars.contains("\u{1b}") && !scalars.contains("\u{202e}"), "\(answer)")
    }
    #expect(try shell.paint(["history", "--author", "A\u{1b}]0;x\u{7}\u{202e}\n", "--json"]).json.elements.count == 1)
    #expect(try shell.paint("history --author A --json").json.elements.isEmpty)
  }

  @Test(
    "a pipe in place of a font is refused without waiting", .enabled(if: TextTests.hasFonts, "there are no fonts here"))
  func fontPipe() throws {
    let refused = try shell.sh("mkfifo a.ttf; paint text 1,1 a --size 9 --font a.ttf")
    #expect(refused.code == 74 && refused.message.contains("not a regular file"), "\(refused)")
  }

  @Test(
    "a document that another user owns or put here as a link, or in another user's folder, is used only by its name",
    .enabled(if: geteuid() == 0, "needs two users"),
    arguments: [
      "chown 65534 .", "chown 65534 art.paint",
      "mkdir own && mv art.paint own/drawing && ln -s own/drawing art.paint && chown -h 65534 art.paint",
    ])
  func owner(change: String) throws {
    try #require(try shell.sh(change).code == 0)
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
