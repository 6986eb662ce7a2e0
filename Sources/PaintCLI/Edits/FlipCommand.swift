import PaintEditing
import PaintHistory
import PaintRaster

/// `paint flip horizontal|vertical`: swaps left and right, or top and bottom.
struct FlipCommand: EditCommand {
  private let direction: FlipDirection

  init(_ line: ParsedLine, settings: StrokeSettings, canvas: CanvasSize) throws(Failure) {
    direction = try line.operand(0, FlipDirection.parse)
  }

  var defaultName: String { direction == .horizontal ? "Flip horizontally" : "Flip vertically" }

  var canonical: String { "flip \(direction.rawValue)" }

  func perform(in session: Session, name: String) throws(Failure) -> Revision? {
    let turn: CanvasTurn = direction == .horizontal ? .mirrorHorizontally : .mirrorVertically
    return try session.catching { () throws(HistoryError) in
      try session.document.turn(turn, name: name, command: canonical)
    }
  }
}

/// What changes places in a flip.
enum FlipDirection: String, NamedValue {
  /// Left and right.
  case horizontal
  /// Top and bottom.
  case vertical

  static let noun = "a direction"
}
