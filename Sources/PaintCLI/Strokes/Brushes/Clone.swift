import PaintEditing
import PaintRaster

extension Brush {
  /// A freehand line that copies pixels from elsewhere.
  static let clone = Brush(
    id: .clone, title: "Clone", geometry: .freehand, isRound: true, hasColor: false,
    own: CloneOptions.self)

  /// `paint stroke clone`.
  static let cloneSpec = CommandSpec(
    .clone, group: "stroke", purpose: .draw, alsoCalled: ["stamp", "heal", "copy"],
    operands: "X,Y[,PRESSURE] … --offset DX,DY",
    operandCount: CommandSpec.anyNumber, operandKinds: [.point],
    summary: "copy pixels from another place of the picture",
    examples: {
      [
        Example("paint stroke clone 120,80 160,90 --offset 60,0 --width 30", "cover a spot with what is 60 px right"),
        Example(
          "paint stroke clone 120,80 --offset -40,25 --width 40 --opacity 50%", "half of what is 40 left and 25 down"),
      ]
    },
    details: [
      "The pixels come from the picture before the stroke, so a stroke never copies what it has drawn",
      "itself. Transparent pixels are copied too. Where the source is outside of the canvas, nothing",
      "changes. PRESSURE, 0 to 1 or 50%, scales the width. The brush is round and has no colour; with a",
      "hardness below 1 it has a soft edge.",
    ],
    options: CommandSpec.brushOptions + [.hardness, .offset] + CommandSpec.edgeOptions,
    optionHelp: [
      .width: "the brush's width in pixels, over 0 to 65,536",
      .opacity: "how much of the pixels is replaced: 0 to 1, or 50%",
    ], isEdit: true, brush: .clone, command: StrokeCommand.self)
}

/// The distance from which a clone copies, as typed.
private struct CloneOptions: BrushOptions {
  private let offset: (x: Int, y: Int)

  init(_ line: ParsedLine, width: Double) throws(Failure) {
    guard let offset = try line.value(.offset, PlainValues.offset) else {
      throw Failure(
        .missingWord, "stroke clone needs --offset DX,DY",
        hint: "--offset 40,-10 copies from 40 pixels to the right and 10 up")
    }
    self.offset = offset
  }

  func apply(to edit: inout StrokeEdit) { edit.retouching = Clone(x: offset.x, y: offset.y) }

  func add(to reads: inout StepReads) {
    guard case .boxes(let boxes) = reads.picture else { return }
    reads.picture = .boxes(boxes + boxes.map { $0.moved(byX: offset.x, y: offset.y) })
  }

  func append(to text: inout [UInt8]) { text.append(contentsOf: " --offset \(offset.x),\(offset.y)".utf8) }
}

extension OptionSpec {
  static let offset = OptionSpec(
    .offset, "offset", .value("DX,DY"), "copy from this far to the right and down, in whole pixels; may be negative",
    forms: "Offset")
}
