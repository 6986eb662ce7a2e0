import PaintRaster

extension Brush {
  /// Lines and curves of SVG path data.
  static let path = Brush(
    id: .path, title: "Path", filledTitle: "Fill path", geometry: .pathData, hasCorners: true, hasFillRule: true)

  /// `paint stroke path`.
  static let pathSpec = CommandSpec(
    .path, group: "stroke", purpose: .draw, alsoCalled: ["svg", "bezier", "arc"], operands: "'M X Y …'",
    operandCount: CommandSpec.anyNumber, summary: "draw lines and curves given as SVG path data",
    examples: {
      [
        Example("paint stroke path 'M20,150 C100,20 300,280 380,150' --color crimson --width 4", "a Bezier curve"),
        Example("paint stroke path 'M40,40 h120 v80 z' --fill teal", "a filled triangle; small letters are relative"),
      ]
    },
    details: [
      "Path data is made of M L H V C S Q T A Z, small letters relative to the current point.",
      "Several words are one text. Numbers are pixels, without percentages. A fill closes open parts;",
      "a part without length, as M5,5 Z, is a dot if its ends are round or square. M alone draws nothing.",
      "Dashes run along each part from its own beginning.",
    ] + CommandSpec.arrowDetails + CommandSpec.pixelDetails,
    options: CommandSpec.styleOptions + [.fill, .fillRule] + CommandSpec.arrowOptions + CommandSpec.dashOptions + [
      .antialias, .snap,
    ],
    isEdit: true, brush: .path, command: StrokeCommand.self)
}
