import Glibc
import PaintTestSupport
import Testing

/// Scripts that Ctrl-C ends between two lines.
@Suite("Contract: interruption", .serialized)
struct InterruptionTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh("paint new art.paint --size 90x60 --background white -q && mkfifo points")
    try #require(made.code == 0, "\(made)")
  }

  /// Runs a script and interrupts it while one of its lines reads points from the pipe; then the line can end.
  ///
  /// - Returns: its output and its errors, and the exit code.
  private func interrupted(_ command: String, times: Int = 1) throws -> (lines: [String], code: Int) {
    let script = try Dialogue(shell, command, mixed: true)
    var pipe: Int32 = -1
    try wait(until: "the program has opened the pipe") {
      pipe = open(shell.path("points"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return pipe >= 0
    }
    if times > 1 {
      try script.sendUntilEnd(SIGINT)
    } else {
      script.send(SIGINT)
      let points = Array("20,20\n30,30\n".utf8)
      #expect(write(pipe, points, points.count) == points.count)
      close(pipe)
    }
    var lines: [String] = []
    while let line = script.hear() { lines.append(line) }
    let code = script.end()
    if times > 1 { close(pipe) }
    return (lines, code)
  }

  private static let script = """
    set --color red
    stroke pencil 1,1
    stroke line --points-from points
    stroke pencil 9,9
    stroke pencil 12,9
    """

  @Test("the lines before are kept, and --from-line continues with the next one")
  func continues() throws {
    try shell.write("script", Self.script)
    let (lines, code) = try interrupted("batch script")
    #expect(code == 130)
    let message = "interrupted before line 4; the steps before it are kept, now r2"
    #expect(lines.first == "paint: script:4: \(message)", "\(lines)")
    let hint = "hint: { echo 'set --color ff0000ff'; tail -n +4 script; } | paint batch -d art.paint - continues"
    #expect(lines.count > 2 && lines[1] == hint, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("3 lines, 2 steps, r0 to r2, ") }, "\(lines)")
    // The hint is right when it is followed.
    let command = hint.dropFirst("hint: ".count).dropLast(" continues".count)
    #expect(try shell.sh(String(command)).lines.first?.hasPrefix("3 lines, 2 steps, r2 to r4") == true)
    #expect(try shell.paint("pick 12,9").output == "#ff0000ff\n")
    #expect(try shell.paint("check").code == 0)
  }

  @Test("with --json there is an error object, and the summary counts what is kept")
  func json() throws {
    try shell.write("script", Self.script)
    let (lines, code) = try interrupted("batch script --json -q")
    let error = try JSON(try #require(lines.first { $0.hasPrefix("{") }))
    #expect(code == 130 && error["error"]["code"].text == "interrupted" && error["exit"].int == 130, "\(lines)")
  }

  @Test("an open group is discarded, and its first line is the next one; one step is made or nothing")
  func groups() throws {
    let group = ["stroke pencil 1,1", "group begin", "stroke pencil 5,5", "stroke pencil 9,9"]
    let (lines, code) = try interrupted("batch script", after: group)
    let message = "interrupted before line 5; the group from line 2 is discarded; the steps before it are kept, now r1"
    #expect(code == 130 && lines.first == "paint: script:4: \(message)", "\(lines)")
    #expect(lines.dropFirst().first == "hint: paint batch -d art.paint script --from-line 2 continues", "\(lines)")
    #expect(try shell.paint("status --json").json["revision"].int == 1)
    let single = try interrupted("batch script --single", after: ["set --color red", "stroke pencil 1,1"])
    #expect(single.code == 130)
    #expect(
      single.lines.first == "paint: script:2: interrupted before line 3; nothing of the script is kept", "\(single)")
    #expect(try shell.paint("status --json").json["revision"].int == 1)
  }

  /// Runs a script from a pipe that stays open, and interrupts it after its last line was answered.
  ///
  /// - Returns: its output after these answers, its errors, and the exit code.
  private func interrupted(_ command: String, after script: [String]) throws -> (lines: [String], code: Int) {
    _ = try shell.sh("rm -f script; mkfifo script")
    let run = try Dialogue(shell, command + " --json", mixed: true)
    var pipe: Int32 = -1
    try wait(until: "the program has opened the script") {
      pipe = open(shell.path("script"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return pipe >= 0
    }
    defer { close(pipe) }
    let bytes = Array(script.map { $0 + "\n" }.joined().utf8)
    #expect(write(pipe, bytes, bytes.count) == bytes.count)
    while let answer = run.hear(), try JSON(answer)["line"].int != script.count {}
    run.send(SIGINT)
    var lines: [String] = []
    while let line = run.hear() { lines.append(line) }
    return (lines, run.end())
  }

  @Test("a script over a picture writes none, and the second Ctrl-C ends at once; no file is left")
  func pictures() throws {
    try shell.write("script", Self.script)
    let (lines, code) = try interrupted("batch script --size 50x50 --out out.png")
    #expect(code == 130)
    #expect(lines.first == "paint: script:4: interrupted before line 4; no picture was written", "\(lines)")
    let twice = try interrupted("batch script", times: 2)
    #expect(twice.code == 130)
    #expect(try shell.names() == ["art.paint", "points", "script"])
    #expect(try shell.paint("check").code == 0)
  }

  @Test("an interrupt during a line of a pipe ends the script without waiting for the next one")
  func pipe() throws {
    for options in ["", " --json -q"] {
      let before = try #require(shell.paint("status --json").json["revision"].int)
      let script = try Dialogue(shell, "batch -\(options)", mixed: true)
      script.say("stroke line --points-from points --name L\(before)")
      var pipe: Int32 = -1
      try wait(until: "the program has opened the pipe") {
        pipe = open(shell.path("points"), O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        return pipe >= 0
      }
      script.send(SIGINT)
      let points = Array("20,20\n30,\(30 + before)\n".utf8)
      #expect(write(pipe, points, points.count) == points.count)
      close(pipe)
      // Its input stays open.
      #expect(script.end() == 130)
      let message = "interrupted before line 2; the steps before it are kept, now r\(before + 1)"
      #expect(script.hear() == "paint: -:1: \(message)")
      #expect(try shell.paint("status --json").json["revision"].int == before + 1)
    }
  }

  @Test("a script that waits for its next line ends at once, and what it has answered is kept")
  func waiting() throws {
    let script = try Dialogue(shell, "batch - --json")
    script.say("stroke pencil 5,5")
    #expect(try JSON(try #require(script.hear()))["revision"].int == 1)
    script.send(SIGINT)
    #expect(script.end() == 130)
    #expect(script.hear()?.contains("interrupted before line 2; the steps before it are kept, now r1") == true)
    #expect(try shell.paint("status --json").json["revision"].int == 1)
  }
}
