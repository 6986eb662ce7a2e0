import PaintEditing
import PaintHistory
import PaintRaster

/// `paint fill X,Y --color C`: lays a colour over a pixel and all connected pixels that are like it.
struct FillCommand: EditCommand {
  static let spec = CommandSpec(
    .fill, "fill", alsoCalled: ["bucket", "flood", "floodfill"], operands: "X,Y", operandCount: 1...1,
    summary: "flood-fill the connected area of similar colour",
    details: [
      "It spreads to the left, right, top and bottom, not across corners. Two pixels are similar if no",
      "channel differs by more than the tolerance, or if both are fully transparent.",
    ],
    options: [.color, .opacity, .tolerance, .expand],
    optionHelp: [.color: "what is laid over it (default black); none makes it transparent"], isEdit: true,
    command: FillCommand.self)

  private let point: PointArgument
  private let typed: String
  private let color: Pixel
  private let opacity: Double
  private let tolerance: Int
  private let expansion: Int
  private let canvas: CanvasSize

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    let canvas = context.canvas
    point = try line.operand(0, PointArgument.parse)
    typed = line.operandText(0) ?? ""
    color = try line.value(.color, ColorArgument.parse) ?? context.settings.color ?? .black
    opacity = try line.value(.opacity, PlainValues.opacity) ?? context.settings.opacity ?? 1
    tolerance = try line.value(.tolerance, PlainValues.tolerance) ?? 0
    expansion = try line.value(.expand, PlainValues.expansion) ?? 0
    self.canvas = canvas
  }

  var defaultName: String { "Fill" }

  var canonical: String {
    let (x, y) = (point.x.resolved(on: canvas.width), point.y.resolved(on: canvas.height))
    var text = Array("fill ".utf8)
    NumberText.append(x.rounded(.down), to: &text)
    text.append(UInt8(ascii: ","))
    NumberText.append(y.rounded(.down), to: &text)
    text.append(contentsOf: " --color \(HexadecimalColor.digits(color)) --opacity ".utf8)
    NumberText.append(opacity, to: &text)
    return String(decoding: text, as: UTF8.self) + " --tolerance \(tolerance) --expand \(expansion)"
  }

  func perform(in session: Session, name: String) throws -> Revision? {
    let (x, y) = try session.pixel(point, typed: typed, on: canvas)
    let fill = FloodFillEdit(
      x: x, y: y, color: color, opacity: opacity, tolerance: tolerance, expansion: expansion)
    return try session.perform(fill, name: name, command: canonical)
  }
}
