import PaintEditing
import PaintHistory
import PaintRaster

/// `paint clear [C]`: makes the canvas blank.
struct ClearCommand: EditCommand {
  static let spec = CommandSpec(
    .clear, purpose: .pixels, alsoCalled: ["reset", "wipe", "delete", "remove"], operands: "[C]",
    operandCount: 0...1,
    operandKinds: [.paint],
    summary: "make the canvas blank, in its background or another paint",
    examples: {
      [
        Example("paint clear", "a blank canvas in its background colour; undo brings the picture back"),
        Example("paint clear ivory", "a blank canvas in another colour"),
        Example("paint clear 'linear-gradient(skyblue, white)'", "a gradient, which the eraser then restores"),
      ]
    },
    details: [
      "The eraser then restores the cleared canvas. A gradient or a pattern leaves the background",
      "for new areas as it is.",
    ],
    options: PaintSettings.gradientOptions, isEdit: true, command: ClearCommand.self)

  /// The new paint; no colour for the background of the canvas.
  private var paint = PaintSettings()

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    paint = try PaintSettings(line)
    paint.color = line.operands.isEmpty ? nil : try line.operand(0, PaintWord.parse)
    try paint.place(in: ShapeBox(context.canvas), on: context.canvas)
  }

  var defaultName: String { "Clear" }

  /// It replaces the canvas, or is laid over all that is selected.
  var reads: StepReads { .everything }

  func perform(in session: Session, name: String) throws -> Revision? {
    let word = paint.color ?? .color(session.history.current.background)
    var paint = paint
    paint.color = word
    let files = try session.readPatterns(of: &paint)
    var command = Array("clear ".utf8)
    (paint.color ?? word).append(to: &command)
    var options = paint
    options.color = nil
    options.append(to: &command)
    return try session.perform(
      ClearEdit(to: paint.paint.source ?? word.source(in: nil, isDithered: false)), name: name,
      command: String(decoding: command, as: UTF8.self), keeping: files)
  }
}
