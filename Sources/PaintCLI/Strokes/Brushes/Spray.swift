import PaintRaster

extension Brush {
  /// Dots at random places along a freehand line.
  static let spray = Brush(
    id: .spray, title: "Spray", geometry: .freehand, isRound: true, effect: .spray, defaultWidth: 40)

  /// `paint stroke spray`.
  static let spraySpec = CommandSpec(
    .spray, "spray", group: "stroke", purpose: .draw, alsoCalled: ["airbrush", "scatter"],
    operands: "X,Y[,PRESSURE] …", operandCount: CommandSpec.anyNumber, operandKinds: [.point],
    summary: "spray dots along a line",
    examples: {
      [
        Example("paint stroke spray 60,60 200,120 --color crimson --width 50", "dots along a line"),
        Example("paint stroke spray 200,150 --width 120 --density 30% --dot 3 --seed 7", "a cloud of larger dots"),
      ]
    },
    details: [
      "Dots lie anywhere in the circle of the width about any point of the line. The same seed gives the",
      "same dots on every machine; another one gives others. Dots that overlap are blended once. PRESSURE,",
      "0 to 1 or 50%, scales the circle. With --no-antialias --dot 1 each dot is a pixel.",
    ],
    options: CommandSpec.styleOptions + [.density, .dot, .seed, .antialias, .pointsFrom],
    optionHelp: [
      .color: "the dots' colour",
      .width: "the spray's width in pixels, over 0 to 65,536",
    ], optionDefaults: [.width: "40"], isEdit: true, brush: .spray, command: StrokeCommand.self)
}
