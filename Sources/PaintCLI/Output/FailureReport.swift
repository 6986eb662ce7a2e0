/// Prints failures: a line and a hint on standard error, with `--json` also an object.
enum FailureReport {
  /// The line `paint: message`, then `hint: …` if there is one, each with a line end.
  static func lines(_ failure: Failure, usesColor: Bool = false) -> String {
    let name = usesColor ? "\u{1b}[1;31mpaint:\u{1b}[0m" : "paint:"
    let line = "\(name) \(Failure.oneLine(failure.message))\n"
    guard let hint = failure.hint else { return line }
    return line + "hint: \(Failure.oneLine(hint))\n"
  }

  /// Writes `{"error":{"code":…,"message":…,"hint":…},"exit":…}` as one line; without a hint it is null.
  ///
  /// The error can also have `revisions`, or `revision` and `fingerprint` of the canvas.
  ///
  /// - Parameter line: the number of the failed line of a script.
  static func write(_ failure: Failure, line: Int? = nil, to json: inout JSONWriter) {
    json.beginObject()
    if let line { json.field("line", line) }
    json.key("error")
    json.beginObject()
    json.field("code", failure.code.rawValue)
    json.field("message", failure.message)
    json.field("hint", failure.hint)
    if !failure.revisions.isEmpty {
      json.array("revisions", failure.revisions) { json, number in json.value(number) }
    }
    if let state = failure.state {
      json.field("revision", state.revision)
      json.field("fingerprint", state.fingerprint)
    }
    json.endObject()
    json.field("exit", Int(failure.exitCode.rawValue))
    json.endObject()
    json.endLine()
  }
}
