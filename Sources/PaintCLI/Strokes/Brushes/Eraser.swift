import PaintEditing
import PaintRaster

extension Brush {
  /// A freehand line that restores the picture that the canvas began with.
  static let eraser = Brush(
    id: .eraser, title: "Eraser", geometry: .freehand, isRound: true, hasColor: false, own: EraserOptions.self)

  /// `paint stroke eraser`.
  static let eraserSpec = CommandSpec(
    .eraser, group: "stroke", purpose: .draw, alsoCalled: ["erase", "rubber"], operands: "X,Y[,PRESSURE] …",
    operandCount: CommandSpec.anyNumber,
    operandKinds: [.point], summary: "restore the picture that the canvas began with",
    examples: {
      [
        Example("paint stroke eraser 60,60 200,120 --width 30", "bring back the picture that the canvas began with"),
        Example("paint stroke eraser 60,60 200,120 --width 40 --hardness 30%", "the same with a soft edge"),
        Example("paint stroke eraser 60,60 200,120 --width 40 --hardness 0 --flow 20%", "rub it off bit by bit"),
        Example("paint stroke eraser 60,60 200,120 --width 30 --to r2", "bring back the pixels of revision 2"),
        Example("paint stroke eraser 60,60 200,120 --width 30 --to none", "make the pixels transparent"),
      ]
    },
    details: [
      "PRESSURE, 0 to 1 or 50%, scales the width, or what --pressure names. An eraser is always round",
      "and has no colour. After crop, canvas, resize, rotate, flip and trim it brings back the beginning, or",
      "the picture of --to, with the same steps applied to it.",
    ] + CommandSpec.softDetails
      + CommandSpec.pixelDetails,
    options: CommandSpec.brushOptions + [.to, .follow] + CommandSpec.softOptions + [.pressure]
      + CommandSpec.edgeOptions,
    optionHelp: [
      .width: "the eraser's width in pixels, over 0 to 65,536",
      .follow: "move the picture of --to as the canvas was moved since then (default), or not",
    ],
    optionValues: [.to: "REV|none"], isEdit: true,
    reference: .option(.to), brush: .eraser, command: StrokeCommand.self)
}

/// What an eraser restores, as typed.
private struct EraserOptions: BrushOptions {
  private var target = StrokeEdit.EraserTarget.base
  /// The revision that is named, before its number is known.
  private let revision: RevisionArgument?
  /// Whether the picture of the revision is moved like the canvas since then.
  private let follows: Bool

  init(_ line: ParsedLine, width: Double) throws(Failure) {
    if line.text(.to) == "none" {
      (target, revision) = (.nothing, nil)
    } else {
      revision = try line.value(.to, RevisionArgument.parse)
    }
    follows = line.choice(.follow) ?? true
  }

  mutating func resolve<E: Error>(_ number: (RevisionArgument) throws(E) -> Int) throws(E) {
    if let revision { target = .revision(try number(revision)) }
  }

  func apply(to edit: inout StrokeEdit) { edit.erasing = target }

  func prepare(_ edit: inout StrokeEdit, in session: Session) throws {
    guard follows, case .revision(let number) = edit.erasing else { return }
    edit.moves = try session.moves(since: number, for: "--to")
  }

  func add(to reads: inout StepReads) { if target == .base { reads.base = reads.picture } }

  func append(to text: inout [UInt8]) {
    switch target {
    case .base: break
    case .nothing: text.append(contentsOf: " --to none".utf8)
    case .revision(let number):
      text.append(contentsOf: " --to r\(number) \(follows ? "--follow" : "--no-follow")".utf8)
    }
  }
}

extension OptionSpec {
  static let to = OptionSpec(
    .to, "to", .value("REV"), "restore the pixels of this revision; none makes them transparent", isOnce: true,
    forms: "Revision|Revision or none")
}
