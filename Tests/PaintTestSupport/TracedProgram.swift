import CKiller
import Glibc
import SystemPackage

/// The result of a program that was run under ptrace.
public struct TracedProgram: Sendable, Hashable {
  /// How a program ends.
  public enum Ending: Sendable, Hashable {
    case exited(Int)
    case killed(signal: Int)
  }

  /// Why a program could not be run under ptrace.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Whether this machine does not permit tracing; a test must then be skipped.
    public let isNotPermitted: Bool

    /// The reason in plain words.
    public let description: String
  }

  /// How it ended.
  public let ending: Ending

  /// The number of mutating or reading system calls that it reached, including the one before which it was killed.
  public let calls: Int

  /// Creates a result.
  public init(ending: Ending, calls: Int) {
    self.ending = ending
    self.calls = calls
  }

  /// Runs a program with its threads and child processes, and kills them all right before the given mutating system
  /// call.
  ///
  /// - Parameters:
  ///   - program: The path of the executable, relative to `folder` unless absolute.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All its environment variables; nil passes on this program's.
  ///   - folder: Its working directory.
  ///   - input: The file for its standard input; nil is empty.
  ///   - output: The file for its standard output.
  ///   - errors: The file for its standard error.
  ///   - call: The number, from 1, of the mutating call before which it is killed; nil lets it run to the end.
  ///   - signal: The signal sent at that call; the program can handle any except SIGKILL.
  public static func run(
    _ program: FilePath, _ arguments: [String], environment: [String: String]? = nil, in folder: FilePath,
    input: FilePath? = nil, output: FilePath = "/dev/null", errors: FilePath = "/dev/null",
    killedBefore call: Int? = nil, by signal: CInt = SIGKILL
  ) throws(Failure) -> TracedProgram {
    try trace(program, arguments, environment) { arguments, environment, count, status in
      killer_run_signalled(
        program.string, arguments, environment, folder.string, input?.string, output.string, errors.string,
        call ?? 0, signal, &count, &status)
    }
  }

  /// Runs a program with its threads; one reading system call of it fails and is not made.
  ///
  /// - Parameters:
  ///   - program: The path of the executable, relative to `folder` unless absolute.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All its environment variables.
  ///   - folder: Its working directory.
  ///   - output: The file for its standard output.
  ///   - errors: The file for its standard error.
  ///   - call: The number, from 1, of the call that fails; nil for none.
  ///   - error: What it fails with.
  /// - Returns: the result; its calls are the reading ones, those of the loader included.
  public static func run(
    _ program: FilePath, _ arguments: [String], environment: [String: String], in folder: FilePath,
    output: FilePath, errors: FilePath, failingRead call: Int?, with error: Errno = .ioError
  ) throws(Failure) -> TracedProgram {
    try trace(program, arguments, environment) { arguments, environment, count, status in
      killer_run_failing(
        program.string, arguments, environment, folder.string, output.string, errors.string, call ?? 0,
        error.rawValue, &count, &status)
    }
  }

  private typealias CStrings = UnsafePointer<UnsafeMutablePointer<CChar>?>?

  private static func trace(
    _ program: FilePath, _ arguments: [String], _ environment: [String: String]?,
    _ body: (CStrings, CStrings, inout Int, inout CInt) -> CInt
  ) throws(Failure) -> TracedProgram {
    var count = 0
    var status: CInt = 0
    var reason: CInt = 0
    let code = withCStrings([program.string] + arguments) { arguments in
      withCStrings(environment.map { $0.map { "\($0.key)=\($0.value)" } }) { environment in
        let code = body(arguments, environment, &count, &status)
        reason = Glibc.errno
        return code
      }
    }
    guard code == CInt(KILLER_OK) else {
      let words = String(cString: killer_explanation(code))
      throw Failure(
        isNotPermitted: code == CInt(KILLER_NOT_PERMITTED),
        description: reason == 0 ? words : "\(words): \(program): \(Errno(rawValue: reason))")
    }
    let signal = Int(status & 0x7f)
    return TracedProgram(
      ending: signal == 0 ? .exited(Int((status >> 8) & 0xff)) : .killed(signal: signal), calls: count)
  }

  /// Why programs cannot be traced on this machine, or nil if they can.
  public static let obstacle: String? = {
    do throws(Failure) {
      _ = try run("/bin/true", [], in: "/")
      return nil
    } catch {
      return error.description
    }
  }()
}

/// Passes strings as a list that ends in a null pointer, and nil as a null pointer.
private func withCStrings<Result>(
  _ strings: [String]?, _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Result
) -> Result {
  guard let strings else { return body(nil) }
  let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return copies.withUnsafeBufferPointer { body($0.baseAddress) }
}
