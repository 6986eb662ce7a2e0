import PaintRaster

extension Brush {
  /// A straight line.
  static let line = Brush(id: .line, title: "Line", geometry: .ends { .line($0, $1) })

  /// `paint stroke line`.
  static let lineSpec = CommandSpec(
    .line, group: "stroke", purpose: .draw, operands: "X,Y X,Y", operandCount: 0...2,
    operandKinds: [.point], summary: "draw a straight line",
    examples: {
      [
        Example("paint stroke line 20,20 380,20 --color navy --width 3", "a line from the first point to the second"),
        Example(
          "paint stroke line 320,240 180,120 --color red --width 5 --arrow end", "an arrow; it points at 180,120"),
        Example(
          "paint stroke line 40,260 360,260 --width 2 --arrow both --arrow-shape bar", "a measure between two bars"),
        Example("paint stroke line 40,150 360,150 --width 60 --hardness 0", "a soft streak, strongest in its middle"),
        Example("paint stroke line 10%,50% 90%,50% --width 3 --dash", "a dashed line across the canvas"),
      ]
    },
    details: CommandSpec.softDetails + CommandSpec.arrowDetails + CommandSpec.pixelDetails,
    options: CommandSpec.styleOptions + CommandSpec.arrowOptions + CommandSpec.dashOptions
      + CommandSpec.softOptions + CommandSpec.edgeOptions,
    isEdit: true, brush: .line, command: StrokeCommand.self)
}
