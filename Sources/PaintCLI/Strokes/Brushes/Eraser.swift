import PaintRaster

extension Brush {
  /// A freehand line that restores the picture that the canvas began with.
  static let eraser = Brush(id: .eraser, title: "Eraser", geometry: .freehand, isRound: true, effect: .erase)

  /// `paint stroke eraser`.
  static let eraserSpec = CommandSpec(
    .eraser, "eraser", group: "stroke", purpose: .draw, alsoCalled: ["erase", "rubber"], operands: "X,Y[,PRESSURE] …",
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
    options: [.width, .opacity, .to, .follow] + CommandSpec.softOptions + [.pressure] + CommandSpec.edgeOptions,
    optionHelp: [
      .width: "the eraser's width in pixels, over 0 to 65,536",
      .follow: "move the picture of --to as the canvas was moved since then (default), or not",
    ],
    optionValues: [.to: "REV|none"], isEdit: true,
    reference: .option(.to), brush: .eraser, command: StrokeCommand.self)
}
