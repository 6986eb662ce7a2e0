@testable import PaintCLI

/// The model's answer to a line that fails.
struct Refusal: Error {
  let code: FailureCode
  /// The revisions that conflict with a `revert`.
  var revisions: [Int] = []

  init(_ code: FailureCode, revisions: [Int] = []) {
    self.code = code
    self.revisions = revisions
  }

  /// The exit code of a script's line: a line that would be wrong in the shell is a bad script there.
  func exit(inScript: Bool) -> Int {
    let exit = code.exitCode
    return Int((inScript && exit == .usage ? ExitCode.damagedInput : exit).rawValue)
  }

  /// The object that `--json` prints.
  func told(inScript: Bool) -> JSON {
    var error = ["code": JSON.string(code.rawValue)]
    if !revisions.isEmpty { error["revisions"] = .array(revisions.map { .int($0) }) }
    return .fields(["error": .fields(error), "exit": .int(exit(inScript: inScript))])
  }
}
