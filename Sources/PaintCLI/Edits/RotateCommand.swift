import PaintEditing
import PaintHistory
import PaintRaster

/// `paint rotate DEGREES`: turns the picture clockwise.
struct RotateCommand: EditCommand {
  /// Over -180 to 180.
  private let degrees: Double

  init(_ line: ParsedLine, settings: StrokeSettings, canvas: CanvasSize) throws(Failure) {
    degrees = try line.operand(0, PlainValues.degrees)
  }

  var defaultName: String {
    var text = Array("Rotate ".utf8)
    NumberText.append(degrees, to: &text)
    return String(decoding: text, as: UTF8.self) + "°"
  }

  var canonical: String {
    var text = Array("rotate ".utf8)
    NumberText.append(degrees, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  func perform(in session: Session, name: String) throws(Failure) -> Revision? {
    let turn: CanvasTurn
    switch degrees {
    case 0: return nil
    case 90: turn = .quarter
    case 180: turn = .half
    case -90: turn = .threeQuarters
    default: throw Failure(.badValue, "quarter turns")
    }
    return try session.catching { () throws(HistoryError) in
      try session.document.turn(turn, name: name, command: canonical)
    }
  }
}
