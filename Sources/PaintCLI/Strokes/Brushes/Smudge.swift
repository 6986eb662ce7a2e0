import PaintEditing
import PaintRaster

extension Brush {
  /// A freehand line that carries colour along.
  static let smudge = Brush(
    id: .smudge, title: "Smudge", geometry: .freehand, isRound: true, hasColor: false, own: SmudgeOptions.self,
    defaultWidth: 30, defaultHardness: 0.5)

  /// `paint stroke smudge`.
  static let smudgeSpec = CommandSpec(
    .smudge, group: "stroke", purpose: .draw, alsoCalled: ["finger", "smear"],
    operands: "X,Y[,PRESSURE] …", operandCount: CommandSpec.anyNumber, operandKinds: [.point],
    summary: "carry colour along a line, as a finger does in wet paint",
    examples: {
      [
        Example("paint stroke smudge 60,60 200,120", "smear the colours from the first point towards the last"),
        Example(
          "paint stroke smudge 100,150 300,150 --width 60 --strength 90% --hardness 0",
          "carry them far, with a soft edge"
        ),
      ]
    },
    details: [
      "The brush takes up the picture at the first point, and mixes it with what is below every tenth of",
      "its width. With --strength 1 it keeps what it has taken up, with 0 it changes nothing. PRESSURE,",
      "0 to 1 or 50%, scales the width. A smudge is at most 2048 pixels wide.",
    ],
    options: CommandSpec.brushOptions + [.strength, .hardness, .snap, .pointsFrom],
    optionHelp: [
      .width: "the brush's width in pixels, over 0 to 2,048",
      .opacity: "how much of the pixels is replaced: 0 to 1, or 50%",
      .hardness: "how much of the brush is solid: 0, soft to its middle, to 1",
    ], isEdit: true, brush: .smudge,
    command: StrokeCommand.self)
}

/// The strength of a smudge, as typed.
private struct SmudgeOptions: BrushOptions {
  private let strength: Double

  init(_ line: ParsedLine, width: Double) throws(Failure) {
    strength = try line.chosen(.strength, NumberForm.strength.value)
  }

  func apply(to edit: inout StrokeEdit) { edit.retouching = Smudge(strength: strength) }

  func check(_ shape: Shape, width: Double) throws(Failure) {
    guard width <= Smudge.maximumWidth else {
      throw Failure(
        .badValue, "a smudge is at most \(Int(Smudge.maximumWidth)) pixels wide", hint: "choose a smaller --width")
    }
    guard Smudge.reach(of: shape, width: width) <= Smudge.mostPixels else {
      throw Failure(
        .badValue, "the smudge reaches more than \(Int(Smudge.mostPixels)) pixels",
        hint: "choose a smaller --width, or smudge in parts")
    }
  }

  /// It carries only what it covers.
  func add(to reads: inout StepReads) {}

  func append(to text: inout [UInt8]) {
    text.append(contentsOf: " --strength ".utf8)
    NumberText.append(strength, to: &text)
  }
}

extension OptionSpec {
  static let strength = OptionSpec(
    .strength, "strength", .value("SHARE"),
    "how much of its colour the brush keeps every tenth of its width: 0 to 1, or 50% (default 0.5)",
    forms: "Share", number: .strength, default: "0.5")
}
