/// A line of a script, for messages.
struct ScriptPlace: Sendable {
  /// The script's name.
  var script: String
  /// The number of the line, from 1.
  var line: Int

  /// `SCRIPT:LINE`.
  var text: String { "\(script):\(line)" }
}
