import PaintEditing
import PaintHistory
import PaintRaster

/// `paint canvas WxH | Wx | xH | N%`: changes the size of the canvas, but not that of the picture; the anchor keeps its position.
struct CanvasCommand: EditCommand {
  static let spec = CommandSpec(
    .canvas, "canvas", purpose: .canvas, alsoCalled: ["extent", "extend", "pad"], operands: "WxH | Wx | xH | N%",
    operandCount: 1...1,
    summary: "change the size of the canvas, but not that of the picture",
    examples: {
      [
        Example("paint canvas 500x400 --background white", "a white border around the picture"),
        Example("paint canvas x440 --anchor top", "40 more rows at the bottom"),
      ]
    },
    details: ["Wx and xH keep the other side."],
    options: [.anchor, .background],
    optionHelp: [
      .anchor: "the part of the picture that keeps its position: center (default), top-left, top, … bottom-right",
      .background: "the colour around the picture (default: the background of the canvas)",
    ], isEdit: true, command: CanvasCommand.self)

  /// The new size; nil if it would be too large.
  private let size: CanvasSize?
  private let anchor: Anchor
  /// The colour around the picture; nil for the background of the canvas.
  private let background: Pixel?

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    size = try line.operand(0, NewSizeArgument.parse).resolved(keepingSidesOf: context.canvas)
    anchor = try line.value(.anchor, Anchor.parse) ?? .center
    background = try line.value(.background, ColorArgument.parse)
  }

  var defaultName: String { "Canvas size" }

  private func canonical(_ size: CanvasSize, _ background: Pixel) -> String {
    "canvas \(size.width)x\(size.height) --anchor \(anchor.rawValue) --background "
      + HexadecimalColor.digits(background)
  }

  func perform(in session: Session, name: String) throws -> Revision? {
    guard let size else {
      throw Failure(.failed, "at this size the canvas would have more than 65,536 pixels per side; nothing was done")
    }
    let background = background ?? session.history.current.background
    let old = session.document.size
    let picture = anchor.box(width: old.width, height: old.height, on: size)
    let frame = PixelBox(x: -picture.x, y: -picture.y, width: size.width, height: size.height)
    return try session.perform(
      ReframeEdit(to: frame, background: background), name: name, command: canonical(size, background))
  }
}
