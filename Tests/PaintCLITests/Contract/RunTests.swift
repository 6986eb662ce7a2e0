import Glibc
import PaintTestSupport
import Testing

/// `paint run`, which a signal ends.
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
