import PaintRaster

extension Brush {
  /// A straight line.
  static let line = Brush(id: .line, title: "Line", geometry: .ends { .line($0, $1) })

  /// `paint stroke line`.
  static let lineSpec = CommandSpec(
    .line, "line", group: "stroke", operands: "X,Y X,Y", operandCount: 0...2,
    operandKinds: [.point], summary: "draw a straight line",
    details: CommandSpec.arrowDetails + CommandSpec.pixelDetails,
    options: CommandSpec.styleOptions + [.arrow] + CommandSpec.dashOptions + CommandSpec.edgeOptions, isEdit: true,
    brush: .line, command: StrokeCommand.self)
}
