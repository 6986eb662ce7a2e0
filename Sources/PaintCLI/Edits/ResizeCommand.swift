import PaintEditing
import PaintFilters
import PaintHistory
import PaintRaster

/// `paint resize WxH|N%`: makes the picture larger or smaller.
struct ResizeCommand: GeometryCommand {
  static let spec = CommandSpec(
    .resize, purpose: .canvas, alsoCalled: ["scale", "thumbnail", "resample", "size", "shrink"],
    operands: "WxH | Wx | xH | N%",
    operandCount: 1...1, summary: "make the picture larger or smaller",
    examples: {
      [
        Example("paint resize 50%", "half as wide and half as high"),
        Example("paint resize 800x", "800 pixels wide, the height in proportion"),
        Example("paint resize 200% --method nearest", "keep the hard edges of pixel art"),
      ]
    },
    details: ["Wx and xH keep the proportions. Colours are weighted by alpha, so that edges do not bleed."],
    options: [.method, .follow], isEdit: true, command: ResizeCommand.self)

  private let size: NewSizeArgument
  private let method: ResamplingMethod
  private let canvas: CanvasSize
  private let content: PartialBox?
  let follows: Bool

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    let canvas = context.canvas
    size = try line.operand(0, NewSizeArgument.parse)
    method = try line.chosen(.method, ResamplingMethod.parse)
    self.canvas = canvas
    content = context.content
    follows = Self.follows(line)
  }

  var defaultName: String { "Resize" }

  var canonical: String {
    let size = size.resolved(on: canvas) ?? canvas
    return "resize \(size.width)x\(size.height) --method \(method.rawValue)"
  }

  func change(of picture: Snapshot, in document: Document) throws -> (change: GeometryStep.Change, command: String) {
    guard let size = size.resolved(on: canvas) else {
      throw Failure(.failed, "at this size the canvas would have more than 65,536 pixels per side; nothing was done")
    }
    return (.resize(ResizeEdit(to: size, method: method, part: content)), canonical)
  }
}

extension ResamplingMethod: NamedValue {
  static var noun: String { "a method" }
  static var meaning: String { "How the pixels of a new size are calculated." }
}

extension OptionSpec {
  static let method = OptionSpec(
    .method, "method", .value("METHOD"), "the interpolation:",
    names: { ResamplingMethod.self }, default: "lanczos3")
}
