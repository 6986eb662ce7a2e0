import PaintRaster

extension Brush {
  /// An ellipse in a box.
  static let ellipse = Brush(
    id: .ellipse, title: "Ellipse", filledTitle: "Fill ellipse", geometry: .box { (a, b, _) in .ellipse(a, b) })

  /// `paint stroke ellipse`.
  static let ellipseSpec = CommandSpec(
    .ellipse, group: "stroke", purpose: .draw, alsoCalled: ["circle", "oval"], operands: "X,Y,WxH | X,Y X,Y",
    operandCount: 0...2, operandKinds: [.point], summary: "draw the ellipse inscribed in a box",
    examples: {
      [
        Example("paint stroke ellipse 60,60,120x120 --color green --width 3", "a circle: its box is a square"),
        Example("paint stroke ellipse 10%,10%,80%x80% --fill '#0000ff40'", "filled with a transparent blue"),
      ]
    },
    details: CommandSpec.boxDetails + CommandSpec.alignDetails
      + ["Dashes run clockwise from 3 o'clock.", CommandSpec.dashDetail] + CommandSpec.pixelDetails,
    options: CommandSpec.styleOptions + [.align, .fill] + CommandSpec.dashOptions + CommandSpec.edgeOptions,
    optionHelp: [.align: CommandSpec.alignHelp], optionValues: [.align: "WHERE"], isEdit: true,
    brush: .ellipse, command: StrokeCommand.self)
}
