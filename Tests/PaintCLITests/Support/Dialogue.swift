import CSpawner
import Glibc
import PaintTestSupport
import SystemPackage

/// A program that is connected by two pipes or a terminal, so that it can be answered while it runs.
final class Dialogue {
  private let program: RunningProgram
  private var input: Int32
  private let output: Int32
  private var unread: [UInt8] = []

  /// Starts `paint` connected to the test, without its standard error.
  init(_ shell: Shell, _ line: String) throws {
    var (inward, outward): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard spawner_pipe(&inward) == 0, spawner_pipe(&outward) == 0 else { throw Errno(rawValue: errno) }
    (input, output) = (inward[1], outward[0])
    let errors = open("/dev/null", O_WRONLY | O_CLOEXEC)
    program = try RunningProgram(
      Shell.program.string, line.split(separator: " ").map(String.init), environment: shell.environment,
      in: shell.folder, input: inward[0], output: outward[1], errors: errors)
    close(inward[0])
    close(outward[1])
    close(errors)
  }

  /// Writes a line, or a part of one.
  func say(_ line: String, isWhole: Bool = true) {
    let bytes = Array((isWhole ? line + "\n" : line).utf8)
    _ = program.wait(for: POLLOUT, on: input)
    let count = write(input, bytes, bytes.count)
    precondition(count == bytes.count, "the program does not listen")
  }

  /// Waits until the program has read all that was written.
  func waitUntilRead() throws {
    try PaintTestSupport.wait(until: "the program has read its input") {
      var count: Int32 = 0
      return ioctl(input, UInt(FIONREAD), &count) == 0 && count == 0
    }
  }

  /// The next line of output; nil if the program has ended, or prints nothing up to its time limit.
  func hear() -> String? {
    while true {
      if let newline = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread.removeSubrange(...newline) }
        return String(decoding: unread[..<newline], as: UTF8.self)
      }
      let part = program.read(output)
      if part.isEmpty { return nil }
      unread += part
    }
  }

  /// Ends its input.
  func hangUp() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Ends its input, and waits for its end.
  func wait() -> Int {
    hangUp()
    return program.wait()
  }

  /// Sends it a signal.
  func send(_ signal: Int32) { Glibc.kill(program.process, signal) }

  /// Waits for its end, with its input still open.
  func end() -> Int { program.wait() }

  /// Kills it.
  func kill() { program.kill() }

  deinit {
    hangUp()
    program.kill()
    close(output)
  }
}
