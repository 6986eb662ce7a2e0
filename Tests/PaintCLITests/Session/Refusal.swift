@testable import PaintCLI

/// What the model answers to a line that cannot be done.
struct Refusal: Error {
  let code: FailureCode
  /// The revisions that stand in the way of a `revert`.
  var revisions: [Int] = []

  init(_ code: FailureCode, revisions: [Int] = []) {
    self.code = code
    self.revisions = revisions
  }

  /// What a line of a script exits with: what the shell would call a wrong line is a bad script there.
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
