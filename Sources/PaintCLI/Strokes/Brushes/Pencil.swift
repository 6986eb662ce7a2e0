import PaintRaster

extension Brush {
  /// A freehand line through points.
  static let pencil = Brush(id: .pencil, title: "Pencil", geometry: .freehand, isRound: true)

  /// `paint stroke pencil`.
  static let pencilSpec = CommandSpec(
    .pencil, "pencil", group: "stroke", alsoCalled: ["brush", "freehand", "polyline", "pen"],
    operands: "X,Y[,PRESSURE] …", operandCount: CommandSpec.anyNumber,
    operandKinds: [.point], summary: "draw freehand through points",
    details: ["One point draws a dot. PRESSURE, 0 to 1 or 50%, scales the width. A pencil is always round."]
      + CommandSpec.arrowDetails + CommandSpec.pixelDetails,
    options: CommandSpec.styleOptions + [.arrow] + CommandSpec.edgeOptions, isEdit: true, brush: .pencil,
    command: StrokeCommand.self)
}
