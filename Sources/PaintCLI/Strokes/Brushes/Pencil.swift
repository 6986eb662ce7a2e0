import PaintRaster

extension Brush {
  /// A freehand line through points.
  static let pencil = Brush(id: .pencil, title: "Pencil", geometry: .freehand, isRound: true)

  /// `paint stroke pencil`.
  static let pencilSpec = CommandSpec(
    .pencil, group: "stroke", purpose: .draw, alsoCalled: ["brush", "freehand", "polyline", "pen"],
    operands: "X,Y[,PRESSURE] …", operandCount: CommandSpec.anyNumber,
    operandKinds: [.point], summary: "draw freehand through points",
    examples: {
      [
        Example("paint stroke pencil 40,200 80,160 120,180 160,120 --color crimson --width 4", "a line through points"),
        Example("paint stroke pencil 40,60,0.2 120,80,1 200,60,0.2 --width 12", "thin at both ends, by its pressure"),
        Example(
          "paint stroke pencil 60,220 140,120 240,200 340,80 --width 40 --hardness 0.2 --smooth",
          "a soft brush along a smooth curve"),
        Example(
          "paint stroke pencil 40,40,0.2 200,60 360,40,0.3 --width 9 --pressure opacity --taper 9,60",
          "faint where the pressure is low, pointed at both ends"),
        Example(
          "paint stroke pencil 40,260 200,220 360,260 --width 30 --hardness 0 --flow 15%",
          "an airbrush: each dab adds 15%, and parts that cross get darker"),
        Example(
          "paint stroke pencil 20,280 380,280 --width 8 --spacing 150%", "dots, half a width between two of them"),
        Example("paint stroke pencil --points-from points.txt --width 3", "points from a file, one a line"),
      ]
    },
    details: [
      "One point draws a dot. PRESSURE, 0 to 1 or 50%, scales the width, or what --pressure names.",
      "A pencil is always round. --smooth leads it along a centripetal Catmull-Rom spline.",
    ] + CommandSpec.softDetails
      + CommandSpec.arrowDetails + CommandSpec.pixelDetails,
    options: CommandSpec.styleOptions + CommandSpec.arrowOptions + CommandSpec.softOptions + [.pressure, .smooth]
      + CommandSpec.edgeOptions, isEdit: true,
    brush: .pencil, command: StrokeCommand.self)
}
