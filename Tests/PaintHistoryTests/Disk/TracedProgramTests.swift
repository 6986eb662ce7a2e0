import Glibc
import PaintTestSupport
import SystemPackage
import Testing

@Suite("TracedProgram", .enabled(if: TracedProgram.obstacle == nil, "\(TracedProgram.obstacle ?? "")"))
struct TracedProgramTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ script: String, killedBefore call: Int? = nil, input: FilePath? = nil) throws -> TracedProgram {
    try TracedProgram.run(
      "/bin/sh", ["-c", script], in: folder.path, input: input, output: folder.appending("out"),
      errors: folder.appending("err"), killedBefore: call)
  }

  @Test("a program runs to its end, with its input and output")
  func runsThrough() throws {
    try folder.write("hello\n", to: "in")
    let program = try run("cat; echo oops >&2; exit 7", input: folder.appending("in"))
    #expect(program.ending == .exited(7))
    #expect(program.calls == 0)
    #expect(try folder.text(of: "out") == "hello\n")
    #expect(try folder.text(of: "err") == "oops\n")
  }

  // The shell opens f for writing (and writes to descriptor 1), and its child mv renames f.
  @Test("a program that is killed before a mutating call leaves the results of the calls before it")
  func killsBeforeEach() throws {
    let script = "echo a > f; mv f g"
    #expect(try run(script) == TracedProgram(ending: .exited(0), calls: 2))
    #expect(try folder.text(of: "g") == "a\n")
    unlink(folder.appending("g").string)

    #expect(try run(script, killedBefore: 1) == TracedProgram(ending: .killed(signal: 9), calls: 1))
    #expect(try folder.text(of: "f") == nil)

    #expect(try run(script, killedBefore: 2) == TracedProgram(ending: .killed(signal: 9), calls: 2))
    #expect(try folder.text(of: "f") == "a\n")
    #expect(try folder.text(of: "g") == nil)
    unlink(folder.appending("f").string)

    #expect(try run(script, killedBefore: 3) == TracedProgram(ending: .exited(0), calls: 2))
  }

  @Test(
    "each kind of change counts as one call",
    arguments: [
      ("mkdir d", 1), ("rmdir d0", 1), ("rm f0", 1), ("ln f0 f1", 1), ("ln -s f0 f1", 1), ("mv f0 f1", 1),
      (": > f1", 1), (": >> f0", 1), ("cat f0", 0), ("ls", 0), ("printf x >&2", 0), ("sync f0", 1),
      ("truncate -s 5 f0", 2), ("flock f0 true", 2), ("dd if=f0 of=f1", 1),
    ])
  func countsKinds(script: String, calls: Int) throws {
    try folder.write("text", to: "f0")
    #expect(mkdir(folder.appending("d0").string, 0o700) == 0)
    #expect(try run(script) == TracedProgram(ending: .exited(0), calls: calls), "\(script)")
  }

  @Test("threads are traced, and all are killed together")
  func followsThreads() throws {
    guard access("/usr/bin/python3", X_OK) == 0 else { return }
    let code = """
      import os, threading
      def make(i): os.mkdir(f"d{i}")
      for i in range(5):
        t = threading.Thread(target=make, args=(i,)); t.start(); t.join()
      """
    func run(killedBefore call: Int?) throws -> TracedProgram {
      try TracedProgram.run(
        "/usr/bin/python3", ["-I", "-B", "-c", code], environment: [:], in: folder.path, killedBefore: call)
    }
    let program = try run(killedBefore: nil)
    #expect(program.ending == .exited(0))
    for i in 0..<5 { #expect(rmdir(folder.appending("d\(i)").string) == 0) }
    // Python may make other mutating calls before and after; the last five are searched for.
    let before = program.calls - 5
    #expect(before >= 0)
    #expect(try run(killedBefore: before + 3).ending == .killed(signal: 9))
    #expect((0..<5).map { access(folder.appending("d\($0)").string, F_OK) } == [0, 0, -1, -1, -1])
  }

  @Test("programs can run in parallel")
  func runsSideBySide() async throws {
    let folder = folder
    let threads = (0..<4).map { number in
      BlockingThread {
        try? TracedProgram.run(
          "/bin/sh", ["-c", "mkdir a\(number); mkdir b\(number); exit \(number)"], in: folder.path)
      }
    }
    for (number, thread) in threads.enumerated() {
      #expect(await thread.result == TracedProgram(ending: .exited(number), calls: 2))
    }
  }

  @Test("the environment is passed on")
  func passesEnvironment() throws {
    _ = try TracedProgram.run(
      "/usr/bin/env", [], environment: ["A": "1"], in: folder.path, output: folder.appending("out"))
    #expect(try folder.text(of: "out") == "A=1\n")
  }

  @Test("a missing program is reported by name")
  func reportsMissingProgram() throws {
    let failure = try #require(throws: TracedProgram.Failure.self) {
      try TracedProgram.run("/nowhere/paint", [], in: folder.path)
    }
    #expect(!failure.isNotPermitted)
    #expect(failure.description == "the program cannot be started: /nowhere/paint: No such file or directory")
  }
}
