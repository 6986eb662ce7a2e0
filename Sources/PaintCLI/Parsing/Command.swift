import PaintRaster

/// A line of a command with its meaning: percentages, settings and defaults resolved.
///
/// Reading a line and running it are two steps, so that `batch --check` reads every line in the same way as a run.
protocol Command: SendableMetatype {
  /// Reads the line; throws everything that is wrong with its words, whatever the drawing contains.
  init(_ line: ParsedLine, in context: LineContext) throws(Failure)

  /// Does what the line asks for, in an open drawing.
  func run(_ line: ParsedLine, in session: Session) throws
}

/// What a line's meaning depends on besides its words.
struct LineContext {
  /// What strokes, fills and texts use where the line does not say.
  var settings = StrokeSettings()
  /// The size of which percentages are taken.
  var canvas: CanvasSize
  /// Whether the line is one of a script.
  var isScript = false
}

/// What a command needs of the drawing.
enum DocumentAccess: Sendable {
  /// No open drawing: it works without one, or opens it in its own way.
  case none
  /// An open drawing that stays as it is.
  case reading
  /// An open drawing, in one transaction.
  case editing
}
