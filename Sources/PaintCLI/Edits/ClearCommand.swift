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
    details: ["The eraser then restores the cleared canvas. A gradient leaves the background for new areas as it is."],
    options: PaintSettings.gradientOptions, isEdit: true, command: ClearCommand.self)

  /// The new colour or gradient; no colour for the background of the canvas.
  private var paint = PaintSettings()

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    paint = try PaintSettings(line)
    paint.color = line.operands.isEmpty ? nil : try line.operand(0, PaintWord.parse)
    try paint.place(in: ShapeBox(context.canvas), on: context.canvas)
  }

  var defaultName: String { "Clear" }

  func perform(in session: Session, name: String) throws -> Revision? {
    let word = paint.color ?? .color(session.history.current.background)
    var command = Array("clear ".utf8)
    word.append(to: &command)
    var options = paint
    options.color = nil
    options.append(to: &command)
    return try session.perform(
      ClearEdit(to: paint.paint.source ?? word.source(in: nil, isDithered: false)), name: name,
      command: String(decoding: command, as: UTF8.self))
  }
}
