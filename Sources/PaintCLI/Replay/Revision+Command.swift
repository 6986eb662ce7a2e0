import PaintHistory

extension Revision {
  /// The recorded command, with `--rules 1` where it would draw something else without; to be shown and typed again.
  var repeatableCommand: String { CanonicalCommand.naming(rulesOf: command) }
}
