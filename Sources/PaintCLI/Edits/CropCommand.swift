import PaintEditing
import PaintHistory
import PaintRaster

/// `paint crop X,Y,WxH | X,Y X,Y`: keeps only a box of the picture.
struct CropCommand: GeometryCommand {
  static let spec = CommandSpec(
    .crop, purpose: .canvas, alsoCalled: ["cut"], operands: "X,Y,WxH | X,Y X,Y", operandCount: 1...2,
    operandKinds: [.point],
    summary: "keep only a box of the picture",
    examples: {
      [
        Example("paint crop 20,20,300x200", "keep the box with its top left corner at 20,20"),
        Example("paint crop center,50%x50%", "keep the middle"),
      ]
    },
    details: CommandSpec.boxDetails
      + ["The part of the box that is on the canvas is kept, in whole pixels. Undo restores the old size."],
    options: [.follow], isEdit: true,
    command: CropCommand.self)

  /// The part of the box that is on the canvas.
  private let box: PixelBox
  private let typed: String
  private let canvas: CanvasSize
  let follows: Bool

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    let canvas = context.canvas
    box = try BoxArgument.operands(line).wholePixels(on: canvas).intersection(canvas.box)
    typed = line.operands.map { line.words.text($0) }.joined(separator: " ")
    self.canvas = canvas
    follows = Self.follows(line)
  }

  var defaultName: String { "Crop" }

  var canonical: String { "crop \(box.x),\(box.y),\(box.width)x\(box.height)" }

  func change(of picture: Snapshot, in document: Document) throws -> (change: GeometryStep.Change, command: String) {
    guard !box.isEmpty else {
      throw Failure(
        .badBox, "\(Failure.quoted(typed)) is outside the canvas of \(canvas.width)x\(canvas.height)")
    }
    return (.reframe(ReframeEdit(to: box, background: picture.revision.background)), canonical)
  }
}
