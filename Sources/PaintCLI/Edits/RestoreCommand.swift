import PaintEditing
import PaintHistory
import PaintRaster

/// `paint restore [BOX] --at REV`: brings back a region of an older revision.
struct RestoreCommand: EditCommand {
  static let spec = CommandSpec(
    .restore, "restore", purpose: .history, alsoCalled: ["checkout"], operands: "[X,Y,WxH | X,Y X,Y] --at REV",
    operandCount: 0...2,
    operandKinds: [.point],
    summary: "bring back a region of an older revision, as a new step",
    examples: {
      [
        Example("paint restore 0,0,200x150 --at r2", "bring back a part of revision 2"),
        Example("paint restore --at start", "bring back the whole first picture, as a new step"),
      ]
    },
    details: CommandSpec.boxDetails + [
      "The box is in whole pixels; without one the whole canvas is brought back. The revision must have",
      "the canvas' size. It may be on any branch.",
    ],
    options: [.at], optionHelp: [.at: "the revision whose pixels are brought back"], isEdit: true,
    reference: .option(.at), command: RestoreCommand.self)

  /// The part of the box that is on the canvas.
  private let region: PixelBox
  private let at: RevisionArgument
  private let canvas: CanvasSize

  init(_ line: ParsedLine, in context: LineContext) throws(Failure) {
    canvas = context.canvas
    let box = line.operands.isEmpty ? canvas.box : try BoxArgument.operands(line).wholePixels(on: canvas)
    region = box.intersection(canvas.box)
    guard let at = try line.value(.at, RevisionArgument.parse) else {
      throw Failure(
        .missingWord, "restore needs --at REV, the revision whose pixels are brought back",
        hint: "paint history lists the revisions")
    }
    self.at = at
  }

  var defaultName: String { "Restore" }

  func perform(in session: Session, name: String) throws -> Revision? {
    let old = try session.snapshot(at)
    let number = old.revision.number
    guard old.size == canvas else {
      throw Failure(
        .badValue,
        "--at: r\(number) is \(old.size.width)x\(old.size.height), but the canvas is \(canvas.width)x\(canvas.height)",
        hint: "paint export old.png --at r\(number), then paint place old.png puts its pixels over the canvas")
    }
    let command = "restore \(region.x),\(region.y),\(region.width)x\(region.height) --at r\(number)"
    return try session.perform(RestoreEdit(region, of: number), name: name, command: command)
  }
}
