import CSpawner
import Glibc
import SystemPackage
import Testing

/// A running program with the standard streams that the test gave it.
///
/// It may run for ten minutes. Then the test fails, and the program is killed with its process group, so that a program
/// that never ends cannot stop all tests. All waits for a program therefore are waits of this class.
final class RunningProgram {
  struct CannotStart: Error {
    var path: String
    var reason: Errno
  }

  let process: pid_t
  /// What the program has printed on the descriptors that this object reads.
  private(set) var printed: [UInt8] = []

  private let words: [String]
  private let deadline = ContinuousClock.now + .seconds(600)
  /// Can be read once the process has ended.
  private let end: Int32
  private var status: Int?

  /// Starts a program; it inherits only these three of the test's files.
  convenience init(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: FilePath, input: Int32,
    output: Int32, errors: Int32
  ) throws {
    try self.init(path, arguments, environment) { arguments, environment, process in
      spawner_start(path, arguments, environment, folder.string, input, output, errors, &process)
    }
  }

  /// Starts a program on the terminal with this name, in a session of its own.
  convenience init(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: FilePath, terminal: String
  ) throws {
    try self.init(path, arguments, environment) { arguments, environment, process in
      spawner_start_on_terminal(path, arguments, environment, folder.string, terminal, &process)
    }
  }

  private typealias Strings = [UnsafeMutablePointer<CChar>?]

  private init(
    _ path: String, _ arguments: [String], _ environment: [String: String],
    start: (Strings, Strings, inout pid_t) -> Int32
  ) throws {
    words = [path] + arguments
    let words: Strings = words.map { strdup($0) } + [nil]
    let variables: Strings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for copy in words + variables { free(copy) } }
    var process = pid_t()
    let code = start(words, variables, &process)
    guard code == 0 else { throw CannotStart(path: path, reason: Errno(rawValue: code)) }
    self.process = process
    end = spawner_end(process)
    precondition(end >= 0, "a process can be watched")
  }

  /// Waits until a descriptor that is connected to the program is ready for one of the events of `poll`.
  ///
  /// - Returns: the events that happened; none after the time limit.
  func wait(for events: Int32, on descriptor: Int32, printed other: () -> String = { "" }) -> Int32 {
    while true {
      let left = max(deadline - .now, .zero).components
      var poller = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      // Rounded up, since a timeout of 0 would not wait.
      let ready = poll(&poller, 1, Int32(left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1))
      if ready > 0 { return Int32(poller.revents) }
      if ready == 0 {
        giveUp(other())
        return 0
      }
      precondition(errno == EINTR, "a descriptor can be polled")
    }
  }

  /// The next output on a descriptor; empty once there is no more, or after the time limit.
  func read(_ descriptor: Int32) -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while wait(for: POLLIN, on: descriptor) != 0 {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EAGAIN || errno == EINTR { continue }
      // Reading a terminal whose program has ended is an error, not the end of the file.
      printed += buffer[..<max(count, 0)]
      return buffer[..<max(count, 0)]
    }
    return []
  }

  /// Waits for its end; 128 and the signal's number if a signal ended it.
  ///
  /// - Parameter other: what it printed elsewhere, for the report when it does not end.
  @discardableResult func wait(printed other: () -> String = { "" }) -> Int {
    if let status { return status }
    _ = wait(for: POLLIN, on: end, printed: other)
    var raw: Int32 = 0
    while waitpid(process, &raw, 0) < 0, errno == EINTR {}
    let signal = raw & 0x7f
    let code = signal == 0 ? Int(raw >> 8 & 0xff) : 128 + Int(signal)
    status = code
    return code
  }

  private func giveUp(_ other: String) {
    Glibc.kill(-process, SIGKILL)
    Issue.record(
      """
      killed, because it had not ended after ten minutes: \(words.joined(separator: " "))
      It printed: \(String(decoding: printed, as: UTF8.self))\(other)
      """)
  }

  /// Kills it, and waits.
  func kill() {
    if status == nil { Glibc.kill(process, SIGKILL) }
    wait()
  }

  deinit {
    kill()
    close(end)
  }
}
