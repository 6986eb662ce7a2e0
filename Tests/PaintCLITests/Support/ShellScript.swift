import Glibc
import PaintTestSupport
import SystemPackage

/// A script for bash with the `paint` of this build on its PATH.
struct ShellScript {
  /// The result of a script.
  struct Outcome {
    /// The exit code, or 128 and the signal.
    let exitCode: Int

    /// Its standard output.
    let output: String

    /// Its standard error.
    let errors: String
  }

  /// The folder of the programs of this build: that of the program that runs this test.
  static let programs: FilePath = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    precondition(count > 0, "a program can find itself")
    return FilePath(platformString: path).removingLastComponent()
  }()

  /// The folder of the project.
  static let project: FilePath = {
    var path = FilePath(#filePath)
    for _ in 0..<4 { path.removeLastComponent() }
    return path
  }()

  /// Runs a script in a folder, without input, with the exit code of the first command that fails.
  static func run(_ text: String, in folder: TemporaryFolder) throws -> Outcome {
    try folder.write(text, to: "script.sh")
    let output = folder.appending("output.txt")
    let errors = folder.appending("errors.txt")
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output.string, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors.string, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let words = [
      "env", "-C", folder.path.string, "-u", "PAINT_DOCUMENT", "-u", "PAINT_CACHE", "-u", "PAINT_HISTORY_MEMORY",
      "PATH=\(programs):\(path)",
      "bash", "-euo", "pipefail", "script.sh",
    ]
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var child = pid_t()
    let code = posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
    guard code == 0 else { throw Errno(rawValue: code) }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 { if errno != EINTR { throw Errno(rawValue: errno) } }
    let signal = Int(status & 0x7f)
    return Outcome(
      exitCode: signal == 0 ? Int((status >> 8) & 0xff) : 128 + signal,
      output: try folder.text(of: "output.txt") ?? "", errors: try folder.text(of: "errors.txt") ?? "")
  }
}
