import PaintHistory
import PaintRaster

/// `paint clear [COLOR]`: makes the canvas blank.
struct ClearCommand: EditCommand {
  /// Nil means the background that the canvas has.
  private let color: Pixel?

  init(_ line: ParsedLine, settings: StrokeSettings, canvas: CanvasSize) throws(Failure) {
    color = line.operands.isEmpty ? nil : try line.operand(0, ColorArgument.parse)
  }

  var defaultName: String { "Clear" }

  var canonical: String { color.map(Self.canonical) ?? "clear" }

  private static func canonical(_ color: Pixel) -> String { "clear \(HexadecimalColor.digits(color))" }

  func perform(in session: Session, name: String) throws(Failure) -> Revision? {
    let color = color ?? session.history.current.background
    return try session.catching { () throws(HistoryError) in
      try session.document.clear(color, name: name, command: Self.canonical(color))
    }
  }
}
