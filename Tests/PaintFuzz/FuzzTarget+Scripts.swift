import CSpawner
import Glibc
import SystemPackage

@testable import PaintCLI

extension FuzzTarget {
  /// Any bytes as a script that is checked but not run: lines, words, options, values.
  static let script = FuzzTarget(
    "script", "LineReader, ScriptLine, LineParser and all of batch --check", longest: 512, isLoud: true
  ) {
    bytes in
    Scratch.enter()
    let file = spawner_scratch_file()
    defer { close(file) }
    guard write(file, bytes, bytes.count) == bytes.count, lseek(file, 0, SEEK_SET) == 0 else { return }
    var line = ParsedLine(["batch", "--check", "--keep-going", "/proc/self/fd/\(file)"])
    var parser = LineParser()
    do throws(Failure) {
      try parser.parse(&line)
      let console = Console(line)
      var check = try ScriptCheck(line, console: console, input: InputFile(line.operandPath(0)))
      switch try check.run() {
      case .done, .failed, .damagedInput: break
      default: broken("another exit code")
      }
      console.discard()
    } catch {
      broken("the script was not read: \(error)")
    }
  }
}
