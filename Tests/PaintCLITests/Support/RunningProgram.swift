import CSpawner
import Glibc
import SystemPackage

/// A running program with the standard streams that the test gave it.
final class RunningProgram {
  struct CannotStart: Error {
    var path: String
    var reason: Errno
  }

  let process: pid_t
  private var status: Int?

  /// Starts a program; it inherits only these three of the test's files.
  init(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: FilePath, input: Int32,
    output: Int32, errors: Int32
  ) throws {
    let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for copy in words + variables { free(copy) } }
    var process = pid_t()
    let code = spawner_start(path, words, variables, folder.string, input, output, errors, &process)
    guard code == 0 else { throw CannotStart(path: path, reason: Errno(rawValue: code)) }
    self.process = process
  }

  /// Waits for its end; 128 and the signal's number if a signal ended it.
  @discardableResult func wait() -> Int {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(process, &raw, 0) < 0, errno == EINTR {}
    let signal = raw & 0x7f
    let code = signal == 0 ? Int(raw >> 8 & 0xff) : 128 + Int(signal)
    status = code
    return code
  }

  /// Kills it, and waits.
  func kill() {
    if status == nil { Glibc.kill(process, SIGKILL) }
    wait()
  }

  deinit { kill() }
}
