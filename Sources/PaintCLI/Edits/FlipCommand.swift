import PaintEditing
import PaintHistory
import PaintRaster

/// `paint flip horizontal|vertical`: swaps left and right, or top and bottom.
struct FlipCommand: EditCommand {
  private let mirroring: Mirroring

  init(_ line: ParsedLine, settings: StrokeSettings, canvas: CanvasSize) throws(Failure) {
    mirroring = try line.operand(0, Mirroring.parse)
  }

  var defaultName: String { mirroring == .horizontal ? "Flip horizontally" : "Flip vertically" }

  var canonical: String { "flip \(mirroring.rawValue)" }

  func perform(in session: Session, name: String) throws(Failure) -> Revision? {
    try session.catching { () throws(HistoryError) in
      try session.document.mirror(mirroring, name: name, command: canonical)
    }
  }
}

extension Mirroring: NamedValue {
  static var noun: String { "a direction" }
}
