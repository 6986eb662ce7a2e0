import PaintEditing
import PaintHistory
import PaintRaster

/// `paint replace FROM TO`: replaces a colour by another everywhere.
struct ReplaceCommand: EditCommand {
  static let spec = CommandSpec(
    .replace, purpose: .pixels, alsoCalled: ["recolor", "recolour", "substitute"], operands: "FROM TO",
    operandCount: 2...2,
    operandKinds: [.color],
    summary: "replace a colour by another everywhere",
    examples: {
      [
        Example("paint replace white none --tolerance 10", "make a white background transparent"),
        Example("paint replace navy crimson", "exactly one colour by another"),
      ]
    },
    details: [
      "Pixels similar to FROM, as for fill, become exactly TO, including its alpha.", CommandSpec.toleranceDetail,
    ],
    options: [.tolerance], isEdit: true, command: ReplaceCommand.self)

  private let old: Pixel
  private let new: Pixel
  private let tolerance: Int

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    old = try line.operand(0, ColorArgument.parse)
    new = try line.operand(1, ColorArgument.parse)
    tolerance = try line.chosen(.tolerance, NumberForm.tolerance.whole)
  }

  var defaultName: String { "Replace color" }

  /// It looks at every pixel.
  var reads: StepReads { .everything }

  var canonical: String {
    "replace \(HexadecimalColor.digits(old)) \(HexadecimalColor.digits(new)) --tolerance \(tolerance)"
  }

  func perform(in session: Session, name: String) throws -> Revision? {
    try session.perform(
      ReplaceColorEdit(old: old, new: new, tolerance: tolerance), name: name, command: canonical)
  }
}
