import PaintEditing
import PaintRaster

extension Brush {
  /// Dots at random places along a freehand line.
  static let spray = Brush(
    id: .spray, title: "Spray", geometry: .freehand, isRound: true, own: SprayOptions.self, defaultWidth: 40)

  /// `paint stroke spray`.
  static let spraySpec = CommandSpec(
    .spray, group: "stroke", purpose: .draw, alsoCalled: ["airbrush", "scatter"],
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
    ], isEdit: true, brush: .spray, command: StrokeCommand.self)
}

/// The options of the spray, as typed.
private struct SprayOptions: BrushOptions {
  /// The spray, with the width that is drawn.
  private var spray: Spray

  init(_ line: ParsedLine, width: Double) throws(Failure) {
    spray = Spray(width: width)
    spray.density = try line.chosen(.density, NumberForm.density.value)
    spray.dotSize = try line.chosen(.dot, NumberForm.dotSize.value)
    spray.seed = UInt64(try line.chosen(.seed, NumberForm.seed.whole))
  }

  func check(_ shape: Shape, width: Double) throws(Failure) {
    guard case .pencil(let points) = shape, spray.dotCount(along: points) > Double(Spray.mostDots) else { return }
    throw Failure(
      .badValue, "the spray has more than \(Spray.mostDots) dots",
      hint: "choose a lower --density or a larger --dot, or spray in parts")
  }

  func apply(to edit: inout StrokeEdit) {
    if case .pencil(let points) = edit.shape { edit.shape = .path(spray.path(along: points)) }
    edit.style.width = spray.dotSize
    // Each dot is a pixel if it has the size of one.
    edit.style.pixelRule = !edit.paint.isAntialiased && spray.dotSize == 1 ? .trace : .area
  }

  /// Its dots are on the line.
  func add(to reads: inout StepReads) {}

  func append(to text: inout [UInt8]) {
    spray.density.append("density", to: &text)
    spray.dotSize.append("dot", to: &text)
    text.append(contentsOf: " --seed \(spray.seed)".utf8)
  }
}

extension OptionSpec {
  static let density = OptionSpec(
    .density, "density", .value("SHARE"), "the dots' area as a part of what is sprayed: 0 to 1, or 50%", forms: "Share",
    number: .density,
    default: "0.1")
  static let dot = OptionSpec(
    .dot, "dot", .value("S"), "the size of a dot in pixels, 0.1 to 1,000", number: .dotSize, default: "1.5")
  static let seed = OptionSpec(
    .seed, "seed", .value("N"), "choose other places: a whole number, 0 to 4,294,967,295", number: .seed,
    default: "0")
}
