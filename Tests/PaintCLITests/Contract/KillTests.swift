import Glibc
import PaintTestSupport
import SystemPackage
import Testing

@testable import PaintCLI

/// Commands killed right before each of their mutating system calls.
@Suite("Contract: sudden death", .enabled(if: TracedProgram.obstacle == nil))
struct KillTests {
  /// The visible state of a document.
  private struct View: Equatable {
    var fingerprint: JSON
    var revision: JSON
    var settings: JSON
    var selection: JSON
    var redo: JSON
    var history: [JSON]
    var branches: JSON

    /// The part that does not depend on the number of attempts: without times and hidden numbers.
    init(_ shell: Shell) throws {
      let status = try shell.paint("-d art.paint status --json")
      try #require(status.code == 0, "\(status)")
      let json = try status.json
      fingerprint = json["fingerprint"]
      revision = json["revision"]
      settings = json["settings"]
      selection = json["selection"]
      redo = json["can_redo"]
      branches = try shell.paint("-d art.paint branch --json").json
      history = try shell.paint("-d art.paint history --json").json.elements.map { entry in
        .array(["revision", "parent", "name", "command", "pixels", "current", "group", "group_name"].map { entry[$0] })
      }
    }
  }

  /// Commands, whose files `prepare` makes; the word after `<` is the file of standard input.
  static let commands = [
    "new art.paint --size 40x30 --background red --replace", "new art.paint --from photo.png --replace",
    "-d art.paint stroke line 0,0 99,70 --width 5 --color red", "-d art.paint stroke eraser 0,0 99,70 --width 9",
    "-d art.paint undo", "-d art.paint redo", "-d art.paint goto 0", "-d art.paint set --color blue",
    "-d art.paint export photo.png", "-d art.paint batch script",
    "-d art.paint group 1 Other", "-d art.paint ungroup", "-d art.paint name 1 Other",
    "-d art.paint name current Other --group", "-d art.paint branch other", "-d art.paint branch first 1 --move",
    "-d art.paint branch first --delete", "-d art.paint batch grouped", "-d art.paint batch single --single",
    "-d art.paint import drawn.png",
    "-d art.paint revert 1", "-d art.paint repeat 2", "-d art.paint amend 1 --fill gold",
    "-d art.paint rebase 2 --onto 0",
    "-d art.paint gc", "-d art.paint limit --steps 5",
    "-d art.paint forget --all", "-d art.paint forget --branch first",
    "-d art.paint stroke pencil 9,9,0.5 60,60 --width 4", "-d art.paint stroke path M9,9C20,70,60,0,90,60",
    "-d art.paint run -- cp drawn.png {}", "-d art.paint timelapse photo.png",
    "-d art.paint diff r0 r1 --out photo.png",
    "-d art.paint history --script --files pictures", "-d art.paint export photo%d.png --each",
    "-d art.paint stroke rect 9,9,40x30 --fill gold", "-d art.paint stroke ellipse 9,9,40x30",
    "-d art.paint stroke polygon 9,9 60,9 30,50", "-d art.paint fill 2,2 --color gold", "-d art.paint clear",
    "-d art.paint replace white gold", "-d art.paint filter color-invert", "-d art.paint crop 5,5,40x30",
    "-d art.paint canvas 120x90", "-d art.paint resize 50%", "-d art.paint rotate 90",
    "-d art.paint flip horizontal", "-d art.paint place drawn.png", "-d art.paint trim",
    "-d art.paint text 5,30 Hello --size 12", "-d art.paint stroke rect 9,9,40x30 --fill gold --blend multiply",
    "-d art.paint clear linear-gradient(red,navy)", "-d art.paint select ellipse 10,10,60x50 --feather 3",
    "-d art.paint select drawn.png --subtract", "-d art.paint batch selecting",
    "-d art.paint select path M9,9H60V50Z", "-d art.paint select color 2,2", "-d art.paint select all",
    "-d art.paint stroke curve 9,9 60,9 30,50", "-d art.paint stroke spray 30,30 60,60",
    "-d art.paint stroke eraser 0,0 99,70 --to r0", "-d art.paint stroke clone 20,20 70,60 --offset 9,5",
    "-d art.paint stroke blur 0,0 99,70", "-d art.paint stroke smudge 0,0 99,70",
    "-d art.paint stroke rect 9,9,40x30 --fill pattern(drawn.png)", "-d art.paint background pattern(drawn.png)",
    "-d art.paint background drawn.png --opacity 0.5", "-d art.paint restore --at r0",
    "-d art.paint place - --at 3,3 <drawn.png", "-d art.paint import - <drawn.png",
    "batch selecting --from photo.png --out photo.png", "batch selecting --from-list names --out {name}",
    "-d art.paint limit --bytes 1M", "-d art.paint limit --side-age 1d", "-d art.paint check --repair",
  ]

