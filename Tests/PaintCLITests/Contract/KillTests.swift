import PaintTestSupport
import SystemPackage
import Testing

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

  /// Commands, whose files `prepare` makes, and whether they write a picture.
  static let commands = [
    "new art.paint --size 40x30 --background red --replace", "new art.paint --from photo.png --replace",
    "-d art.paint stroke line 0,0 99,70 --width 5 --color red", "-d art.paint stroke eraser 0,0 99,70 --width 9",
    "-d art.paint undo", "-d art.paint redo", "-d art.paint goto 0", "-d art.paint set --color blue",
    "-d art.paint export photo.png", "-d art.paint batch script",
    "-d art.paint group 1 Other", "-d art.paint ungroup", "-d art.paint name 1 Other",
    "-d art.paint name current Other --group", "-d art.paint branch other", "-d art.paint branch first 1 --move",
    "-d art.paint branch first --delete", "-d art.paint batch grouped", "-d art.paint batch single --single",
    "-d art.paint import drawn.png",
    "-d art.paint revert 1",
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
  ]

  /// Commands on a drawing with a selection that has soft edges.
  static let limitedCommands = [
    "-d art.paint stroke line 0,0 99,70 --width 5 --color red", "-d art.paint fill 20,20 --color gold",
    "-d art.paint filter gaussian-blur --radius 2", "-d art.paint clear", "-d art.paint import drawn.png",
    "-d art.paint crop 5,5,60x50", "-d art.paint rotate 10", "-d art.paint undo", "-d art.paint goto 0",
    "-d art.paint select none", "-d art.paint select invert", "-d art.paint export photo.png --masked",
    "-d art.paint export photo.png --mask", "-d art.paint gc", "-d art.paint forget --all",
    "-d art.paint limit --steps 5", "-d art.paint batch single --single",
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

  private static func prepare(_ shell: Shell) throws {
    _ = try shell.sh(
      """
      paint new art.paint --size 100x80 --background white && paint stroke rect 5,5,60x40 --fill teal
      paint stroke pencil 10,10 90,70 --width 9 && paint undo && paint export photo.png --at r0
      paint group 1 Group && paint branch first 0
      paint export drawn.png --at r2
      """)
    let group = "group begin Two\nstroke rect 50,50,40x20 --fill red\nname 1 Other\nstroke pencil 9,9\ngroup end\n"
    try shell.write("grouped", "stroke line 0,70 99,70 --width 3\n\(group)")
    try shell.write("group", group)
    try shell.write("single", "stroke line 0,70 99,70 --width 3\nbranch\nstroke pencil 9,9\n")
    for name in ["script", "selecting"] {
      try shell.write(name, (scripts[name] ?? []).map { "\($0)\n" }.joined())
    }
  }

  @Test("leaves the state before or after the command, and the next stroke works", arguments: commands)
  func killed(command: String) throws { try check(command, selecting: false) }

  @Test("the same through a selection", arguments: limitedCommands)
  func killedWithSelection(command: String) throws { try check(command, selecting: true) }

  private func check(_ command: String, selecting: Bool) throws {
    let model = try Shell()
    try Self.prepare(model)
    if selecting {
      let selected = try model.paint("select ellipse 10,10,60x50 --feather 3")
      try #require(selected.code == 0, "\(selected)")
    }
    let before = try View(model)
    let pictureBefore = try Picture(try #require(model.contents("photo.png")))
    _ = try model.sh("cp -r . ../\(model.folder.lastComponent?.string ?? "").copy")
    let copy = "\(model.folder.string).copy"
    defer { _ = try? model.sh("rm -rf '\(copy)'") }
    // The picture after each finished line of a script.
    var states = [before]
    if let lines = Self.scripts[command.split(separator: " ").last.map(String.init) ?? ""] {
      for line in lines {
        _ = try model.paint(line)
        states.append(try View(model))
      }
    } else {
      let outcome = try model.paint(command)
      try #require(outcome.code == 0, "\(outcome)")
      states.append(try View(model))
    }
    let pictureAfter = try Picture(try #require(model.contents("photo.png")))

    let shell = try Shell()
    func run(_ call: Int?) throws -> TracedProgram {
      _ = try shell.sh("rm -rf ./* && cp -r '\(copy)'/. .")
      return try TracedProgram.run(
        Shell.program, command.split(separator: " ").map(String.init), environment: shell.environment,
        in: shell.folder, killedBefore: call)
    }
    let calls = try run(nil).mutatingCalls
    try #require(calls > 0)
    let tried = killPoints(of: calls, atMost: 5)
    FaultLine.say("kills", command, cases: tried.count)
    for call in tried {
      let place = "\(command), killed before call \(call) of \(calls)"
      let death = try run(call)
      // A gc works in slices of time, so it may need fewer calls than the first time.
      #expect(death.ending == .killed(signal: 9) || death.mutatingCalls < call, "\(place)")
      let view = try View(shell)
      #expect(states.contains(view), "\(place): \(view)")
      let picture = try Picture(try #require(shell.contents("photo.png"), "\(place)"))
      #expect(picture == pictureBefore || picture == pictureAfter, "\(place)")
      let stroke = try shell.paint("-d art.paint stroke pencil 1,1 60,40 --width 3 --color lime --json")
      #expect(stroke.code == 0, "\(place): \(stroke)")
      #expect(try shell.paint("-d art.paint undo --json").json["fingerprint"] == view.fingerprint, "\(place)")
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
    let calls = try run(nil).mutatingCalls
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
    let copy = "\(shell.folder.string).copy"
    defer { _ = try? shell.sh("rm -rf '\(copy)'") }
    let made = try shell.sh(
      """
      paint new art.paint --size 100x80 --background white && paint stroke rect 5,5,60x40 --fill teal
      paint stroke pencil 10,10 90,70 --width 9 && paint status --json >want.json
      rm art.paint/index.sqlite-wal art.paint/index.sqlite-shm && cp -r art.paint '\(copy)'
      """)
    try #require(made.code == 0, "\(made)")
    let want = try shell.paint("-d art.paint status --json").json["fingerprint"]
    let lost = try shell.sh("cat want.json").json["fingerprint"]
    try #require(want != lost)
    func run(_ call: Int?) throws -> TracedProgram {
      _ = try shell.sh("rm -rf art.paint && cp -r '\(copy)' art.paint")
      return try TracedProgram.run(
        Shell.program, command.split(separator: " ").map(String.init) + ["-d", "art.paint"],
        environment: shell.environment, in: shell.folder, killedBefore: call)
    }
    let calls = try run(nil).mutatingCalls
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
    let copy = "\(shell.folder.string).copy"
    _ = try shell.sh("cp -r art.paint '\(copy)'")
    defer { _ = try? shell.sh("rm -rf '\(copy)'") }
    func run(_ call: Int?) throws -> TracedProgram {
      _ = try shell.sh("rm -rf art.paint && cp -r '\(copy)' art.paint")
      return try TracedProgram.run(
        Shell.program, ["check", "--repair", "-d", "art.paint"], environment: shell.environment, in: shell.folder,
        killedBefore: call)
    }
    let calls = try run(nil).mutatingCalls
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
