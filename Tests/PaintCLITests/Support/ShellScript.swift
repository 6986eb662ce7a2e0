import Glibc
import PaintTestSupport
import SystemPackage

/// A script for bash with the `paint` of this build on its PATH.
struct ShellScript {
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
    var environment = Self.environment
    environment["PATH"] = "\(programs):\(environment["PATH"] ?? "/usr/bin:/bin")"
    for name in ["PAINT_DOCUMENT", "PAINT_CACHE", "PAINT_HISTORY_MEMORY"] { environment[name] = nil }
    return try Outcome(
      of: "/usr/bin/env", ["bash", "-euo", "pipefail", "script.sh"], environment: environment, in: folder.path)
  }

  /// The variables of the program that runs this test.
  private static let environment: [String: String] = {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return variables
  }()
}
