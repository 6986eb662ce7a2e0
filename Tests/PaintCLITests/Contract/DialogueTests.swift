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