  /// Commands that write nothing but their answer.
  static let readers: Set<CommandID> = [
    .show, .blame, .status, .pick, .view, .info, .watch, .fonts, .completion, .schema,
  ]

  /// Commands on a drawing with a selection that has soft edges.
  static let limitedCommands = [
    "-d art.paint stroke line 0,0 99,70 --width 5 --color red", "-d art.paint fill 20,20 --color gold",
    "-d art.paint filter gaussian-blur --radius 2", "-d art.paint clear", "-d art.paint import drawn.png",
    "-d art.paint crop 5,5,60x50", "-d art.paint rotate 10", "-d art.paint undo", "-d art.paint goto 0",
    "-d art.paint select none", "-d art.paint select invert", "-d art.paint export photo.png --masked",
    "-d art.paint export photo.png --mask", "-d art.paint gc", "-d art.paint forget --all",
    "-d art.paint limit --steps 5", "-d art.paint batch single --single",
    "-d art.paint background navy --opacity 0.5", "-d art.paint restore --at r0", "-d art.paint revert 1",
    "-d art.paint stroke smudge 0,0 99,70",
  ]

  /// Commands that write several packs each, if no tiles may wait in memory.
  static let severalPacks = [
    "-d art.paint stroke line 0,0 99,70 --width 50 --color red", "-d art.paint resize 300%",
    "-d art.paint clear linear-gradient(red,navy)", "-d art.paint batch grouped",
  ]

  /// The lines of a script after each of which the document is whole.
  private static let scripts = [
    "script": ["redo", "stroke rect 50,50,40x20 --fill red", "undo", "stroke line 0,70 99,70 --width 3"],
    "grouped": ["stroke line 0,70 99,70 --width 3", "batch group"],
    "selecting": [
      "select rect 20,20,50x40 --feather 2", "stroke rect 50,50,40x20 --fill red --blend screen", "flip vertical",
      "select none",
    ],
  ]

  private static func prepare(_ shell: Shell) throws { try files.get().restore(in: shell.folder) }

  private static let files = Result {
    let shell = try Shell()
    try make(in: shell)
    return try withExtendedLifetime(shell) { try SavedFolder(shell.folder) }
  }

  private static func make(in shell: Shell) throws {
    _ = try shell.sh(
      """
      paint new art.paint --size 100x80 --background white && paint stroke rect 5,5,60x40 --fill teal
      paint stroke pencil 10,10 90,70 --width 9 && paint undo && paint export photo.png --at r0
      paint group 1 Group && paint branch first 0
      paint export drawn.png --at r2
      """)
    let group = "group begin Two\nstroke rect 50,50,40x20 --fill red\nname 1 Other\nstroke pencil 9,9\ngroup end\n"
    try shell.write("names", "photo.png\ndrawn.png\n")
    try shell.write("grouped", "stroke line 0,70 99,70 --width 3\n\(group)")
    try shell.write("group", group)
    try shell.write("single", "stroke line 0,70 99,70 --width 3\nbranch\nstroke pencil 9,9\n")
    for name in ["script", "selecting"] {
      try shell.write(name, (scripts[name] ?? []).map { "\($0)\n" }.joined())
    }
  }

  @Test("every verb of the program that writes is killed")
  func complete() throws {
    let killed = try Set(Self.commands.map { try parsed(Self.parts(of: $0).words.joined(separator: " ")).command })
    for spec in CommandTable.all {
      #expect(killed.contains(spec.id) != Self.readers.contains(spec.id), "\(spec.title)")
    }
  }

