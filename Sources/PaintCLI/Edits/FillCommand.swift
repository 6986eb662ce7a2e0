import PaintEditing
import PaintHistory
import PaintRaster

/// `paint fill X,Y --color C`: flood-fills the connected area of similar colour.
struct FillCommand: EditCommand {
  static let spec = CommandSpec(
    .fill, purpose: .pixels, alsoCalled: ["bucket", "flood", "floodfill", "gradient"], operands: "X,Y",
    operandCount: 1...1,
    operandKinds: [.point],
    summary: "flood-fill the connected area of similar colour",
    examples: {
      [
        Example("paint fill 10,10 --color lightyellow", "colour the area around a pixel"),
        Example(
          "paint fill 200,150 --color skyblue --tolerance 20 --expand 1", "include similar colours and soft edges"),
      ]
    },
    details: [
      "It spreads to the left, right, top and bottom, not across corners. Pixels are similar if their",
      "difference is at most the tolerance.", CommandSpec.toleranceDetail,
    ],
    options: [.color] + PaintSettings.compositingOptions + PaintSettings.gradientOptions + [.tolerance, .expand],
    optionHelp: [.color: "the colour, gradient or pattern (default black); none makes the area transparent"],
    isEdit: true,
    command: FillCommand.self)

  /// The start pixel.
  private let x: Int
  private let y: Int
  /// The paint's options, all of them set.
  private var paint: PaintSettings
  private let tolerance: Int
  private let expansion: Double

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    let point = try line.operand(0, PointArgument.parse).resolved(on: context.canvas)
    (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
    paint = context.settings.paint.overridden(by: try PaintSettings(line)).resolved(for: Self.spec)
    try paint.place(in: ShapeBox(context.canvas), on: context.canvas)
    tolerance = try line.chosen(.tolerance, NumberForm.tolerance.whole)
    expansion = try line.chosen(.expand, NumberForm.expansion.value)
  }

  var defaultName: String { "Fill" }

  /// Only running tells which pixels it reads.
  var reads: StepReads { .everything }

  private func canonical(_ paint: PaintSettings) -> String {
    var text = Array("fill \(x),\(y)".utf8)
    paint.append(to: &text)
    return String(decoding: text, as: UTF8.self) + " --tolerance \(tolerance) --expand \(NumberText.text(expansion))"
  }

  func perform(in session: Session, name: String) throws -> Revision? {
    var paint = paint
    let files = try session.readPatterns(of: &paint)
    var fill = FloodFillEdit(
      x: x, y: y, paint: paint.paint, tolerance: tolerance, expansion: expansion)
    if paint.color?.isPainted == false, fill.paint.mode == .normal { fill.paint.source = nil }
    return try session.perform(fill, name: name, command: canonical(paint), keeping: files)
  }
}
