import Glibc
import PaintTestSupport
import Testing

/// `paint run`: another program changes the picture.
@Suite("Contract: run")
struct RunTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.sh(
      """
      paint new art.paint --size 100x70 --background white && paint stroke rect 40,10,30x30 --fill red &&
      paint export drawn.png && paint undo && mkdir tmp
      """)
    try #require(try shell.paint("status --json").json["revision"].int == 0)
  }

  /// Runs `paint run`, with temporary files in a folder that must be empty afterwards.
  private func run(_ options: [String] = [], _ command: [String], leaves: [String] = []) throws -> Outcome {
    let outcome = try shell.paint(["run"] + options + ["--"] + command, with: ["TMPDIR": shell.path("tmp")])
    #expect(try shell.names(in: "tmp") == leaves, "\(command)")
    return outcome
  }

  @Test("a program may leave a picture of another format, and a damaged one has no hint for other commands")
  func otherFormat() throws {
    _ = try shell.sh("paint export drawn.tif --at latest")
    let outcome = try run([], ["cp", "drawn.tif", "{}"])
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try shell.picture() == Picture(#require(shell.contents("drawn.png"))))
    _ = try shell.sh("printf 'P6 100 70 255\\n' >cut.ppm; head -c 3000 /dev/zero >>cut.ppm")
    let damaged = try run([], ["cp", "cut.ppm", "{}"])
    #expect(damaged.code == 65 && damaged.message.contains("10 of 70 rows"), "\(damaged)")
    #expect(!damaged.errors.contains("hint"), "\(damaged)")
  }

  @Test("a command of several lines gives a name of one line, which a script can contain")
  func severalLines() throws {
    let receipt = try run(["--json"], ["sh", "-c", "cp drawn.png \"$1\"\ntrue", "x", "{}"]).json
    #expect(receipt["name"].text == "sh -c cp drawn.png \"$1\" true x {}", "\(receipt)")
  }

  @Test("imports the program's result as one step named after it", arguments: [["{}"], []])
  func oneStep(place: [String]) throws {
    let outcome = try run(["--json"], ["cp", "drawn.png"] + place)
    #expect(outcome.code == 0, "\(outcome)")
    let receipt = try outcome.json
    #expect(receipt["name"].text == (["cp", "drawn.png"] + place).joined(separator: " "))
    #expect(receipt["bounds"].elements.compactMap(\.int) == [40, 10, 30, 30])
    #expect(receipt["pixels"].int == 900 && receipt["tiles"].int == 4)
    #expect(try shell.picture() == Picture(#require(shell.contents("drawn.png"))))
    #expect(try shell.paint("history --json").json.elements.last?["command"].text?.hasPrefix("import content:") == true)
    #expect(try shell.paint("undo").code == 0)
    #expect(try run(["--name", "Sky"], ["cp", "drawn.png", "{}"]).output == "r3 Sky, 900 px in 40,10,30x30\n")
    #expect(try shell.names(in: "art.paint/files").count == 1)
  }

  @Test("the program gets the current picture, and its output goes to standard error")
  func given() throws {
    _ = try shell.paint("stroke pencil 50,50 --width 9 --color 00ff0080")
    let expected = try shell.picture()
    let outcome = try run([], ["sh", "-c", "cp '{}' seen.png; stat -c %a $(dirname '{}'); echo oops >&2"])
    #expect(outcome.code == 0 && outcome.output == "no pixel changed, still r2\n", "\(outcome)")
    #expect(outcome.errors == "700\noops\n")
    #expect(try Picture(#require(shell.contents("seen.png"))) == expected)
  }

  @Test(
    "does nothing if the program fails or leaves no valid picture",
    arguments: [
      (["false"], 1, "exit code 1"), (["sh", "-c", "exit 7"], 1, "exit code 7"), (["no-such-program"], 1, "cannot run"),
      (["rm", "{}"], 1, "left no picture"), (["sh", "-c", "rm {}; mkdir {}"], 1, "left no picture"),
      (["sh", "-c", "rm {}; mkfifo {}"], 1, "left no picture"),
      (["truncate", "-s", "60", "{}"], 65, "damaged"), (["truncate", "-s", "0", "{}"], 65, "left: "),
      (["cp", "small.png", "{}"], 1, "20x10"), (["sh", "-c", "kill -9 $$"], 1, "signal 9"), ([], 64, "needs a command"),
    ] as [([String], Int, String)])
  func failures(command: [String], code: Int, reason: String) throws {
    _ = try shell.sh("paint new small.paint --size 20x10 && paint -d small.paint export small.png && rm -r small.paint")
    let before = try shell.files()
    let outcome = try run(["--json"], command)
    #expect(outcome.code == code, "\(command): \(outcome)")
    #expect(outcome.errors.contains(reason), "\(command): \(outcome)")
    #expect(try outcome.json["exit"].int == code)
    #expect(try shell.files() == before, "\(command)")
  }

  @Test("holds no lock while the program runs; the result is not imported if the drawing was moved")
  func moved() throws {
    _ = try shell.paint("redo")
    let same = try run([], ["sh", "-c", "paint undo -q && paint redo -q && cp drawn.png {}"])
    #expect(same.code == 0 && same.output == "no pixel changed, still r1\n", "\(same)")
    let moved = try run([], ["sh", "-c", "paint undo -q; cp drawn.png {}"])
    #expect(moved.code == 4 && moved.message.contains("r0"), "\(moved)")
    let replaced = try run([], ["sh", "-c", "paint new art.paint --size 100x70 --replace -q; cp drawn.png {}"])
    #expect(replaced.code == 4, "\(replaced)")
    #expect(try shell.paint("status --json").json["revisions"].int == 1)
    #expect(try run(["--expect", "r5"], ["touch", "was-run"]).code == 4)
    #expect(shell.contents("was-run") == nil)
  }

  @Test("a dry run runs the program and keeps nothing")
  func rehearsed() throws {
    let before = try shell.files()
    let rehearsed = try run(["--dry-run", "--json"], ["cp", "drawn.png", "{}"])
    #expect(rehearsed.code == 0, "\(rehearsed)")
    #expect(try shell.files() == before)
    let done = rehearsed.output.replacing(#""dry_run":true"#, with: #""dry_run":false"#)
    #expect(try run(["--json"], ["cp", "drawn.png", "{}"]).output == done)
  }

  @Test("is not allowed in a script")
  func inScript() throws {
    for option in ["", "--check"] {
      let outcome = try shell.paint("batch - \(option)", input: "run -- true\n")
      #expect(outcome.code == 65 && outcome.message.hasPrefix("-:1: run cannot"), "\(outcome)")
    }
  }

  @Test("a signal to end reaches the program; the temporary folder is removed", arguments: [SIGTERM, SIGHUP, SIGINT])
  func signals(number: Int32) throws {
    let files = try (0..<3).map { _ in try Pipe() }
    // They are closed when nothing needs them any more.
    defer { withExtendedLifetime(files) {} }
    let program = try RunningProgram(
      Shell.program.string, ["run", "--", "sh", "-c", "echo $$ >pid; mv pid begun; exec sleep 600"],
      environment: shell.environment.merging(["TMPDIR": shell.path("tmp")]) { $1 }, in: shell.folder,
      input: files[0].reading, output: files[1].writing, errors: files[2].writing)
    try wait(until: "the program runs") { shell.contents("begun") != nil }
    #expect(try shell.names(in: "tmp").count == 1)
    Glibc.kill(program.process, number)
    // Like a terminal, which sends it to all processes.
    if number == SIGINT,
      let child = shell.contents("begun").flatMap({ pid_t(String(decoding: $0.dropLast(), as: UTF8.self)) })
    {
      Glibc.kill(child, number)
    }
    #expect(program.wait() == 128 + Int(number))
    #expect(try shell.names(in: "tmp").isEmpty)
    #expect(try shell.paint("status --json").json["revision"].int == 0)
  }
}
