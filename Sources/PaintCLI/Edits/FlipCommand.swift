import PaintEditing
import PaintHistory
import PaintRaster

/// `paint flip horizontal|vertical`: swaps left and right, or top and bottom.
struct FlipCommand: GeometryCommand {
  static let spec = CommandSpec(
    .flip, purpose: .canvas, alsoCalled: ["mirror", "flop"], operands: "horizontal|vertical",
    operandCount: 1...1,
    operandKinds: [.words(["horizontal", "vertical"])],
    summary: "swap left and right (horizontal), or top and bottom",
    examples: {
      [
        Example("paint flip horizontal", "swap left and right"),
        Example("paint flip vertical", "swap top and bottom"),
      ]
    }, options: [.follow], isEdit: true, command: FlipCommand.self)

  private let mirroring: FlipEdit
  let follows: Bool

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    mirroring = try line.operand(0, FlipEdit.parse)
    follows = Self.follows(line)
  }

  var defaultName: String { mirroring == .horizontal ? "Flip horizontally" : "Flip vertically" }

  var canonical: String { "flip \(mirroring.rawValue)" }

  func change(of picture: Snapshot, in document: Document) throws -> (change: GeometryStep.Change, command: String) {
    (.flip(mirroring), canonical)
  }
}

extension FlipEdit: NamedValue {
  static var noun: String { "a direction" }
  static var meaning: String { "The direction in which a picture is turned over." }
}
