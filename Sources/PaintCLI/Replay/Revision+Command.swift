import PaintHistory

extension Revision {
  /// The recorded command to show and to type again, with the options that it needs to draw the same with any settings.
  var repeatableCommand: String { CanonicalCommand.repeatable(command) }
}
