import PaintEditing
import PaintRaster

extension Brush {
  /// A freehand line that blurs what is below.
  static let blur = Brush(
    id: .blur, title: "Blur", geometry: .freehand, isRound: true, hasColor: false,
    own: BlurOptions.self)

  /// `paint stroke blur`.
  static let blurSpec = CommandSpec(
    .blur, group: "stroke", purpose: .draw, alsoCalled: ["soften"], operands: "X,Y[,PRESSURE] …",
    operandCount: CommandSpec.anyNumber, operandKinds: [.point], summary: "blur the picture along a line",
    examples: {
      [
        Example("paint stroke blur 60,60 200,120 --width 30", "soften the picture along a line"),
        Example("paint stroke blur 100,80 160,80 --width 40 --radius 12", "blur a name strongly"),
      ]
    },
    details: [
      "Pixels become those of filter gaussian-blur, made from the picture before the stroke, so a line",
      "that crosses itself blurs only once. PRESSURE, 0 to 1 or 50%, scales the width. The brush is",
      "round and has no colour; with a hardness below 1 it has a soft edge. To hide text from others, draw",
      "over it: a blur can be undone by software.",
    ],
    options: CommandSpec.brushOptions + [.hardness, .radius] + CommandSpec.edgeOptions,
    optionHelp: [
      .width: "the brush's width in pixels, over 0 to 65,536",
      .opacity: "how much of the pixels is replaced: 0 to 1, or 50%",
      .radius: "the blur's radius, that of filter gaussian-blur: pixels, 0 to 100",
    ], optionDefaults: [.radius: "4"], isEdit: true, brush: .blur, command: StrokeCommand.self)
}

/// The radius of a blur, as typed.
private struct BlurOptions: BrushOptions {
  private let radius: Double

  init(_ line: ParsedLine, width: Double) throws(Failure) {
    radius = try line.chosen(.radius, NumberForm.blurRadius.value)
  }

  func apply(to edit: inout StrokeEdit) { edit.retouching = Blur(radius: radius) }

  func add(to reads: inout StepReads) {
    guard case .boxes(let boxes) = reads.picture else { return }
    // What gaussian-blur reads around a box.
    let reach = Int((4 * radius).rounded(.up)) + 4
    reads.picture = .boxes(
      boxes.map {
        PixelBox(
          x: $0.x - reach, y: $0.y - reach, width: $0.width + 2 * reach, height: $0.height + 2 * reach)
      })
  }

  func append(to text: inout [UInt8]) {
    text.append(contentsOf: " --radius ".utf8)
    NumberText.append(radius, to: &text)
  }
}
