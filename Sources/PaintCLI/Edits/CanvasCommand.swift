import PaintEditing
import PaintHistory
import PaintRaster

/// `paint canvas WxH | Wx | xH | N%`: changes the size of the canvas, but not that of the picture; the anchor keeps its position.
struct CanvasCommand: GeometryCommand {
  static let spec = CommandSpec(
    .canvas, purpose: .canvas, alsoCalled: ["extent", "extend", "pad", "size"],
    operands: "WxH | Wx | xH | N%",
    operandCount: 1...1,
    summary: "change the size of the canvas, but not that of the picture",
    examples: {
      [
        Example("paint canvas 500x400 --background white", "a white border around the picture"),
        Example("paint canvas x440 --anchor top", "40 more rows at the bottom"),
      ]
    },
    details: ["Wx and xH keep the other side."],
    options: [.anchor, .background, .follow],
    optionHelp: [
      .anchor: "the part of the picture that keeps its position: center (default), top-left, top, … bottom-right",
      .background: "the colour around the picture (default: the background of the canvas)",
    ], optionDefaults: [.anchor: "center"], isEdit: true, command: CanvasCommand.self)

  /// The new size; nil if it would be too large.
  private let size: CanvasSize?
  private let anchor: Anchor
  /// The colour around the picture; nil for the background of the canvas.
  private let background: Pixel?
  let follows: Bool

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    size = try line.operand(0, NewSizeArgument.parse).resolved(keepingSidesOf: context.canvas)
    anchor = try line.chosen(.anchor, Anchor.parse)
    background = try line.value(.background, ColorArgument.parse)
    follows = Self.follows(line)
  }

  var defaultName: String { "Canvas size" }

  private func canonical(_ size: CanvasSize, _ background: Pixel) -> String {
    "canvas \(size.width)x\(size.height) --anchor \(anchor.rawValue) --background "
      + HexadecimalColor.digits(background)
  }

  func change(of picture: Snapshot, in document: Document) throws -> (change: GeometryStep.Change, command: String) {
    guard let size else {
      throw Failure(.failed, "at this size the canvas would have more than 65,536 pixels per side; nothing was done")
    }
    let background = background ?? picture.revision.background
    let old = anchor.box(width: picture.size.width, height: picture.size.height, on: size)
    let frame = PixelBox(x: -old.x, y: -old.y, width: size.width, height: size.height)
    return (.reframe(ReframeEdit(to: frame, background: background)), canonical(size, background))
  }
}
