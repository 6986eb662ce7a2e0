import PaintRaster

extension Brush {
  /// A rectangle, optionally with round corners.
  static let rect = Brush(
    id: .rect, title: "Rect", filledTitle: "Fill rect",
    geometry: .box { $2.radius > 0 ? .roundedRect($0, $1, radius: $2.radius) : .rect($0, $1) }, hasCorners: true)

  /// `paint stroke rect`.
  static let rectSpec = CommandSpec(
    .rect, group: "stroke", purpose: .draw, alsoCalled: ["rectangle", "box", "square"],
    operands: "X,Y,WxH | X,Y X,Y",
    operandCount: 0...2, operandKinds: [.point], summary: "draw a rectangle, outlined, filled or both",
    examples: {
      [
        Example("paint stroke rect 40,40,200x100 --color red --width 4", "a red frame, its top left corner at 40,40"),
        Example("paint stroke rect center,200x100 --fill gold --radius 12", "filled, round corners, in the middle"),
        Example(
          "paint stroke rect 300,200 100%,100% --fill navy --opacity 50%", "from a point to the bottom right corner"),
      ]
    },
    details: CommandSpec.boxDetails + CommandSpec.alignDetails
      + ["Dashes run clockwise from the top left corner, after its rounding.", CommandSpec.dashDetail]
      + CommandSpec.pixelDetails,
    options: CommandSpec.styleOptions + [.align, .fill, .radius] + CommandSpec.dashOptions + CommandSpec.edgeOptions,
    optionHelp: [.align: CommandSpec.alignHelp], optionValues: [.align: "WHERE"], isEdit: true, brush: .rect,
    command: StrokeCommand.self)
}