  @Test(
    "leaves the state before or after the command, and the next stroke works",
    arguments: sample(of: commands, oneIn: 3))
  func killed(command: String) throws { try check(command) }

  @Test("the same through a selection", arguments: sample(of: limitedCommands, oneIn: 3))
  func killedWithSelection(command: String) throws {
    try check(command) { (shell) throws in
      #expect(try shell.paint("select ellipse 10,10,60x50 --feather 3").code == 0)
    }
  }

  @Test("the same if its commit has several packs", arguments: severalPacks)
  func killedInSeveralPacks(command: String) throws {
    try check(command, with: ["PAINT_CACHE": "1"], leavingNoParts: true) { shell in
      let quoted = command.split(separator: " ").map { "'\($0)'" }.joined(separator: " ")
      let written = try shell.sh(
        """
        cp -r art.paint former && PAINT_CACHE=1 paint \(quoted) >answer && ls art.paint/packs | wc -l && ls former/packs | wc -l
        rm -r art.paint && mv former art.paint
        """
      ).lines.compactMap { Int($0) }
      #expect(written.count == 2 && written[0] >= written[1] + 2, "\(command): \(written)")
    }
  }

  private static func parts(of command: String) -> (words: [String], input: String?) {
    let words = command.split(separator: " ").map(String.init)
    guard let last = words.last, last.hasPrefix("<") else { return (words, nil) }
    return (words.dropLast(), String(last.dropFirst()))
  }

