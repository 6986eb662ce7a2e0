import PaintEditing
import PaintHistory
import PaintRaster

/// `paint restore [BOX] --at REV`: brings back a region of an older revision.
struct RestoreCommand: EditCommand {
  static let spec = CommandSpec(
    .restore, purpose: .history, alsoCalled: ["checkout"], operands: "[X,Y,WxH | X,Y X,Y] --at REV",
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
      "The box is in whole pixels; without one the whole canvas is brought back. Where the canvas was cropped,",
      "resized, turned or flipped since the revision, its picture is moved by the same steps. A revision on",
      "another branch, where the canvas was moved by other steps, must have the canvas' size.",
    ],
    options: [.at, .follow],
    optionHelp: [
      .at: "the revision whose pixels are brought back",
      .follow: "move the revision's picture as the canvas was moved since then (default), or not",
    ], isEdit: true,
    reference: .option(.at), command: RestoreCommand.self)

  /// The part of the box that is on the canvas.
  private let region: PixelBox
  private let at: RevisionArgument
  /// Whether the revision's picture is moved like the canvas since then.
  private let follows: Bool
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
    follows = line.choice(.follow) ?? true
  }

  var defaultName: String { "Restore" }

  var reads: StepReads { StepReads(picture: .box(region)) }

  func perform(in session: Session, name: String) throws -> Revision? {
    let old = try session.snapshot(at)
    let number = old.revision.number
    let moves = follows ? try session.moves(since: number, for: "--at") : nil
    guard follows || old.size == canvas else { throw Session.cannotMove(old.revision, to: canvas, for: "--at") }
    let word = follows ? "--follow" : "--no-follow"
    let command = "restore \(region.x),\(region.y),\(region.width)x\(region.height) --at r\(number) \(word)"
    return try session.perform(RestoreEdit(region, of: number, moves: moves), name: name, command: command)
  }
}
