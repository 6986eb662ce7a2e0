import PaintHistory

extension Revision {
  /// The recorded command, with what it lacks to draw the same under any settings; to be shown and typed again.
  var repeatableCommand: String { CanonicalCommand.repeatable(command) }
}