  private func check(
    _ command: String, with variables: [String: String] = [:], leavingNoParts: Bool = false,
    preparing: (Shell) throws -> Void = { _ in }
  ) throws {
    let (words, input) = Self.parts(of: command)
    let model = try Shell()
    try Self.prepare(model)
    try preparing(model)
    let before = try View(model)
    let pictureBefore = try Picture(try #require(model.contents("photo.png")))
    let files = try SavedFolder(model.folder)
    // The picture after each finished line of a script.
    var states = [before]
    if let lines = Self.scripts[command.split(separator: " ").last.map(String.init) ?? ""] {
      for line in lines {
        _ = try model.paint(line)
        states.append(try View(model))
      }
    } else {
      let outcome = try model.paint(words, input: input.flatMap(model.contents) ?? [], with: variables)
      try #require(outcome.code == 0, "\(outcome)")
      states.append(try View(model))
    }
    let pictureAfter = try Picture(try #require(model.contents("photo.png")))

    let shell = try Shell()
    func run(_ call: Int?) throws -> TracedProgram {
      try files.restore(in: shell.folder)
      return try TracedProgram.run(
        Shell.program, words, environment: shell.environment.merging(variables) { $1 }, in: shell.folder,
        input: input.map { FilePath(shell.path($0)) }, killedBefore: call)
    }
    let calls = try run(nil).calls
    try #require(calls > 0)
    let tried = killPoints(of: calls, atMost: 2)
    FaultLine.say("kills", command, cases: tried.count)
    for call in tried {
      let place = "\(command), killed before call \(call) of \(calls)"
      let death = try run(call)
      // A gc works in slices of time, so it may need fewer calls than the first time.
      #expect(death.ending == .killed(signal: 9) || death.calls < call, "\(place)")
      let view = try View(shell)
      #expect(states.contains(view), "\(place): \(view)")
      let picture = try Picture(try #require(shell.contents("photo.png"), "\(place)"))
      #expect(picture == pictureBefore || picture == pictureAfter, "\(place)")
      let stroke = try shell.paint("-d art.paint stroke pencil 1,1 60,40 --width 3 --color lime --json")
      #expect(stroke.code == 0, "\(place): \(stroke)")
      #expect(try shell.paint("-d art.paint undo --json").json["fingerprint"] == view.fingerprint, "\(place)")
      guard leavingNoParts else { continue }
      // What was set aside is at least one whole step: parts of a step can be removed.
      #expect(try shell.paint("-d art.paint check --recover").code == 0, "\(place)")
      let left = try shell.paint("-d art.paint check --json")
      // The name and the end of a group whose steps are recovered are left.
      let most = command.hasSuffix("grouped") ? 2 : 0
      #expect(try left.json["unconfirmed"].int ?? .max <= most, "\(place): \(left)")
    }
  }

  @Test("every answer of a session that is not pending survives, with groups and nested groups")
  func session() throws {
    let lines = [
      "stroke rect 50,50,40x20 --fill red", "stroke pencil 5,5", "group begin One", "stroke pencil 9,9", "group begin",
      "stroke rect 5,50,20x20 --fill navy", "group end", "name 1 Other", "group end", "group begin Two",
      "stroke pencil 70,9 --width 5", "group end", "undo", "select rect 20,20,50x40", "group begin", "flip vertical",
    ]
    let model = try Shell()
    try Self.prepare(model)
    try model.write("lines", lines.map { "\($0)\n" }.joined())
    // Writes a line when the one before it is answered, and keeps the answers.
    try model.write(
      "dialogue",
      """
      exec 3<>in 4<>out; : >answers
      while read -r line; do
        echo "$line" >&3; read -r answer <&4; [ "$answer" = END ] && exit; echo "$answer" >>answers
      done <lines
      exec 3>&-
      while read -r answer <&4; do [ "$answer" = END ] && exit; echo "$answer" >>answers; done
      """)
    let files = try SavedFolder(model.folder)
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let shell = try Shell()
    func run(_ call: Int?) throws -> (calls: Int, answers: [JSON]) {
      try files.restore(in: shell.folder)
      _ = try shell.sh("rm -f in out; mkfifo in out")
      let dialogue = try RunningProgram(
        "/bin/bash", ["dialogue"], environment: shell.environment, in: shell.folder, input: null, output: null,
        errors: null)
      let program = try TracedProgram.run(
        Shell.program, ["-d", "art.paint", "batch", "-", "--json"], environment: shell.environment, in: shell.folder,
        input: FilePath(shell.path("in")), output: FilePath(shell.path("out")), killedBefore: call)
      _ = try shell.sh("echo END >out")
      _ = dialogue.wait()
      return (program.calls, try shell.sh("cat answers").jsonLines)
    }
    let whole = try run(nil)
    try #require(whole.answers.count >= lines.count, "\(whole.answers)")
    #expect(
      whole.answers.prefix(lines.count).map { $0["pending"].bool ?? false }
        == [2...7, 9...10, 14...15].reduce(into: Array(repeating: false, count: lines.count)) { flags, range in
          for index in range { flags[index] = true }
        })
    func kept(_ answers: [JSON]) -> [JSON] {
      answers.filter { $0["pending"].bool == nil && $0["fingerprint"].text != nil && $0["line"].int != nil }
    }
    let states = kept(whole.answers).map { $0["fingerprint"] }
    try #require(states.count == 6, "\(whole.answers)")
    for call in killPoints(of: whole.calls, atMost: 5) {
      let answers = try run(call).answers
      let place: Comment = "killed before call \(call) of \(whole.calls), after \(answers.count) answers"
      let now = try shell.paint("-d art.paint status --json").json["fingerprint"]
      let told = kept(answers).count
      #expect(told == 0 || states[(told - 1)...].contains(now), place)
      #expect(try shell.paint("-d art.paint check").code == 0, place)
    }
  }

  @Test(
    "a new document is complete or does not exist", arguments: ["--size 40x30 --background red", "--from photo.png"])
  func new(options: String) throws {
    let shell = try Shell()
    try Self.prepare(shell)
    let words = "new b.paint \(options)".split(separator: " ").map(String.init)
    func run(_ call: Int?) throws -> TracedProgram {
      _ = try shell.sh("rm -rf b.paint .b.paint*")
      return try TracedProgram.run(
        Shell.program, words, environment: shell.environment, in: shell.folder, killedBefore: call)
    }
    let calls = try run(nil).calls
    let whole = try shell.paint("-d b.paint status --json").json["fingerprint"]
    let tried = killPoints(of: calls, atMost: 5)
    FaultLine.say("kills", "new b.paint \(options)", cases: tried.count)
    for call in tried {
      #expect(try run(call).ending == .killed(signal: 9))
      let status = try shell.paint("-d b.paint status --json")
      let seen = try status.json["fingerprint"]
      #expect(status.code == 66 || seen == whole, "call \(call) of \(calls): \(status)")
      // Nothing prevents the next attempt.
      let again = try shell.paint("new b.paint --replace \(options)")
      #expect(again.code == 0, "call \(call) of \(calls): \(again)")
      #expect(try shell.paint("-d b.paint stroke pencil 7,7").code == 0)
    }
  }

  @Test(
    "steps that the index lost are kept until they are recovered or deleted",
    arguments: ["check --recover", "forget --unconfirmed"])
  func unconfirmed(command: String) throws {
    let shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 100x80 --background white && paint stroke rect 5,5,60x40 --fill teal
      paint stroke pencil 10,10 90,70 --width 9 && paint status --json >want.json
      rm art.paint/index.sqlite-wal art.paint/index.sqlite-shm
      """)
    try #require(made.code == 0, "\(made)")
    let files = try SavedFolder(shell.folder)
    let want = try shell.paint("-d art.paint status --json").json["fingerprint"]
    let lost = try shell.sh("cat want.json").json["fingerprint"]
    try #require(want != lost)
    func run(_ call: Int?) throws -> TracedProgram {
      try files.restore(in: shell.folder)
      return try TracedProgram.run(
        Shell.program, command.split(separator: " ").map(String.init) + ["-d", "art.paint"],
        environment: shell.environment, in: shell.folder, killedBefore: call)
    }
    let calls = try run(nil).calls
    try #require(calls > 0)
    let tried = killPoints(of: calls, atMost: 5)
    FaultLine.say("kills", command, cases: tried.count)
    for call in tried {
      let place: Comment = "killed before call \(call) of \(calls)"
      #expect(try run(call).ending == .killed(signal: 9), place)
      #expect(try shell.paint("-d art.paint status --json").json["fingerprint"] == want, place)
      let again = try shell.paint("\(command) -d art.paint")
      #expect(again.code == 0, "\(place): \(again)")
      let check = try shell.paint("check -d art.paint --json")
      #expect(try check.code == 0 && check.json["unconfirmed"].int == 0, "\(place): \(check)")
      guard command == "check --recover" else { continue }
      #expect(try shell.paint("show r2 --json -d art.paint").json["fingerprint"] == lost, place)
      #expect(try shell.paint("branch -d art.paint").output.contains("recovered-1"), place)
    }
  }

  @Test("a repair leaves the damaged document or the repaired one", arguments: ["index", "row"])
  func repair(damage: String) throws {
    let shell = try Shell()
    try Self.prepare(shell)
    let seen = try shell.paint("-d art.paint history --json --all").json.elements.map { entry in
      JSON.array(["revision", "parent", "name", "command", "pixels"].map { entry[$0] })
    }
    if damage == "index" {
      _ = try shell.sh("rm art.paint/index.sqlite*")
    } else {
      _ = try shell.sh("printf x | dd of=art.paint/packs/0000000003.png bs=1 seek=200 conv=notrunc")
    }
    let files = try SavedFolder(shell.folder)
    func run(_ call: Int?) throws -> TracedProgram {
      try files.restore(in: shell.folder)
      return try TracedProgram.run(
        Shell.program, ["check", "--repair", "-d", "art.paint"], environment: shell.environment, in: shell.folder,
        killedBefore: call)
    }
    let calls = try run(nil).calls
    try #require(calls > 0)
    let tried = killPoints(of: calls, atMost: 5)
    FaultLine.say("kills", "check --repair of a damaged \(damage)", cases: tried.count)
    for call in tried {
      let place: Comment = "killed before call \(call) of \(calls)"
      #expect(try run(call).ending == .killed(signal: 9), place)
      let again = try shell.paint("check --repair -d art.paint")
      #expect(again.code == 0, "\(place): \(again)")
      #expect(try shell.paint("check -d art.paint").code == 0, place)
      let now = try shell.paint("-d art.paint history --json --all").json.elements.map { entry in
        JSON.array(["revision", "parent", "name", "command", "pixels"].map { entry[$0] })
      }
      #expect(now == seen, place)
    }
  }
}
