import PaintEditing
import PaintFilters
import PaintHistory
import PaintRaster

/// `paint rotate DEGREES`: rotates the picture clockwise.
struct RotateCommand: GeometryCommand {
  static let spec = CommandSpec(
    .rotate, purpose: .canvas, alsoCalled: ["turn"], operands: "DEGREES", operandCount: 1...1,
    summary: "rotate the picture clockwise",
    examples: {
      [
        Example("paint rotate 90", "a quarter turn clockwise"),
        Example("paint rotate -2.5 --background white", "straighten a scan; the new corners are white"),
      ]
    },
    details: ["Quarter turns are exact; at other angles the canvas grows to contain the whole picture."],
    options: [.background, .follow],
    optionHelp: [.background: "the colour around the picture (default: the background of the canvas)"],
    isEdit: true, command: RotateCommand.self)

  /// The angle in degrees, above -180 and at most 180.
  private let degrees: Double
  /// The colour around the picture; nil for the background of the canvas.
  private let background: Pixel?
  let follows: Bool

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    degrees = try line.operand(0, PlainValues.degrees)
    background = try line.value(.background, ColorArgument.parse)
    follows = Self.follows(line)
  }

  var defaultName: String { "Rotate \(angle)°" }

  private func canonical(_ background: Pixel) -> String {
    "rotate \(angle) --background \(HexadecimalColor.digits(background))"
  }

  private var angle: String {
    var text: [UInt8] = []
    NumberText.append(degrees, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  func change(of picture: Snapshot, in document: Document) throws -> (change: GeometryStep.Change, command: String) {
    guard let rotation = PictureRotation(degrees: degrees, of: picture.size) else {
      throw Failure(.failed, "at this angle the canvas would have more than 65,536 pixels per side; nothing was done")
    }
    let background = background ?? picture.revision.background
    return (.rotate(RotateEdit(rotation, background: background)), canonical(background))
  }
}
