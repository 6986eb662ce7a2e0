import PaintEditing
import PaintHistory
import PaintRaster

/// `paint clear [COLOR]`: makes the canvas blank.
struct ClearCommand: EditCommand {
  static let spec = CommandSpec(
    .clear, "clear", purpose: .pixels, alsoCalled: ["reset", "wipe"], operands: "[COLOR]", operandCount: 0...1,
    operandKinds: [.color],
    summary: "make the canvas blank, in its background or another colour",
    examples: {
      [
        Example("paint clear", "a blank canvas in its background colour; undo brings the picture back"),
        Example("paint clear ivory", "a blank canvas in another colour"),
      ]
    },
    details: ["The eraser then restores the blank canvas."], isEdit: true, command: ClearCommand.self)

  /// The new colour; nil for the background of the canvas.
  private let color: Pixel?

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    color = line.operands.isEmpty ? nil : try line.operand(0, ColorArgument.parse)
  }

  var defaultName: String { "Clear" }

  func perform(in session: Session, name: String) throws -> Revision? {
    let color = color ?? session.history.current.background
    let command = "clear \(HexadecimalColor.digits(color))"
    return try session.perform(ClearEdit(to: color), name: name, command: command)
  }
}
