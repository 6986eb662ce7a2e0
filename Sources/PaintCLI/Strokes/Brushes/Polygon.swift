import PaintRaster

extension Brush {
  /// A closed shape with straight sides.
  static let polygon = Brush(
    id: .polygon, title: "Polygon", filledTitle: "Fill polygon",
    geometry: .points(least: 3, word: "at least three points") { (points, _) in .polygon(points) }, hasCorners: true,
    hasFillRule: true)

  /// `paint stroke polygon`.
  static let polygonSpec = CommandSpec(
    .polygon, group: "stroke", purpose: .draw, alsoCalled: ["triangle", "shape"], operands: "X,Y X,Y X,Y …",
    operandCount: CommandSpec.anyNumber, operandKinds: [.point], summary: "draw a closed shape with straight sides",
    examples: {
      [
        Example("paint stroke polygon 200,40 360,260 40,260 --fill gold --color black --width 3", "a triangle"),
        Example(
          "paint stroke polygon 200,20 290,280 40,110 360,110 110,280 --fill red --fill-rule evenodd",
          "a star with a hole in the middle"),
      ]
    },
    details: [
      "Three points or more; the last is joined to the first. Numbers are as for rect.",
      "Dashes run from the first point through the others.", CommandSpec.dashDetail,
    ] + CommandSpec.pixelDetails,
    options: CommandSpec.styleOptions + [.fill, .fillRule] + CommandSpec.dashOptions + CommandSpec.edgeOptions,
    isEdit: true, brush: .polygon, command: StrokeCommand.self)
}
