import PaintRaster

/// The options of the spray, as typed; they are never settings.
struct SprayArgument: Sendable {
  /// The spray, with the width that is drawn.
  let spray: Spray

  /// Reads the options; nil for another brush.
  ///
  /// - Throws: `bad_value`.
  init?(_ line: ParsedLine, _ brush: Brush, width: Double) throws(Failure) {
    guard brush.effect == .spray else { return nil }
    var spray = Spray(width: width)
    if let density = try line.value(.density, PlainValues.density) { spray.density = density }
    if let size = try line.value(.dot, PlainValues.dotSize) { spray.dotSize = size }
    if let seed = try line.value(.seed, PlainValues.seed) { spray.seed = seed }
    self.spray = spray
  }

  /// The shape of the dots along a freehand line.
  func shape(along shape: Shape) -> Shape {
    guard case .pencil(let points) = shape else { return shape }
    return .path(spray.path(along: points))
  }

  /// Throws `bad_value` if a line has more dots than are drawn.
  func check(_ shape: Shape) throws(Failure) {
    guard case .pencil(let points) = shape, spray.dotCount(along: points) > Double(Spray.mostDots) else { return }
    throw Failure(
      .badValue, "the spray has more than \(Spray.mostDots) dots",
      hint: "choose a lower --density or a larger --dot, or spray in parts")
  }

  /// Appends ` --density 0.1 --dot 1.5 --seed 0`.
  func append(to text: inout [UInt8]) {
    text.append(contentsOf: " --density ".utf8)
    NumberText.append(spray.density, to: &text)
    text.append(contentsOf: " --dot ".utf8)
    NumberText.append(spray.dotSize, to: &text)
    text.append(contentsOf: " --seed \(spray.seed)".utf8)
  }
}
