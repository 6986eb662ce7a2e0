import PaintRaster

extension Brush {
  /// A smooth line through points.
  static let curve = Brush(
    id: .curve, title: "Curve", filledTitle: "Fill curve",
    geometry: .points(least: 1, word: "at least one point") { (points, options) in
      .path(Path(curveThrough: points, isClosed: options.isClosed))
    }, hasCorners: true, hasFillRule: true)

  /// `paint stroke curve`.
  static let curveSpec = CommandSpec(
    .curve, group: "stroke", purpose: .draw, alsoCalled: ["spline", "smooth"], operands: "X,Y X,Y …",
    operandCount: CommandSpec.anyNumber, operandKinds: [.point], summary: "draw a smooth line through points",
    examples: {
      [
        Example(
          "paint stroke curve 20,200 120,80 220,220 380,60 --color purple --width 3", "smooth through all points"),
        Example(
          "paint stroke curve 20,260 140,180 260,240 380,140 --width 12 --taper 30%,30%", "pointed at both ends"),
        Example("paint stroke curve 100,60 300,60 300,240 100,240 --closed --fill skyblue", "a filled, round shape"),
      ]
    },
    details: [
      "A centripetal Catmull-Rom spline. One point draws a dot, two a straight line; a point that",
      "repeats the one before does not count. The line starts and ends straight along its first and",
      "last two points, unless --closed leads it back to the first. A fill closes what is open, by a",
      "straight line. Dashes run from the first point.",
    ] + CommandSpec.softDetails + CommandSpec.arrowDetails + CommandSpec.pixelDetails,
    options: CommandSpec.styleOptions + [.closed, .fill, .fillRule] + CommandSpec.arrowOptions
      + CommandSpec.dashOptions + CommandSpec.softOptions + CommandSpec.edgeOptions,
    isEdit: true, brush: .curve, command: StrokeCommand.self)
}
