import PaintRaster

/// A line of a command with its meaning: percentages, settings and defaults resolved.
///
/// Reading a line and running it are two steps, so that `batch --check` reads every line in the same way as a run.
protocol Command: SendableMetatype {
  /// Reads the line; throws every error of its words that does not depend on the drawing.
  init(_ line: ParsedLine, in context: LineContext) throws(Failure)

  /// Runs the line in an open drawing; throws a failure or an error of the libraries.
  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult
}

/// What a command leaves to its caller: what is to be told once its changes are kept.
struct CommandResult {
  /// The receipt of a change; nil if the command has printed everything.
  var receipt: Receipt?
  /// The words to print instead of the receipt's own.
  var text: String?
  /// Whether the canvas, the selection or the current revision is another one.
  var isStep = false
  /// Whether two pictures that were compared differ.
  var differs = false
  /// The warnings of the command.
  var warnings: [String] = []
}

/// A command that prints its answer while it runs.
protocol PrintingCommand: Command {
  /// Runs the line and prints the answer; throws a failure or an error of the libraries.
  func answer(_ line: ParsedLine, in session: Session) throws
}

extension PrintingCommand {
  func run(_ line: ParsedLine, in session: Session) throws -> CommandResult {
    try answer(line, in: session)
    return CommandResult()
  }
}

/// The context that the meaning of a line depends on.
struct LineContext {
  /// The defaults for the options of strokes, fills and texts.
  var settings = StrokeSettings()
  /// The size to which percentages refer.
  var canvas: CanvasSize
  /// The part of the canvas that the picture's file has, if it was read smaller; nil for all of it.
  var content: PartialBox?
  /// Whether the line is in a script.
  var isScript = false
}

/// The access to the drawing that a command needs.
enum DocumentAccess: Sendable {
  /// No open drawing: it needs none, or opens it itself.
  case none
  /// An open drawing that does not change.
  case reading
  /// An open drawing, in one transaction.
  case editing
}
