import Glibc
import PaintHistory
import PaintTestSupport
import SystemPackage
import Testing

/// A program that controls `paint batch -` through a pipe, while other commands run.
@Suite("Contract: scripts while they run", .serialized)
struct DialogueTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 640x480 --background white")
    try #require(made.code == 0, "\(made)")
  }

  @Test("each line is answered when it has run, and answered steps survive the process")
  func answers() throws {
    let dialogue = try Dialogue(shell, "batch - --json")
    var fingerprint: JSON = .null
    for line in 1...5 {
      dialogue.say("stroke pencil \(line)0,10 --width 9")
      let answer = try JSON(try #require(dialogue.hear(), "line \(line)"))
      #expect(answer["line"].int == line && answer["revision"].int == line)
      fingerprint = answer["fingerprint"]
    }
    dialogue.kill()
    let status = try shell.paint("status --json").json
    #expect(status["fingerprint"] == fingerprint && status["revision"].int == 5)
    #expect(try shell.paint("stroke pencil 9,99").code == 0)
  }

  @Test("lines before a group are kept when the program dies in it, and lines in it say that they are pending")
  func groups() throws {
    let dialogue = try Dialogue(shell, "batch - --json")
    dialogue.say("stroke pencil 10,10\nstroke pencil 20,10\ngroup begin Outer\nstroke pencil 30,10\ngroup begin")
    dialogue.say("status\nbranch\npick 1,1\ngroup end")
    var pending: [Bool?] = []
    for _ in 1...9 { pending.append(try JSON(try #require(dialogue.hear()))["pending"].bool) }
    #expect(pending == [nil, nil, true, true, true, true, true, true, true])
    dialogue.kill()
    #expect(try shell.paint("status --json").json["revision"].int == 2)

    let whole = try Dialogue(shell, "batch - --json")
    whole.say("group begin\nstroke pencil 30,10\ngroup end")
    var end = try JSON(try #require(whole.hear()))
    for _ in 1...2 { end = try JSON(try #require(whole.hear())) }
    #expect(end["pending"].bool == nil && end["edits"].int == 1)
    whole.kill()
    #expect(try shell.paint("status --json").json["fingerprint"] == end["fingerprint"])
  }

  @Test("all lines of a script that is one step are pending, and a group after a discarded one is confirmed")
  func confirmed() throws {
    let single = try shell.paint(
      "batch - --single --json", input: "stroke pencil 1,1\ngroup begin\ngroup end\npick 1,1\n")
    #expect(try single.jsonLines.map { $0["pending"].bool } == [true, true, true, true, nil])
    let script =
      "stroke pencil 1,9\ngroup begin\nstroke pencil 9,9\nbad\ngroup end\n"
      + "group begin\nstroke pencil 5,9\ngroup end\n"
    let answers = try shell.paint("batch - --keep-going --json", input: script).jsonLines
    #expect(answers.map { $0["pending"].bool } == [nil, true, true, nil, nil, true, true, nil, nil])
    #expect(answers[4]["skipped"].bool == true)
  }

  @Test("bad lines are answered too, including the first one, and in a dry run")
  func badLines() throws {
    for option in ["", "--dry-run"] {
      let dialogue = try Dialogue(shell, "batch - --json --keep-going \(option)")
      dialogue.say("nonsense")
      #expect(try JSON(try #require(dialogue.hear(), "a bad first line \(option)"))["line"].int == 1)
      dialogue.say("stroke pencil 1,1")
      #expect(try JSON(try #require(dialogue.hear(), "a good line \(option)"))["line"].int == 2)
      dialogue.say("undo x")
      #expect(try JSON(try #require(dialogue.hear(), "a bad line \(option)"))["line"].int == 3)
      dialogue.say("pick 1,1")
      #expect(try JSON(try #require(dialogue.hear(), "a question \(option)"))["line"].int == 4)
      dialogue.hangUp()
      #expect(try JSON(try #require(dialogue.hear()))["failed"].int == 2)
      #expect(dialogue.wait() == 1)
    }
  }

  @Test("lines that read are answered immediately, also without --json")
  func words() throws {
    let dialogue = try Dialogue(shell, "batch -")
    dialogue.say("pick 1,1")
    #expect(dialogue.hear() == "#ffffffff")
    dialogue.say("stroke rect 0,0,9x9 --fill red")
    dialogue.say("pick 1,1")
    #expect(dialogue.hear() == "#ff0000ff")
    #expect(dialogue.wait() == 0)
  }

  @Test("it holds no lock while it waits for input, and continues from the edits of others")
  func idle() throws {
    let dialogue = try Dialogue(shell, "batch - --json")
    for round in 0..<3 {
      dialogue.say("stroke pencil \(round)0,10 --width 5")
      #expect(try JSON(try #require(dialogue.hear()))["revision"].int == 2 * round + 1)
      // It prints its answers before it releases the lock, so others may have to wait for that.
      let other = try shell.paint("stroke pencil \(round)0,50 --wait 600 --json")
      #expect(other.code == 0, "an idle script kept another stroke waiting: \(other)")
      #expect(try other.json["revision"].int == 2 * round + 2)
    }
    #expect(dialogue.wait() == 0)
    let untold = try Dialogue(shell, "batch -")
    #expect(try shell.paint("undo --wait 600").code == 0)
    #expect(untold.wait() == 0)
  }

  @Test("it holds no lock while it waits for the rest of a line")
  func halfLine() throws {
    let dialogue = try Dialogue(shell, "batch - --json")
    dialogue.say("stroke pencil 10,10\nstroke pen", isWhole: false)
    #expect(try JSON(try #require(dialogue.hear()))["revision"].int == 1)
    try dialogue.waitUntilRead()
    let other = try shell.paint("stroke pencil 30,10 --wait 600 --json")
    #expect(other.code == 0, "half a line kept another stroke waiting: \(other)")
    dialogue.say("cil 20,10")
    #expect(try JSON(try #require(dialogue.hear()))["revision"].int == 3)
    #expect(dialogue.wait() == 0)
  }

  @Test("while a script runs, readers do not wait and other edits get the lock in turn")
  func running() throws {
    // An endless script: it runs until it is killed, however slowly the others get the lock.
    let words = #"printf "stroke pencil %d,%d --width 9 --name L%d\n", line * 37 % 640, line * 91 % 480, line"#
    try shell.write("endless", "BEGIN { for (line = 1; ; line++) \(words) }")
    _ = try shell.sh("mkfifo script")
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    func start(_ program: String, _ arguments: [String]) throws -> RunningProgram {
      try RunningProgram(
        program, arguments, environment: shell.environment, in: shell.folder, input: null, output: null, errors: null)
    }
    let writer = try start("/bin/sh", ["-c", "exec awk -f endless >script"])
    defer { writer.kill() }
    let batch = try start(Shell.program.string, ["batch", "script"])
    defer { batch.kill() }
    try wait(until: "the script has begun") { try shell.paint("status --json").json["revision"].int ?? 0 > 0 }
    var seen = 0
    for round in 1...6 {
      let status = try shell.paint("status --json")
      #expect(status.code == 0, "\(status)")
      let revision = try #require(try status.json["revision"].int)
      #expect(revision >= seen)
      seen = revision
      #expect(try shell.paint("export x\(round).png --at \(revision)").code == 0)
      let edit = try shell.paint("stroke rect \(round)00,100,50x50 --fill red --name Mine --wait 600 --json")
      #expect(edit.code == 0, "\(edit)")
      #expect(try edit.json["revision"].int ?? 0 > seen)
    }
    batch.kill()
    #expect(seen > 0)
    // The readers saw valid pictures, and the history is the script's lines in order, with the edits between them.
    #expect(try Picture(try #require(shell.contents("x6.png"))) == (try shell.picture(at: "\(seen)")))
    let names = try shell.paint("history --json").json.elements.dropFirst().compactMap { $0["name"].text }
    #expect(names.filter { $0 == "Mine" }.count == 6)
    let own = names.filter { $0 != "Mine" }
    #expect(own == (1...max(own.count, 1)).map { "L\($0)" })
  }

  @Test("a script ends with one error if its document is replaced, and does not change the new one")
  func replaced() throws {
    for option in ["", "--keep-going"] {
      let dialogue = try Dialogue(shell, "batch - --json \(option)")
      dialogue.say("stroke pencil 10,10 --width 5")
      #expect(dialogue.hear() != nil)
      #expect(try shell.paint("new art.paint --size 50x50 --replace").code == 0)
      dialogue.say("stroke pencil 20,10 --width 5")
      #expect(try JSON(try #require(dialogue.hear()))["error"]["message"].text?.contains("replaced") == true)
      #expect(try JSON(try #require(dialogue.hear()))["steps"].int == 1, "the summary")
      #expect(dialogue.hear() == nil)
      #expect(dialogue.wait() == 1)
      let status = try shell.paint("status --json").json
      #expect(status["width"].int == 50 && status["revision"].int == 0)
    }
  }

  @Test("an edit that must not wait exits 75, one that may wait succeeds")
  func busy() throws {
    let path = shell.folder.appending("art.paint/lock")
    let holder = try DocumentLock.acquire(path.removingLastComponent(), on: SystemDisk(), wait: .zero)
    let refused = try shell.paint("stroke pencil 9,9 --wait 0")
    #expect(refused.code == 75, "\(refused)")
    #expect(refused.errors.hasPrefix("paint: art.paint is busy") && refused.errors.contains("--wait"), "\(refused)")
    #expect(try shell.paint("status").code == 0)
    let waiting = try Dialogue(shell, "stroke pencil 9,9 --wait 600")
    try waitUntilLockHasWaiter(at: path)
    holder.release()
    #expect(waiting.wait() == 0)
  }
}
