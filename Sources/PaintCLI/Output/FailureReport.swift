/// Shows failures the way the contract has it: a line and a hint on standard error, with `--json` an object too.
enum FailureReport {
  /// The line `paint: message`, then `hint: …` if there is one, each with its line end.
  static func lines(_ failure: Failure, usesColor: Bool = false) -> String {
    let name = usesColor ? "\u{1b}[1;31mpaint:\u{1b}[0m" : "paint:"
    let line = "\(name) \(Failure.oneLine(failure.message))\n"
    guard let hint = failure.hint else { return line }
    return line + "hint: \(Failure.oneLine(hint))\n"
  }

  /// Writes `{"error":{"code":…,"message":…,"hint":…},"exit":…}` as one line; a hint that there is not is null.
  ///
  /// The error may also have `revisions`, or `revision` and `fingerprint` of the canvas. `line` is the number of the script's line that failed, for a batch.
  static func write(_ failure: Failure, line: Int? = nil, to json: inout JSONWriter) {
    json.beginObject()
    if let line { json.field("line", line) }
    json.key("error")
    json.beginObject()
    json.field("code", failure.code.rawValue)
    json.field("message", failure.message)
    json.field("hint", failure.hint)
    if !failure.revisions.isEmpty {
      json.key("revisions")
      json.beginArray()
      for number in failure.revisions { json.value(number) }
      json.endArray()
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
