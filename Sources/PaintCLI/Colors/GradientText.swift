import PaintRaster

/// The canonical text of a gradient: the same words, colours in hexadecimal digits, angles in degrees.
enum GradientText {
  /// The text of a gradient, which is read as the same one.
  static func text(_ gradient: GradientArgument) -> String {
    var prelude: [String] = []
    let name: String
    switch gradient.kind {
    case .linear(let direction):
      name = "linear-gradient"
      switch direction {
      case .degrees(let degrees): prelude.append("\(NumberText.text(degrees))deg")
      case .to(let right, let down):
        prelude.append("to")
        if down != 0 { prelude.append(down < 0 ? "top" : "bottom") }
        if right != 0 { prelude.append(right < 0 ? "left" : "right") }
      }
    case .radial(let isCircle, let size, let x, let y):
      name = "radial-gradient"
      prelude.append(isCircle ? "circle" : "ellipse")
      switch size {
      case .extent(let extent): prelude.append(extent.rawValue)
      case .radii(let width, let height): prelude += [width, height].compactMap { $0 }.map(text)
      }
      prelude += at(x, y)
    case .conic(let degrees, let x, let y):
      name = "conic-gradient"
      prelude += ["from", "\(NumberText.text(degrees))deg"] + at(x, y)
    }
    prelude += ["in", gradient.space.rawValue]
    let entries = gradient.entries.map { entry in
      [entry.color.map(HexadecimalColor.text), entry.position.map(text)].compactMap { $0 }.joined(separator: " ")
    }
    let all = [prelude.joined(separator: " ")] + entries
    return "\(gradient.isRepeating ? "repeating-" : "")\(name)(\(all.joined(separator: ", ")))"
  }

  /// The words after `at`; a distance from a far side has both parts.
  private static func at(_ x: GradientArgument.Position, _ y: GradientArgument.Position) -> [String] {
    guard x.pixels != 0 && x.percent != 0 || y.pixels != 0 && y.percent != 0 else { return ["at", text(x), text(y)] }
    return ["at"] + side(x, "left", "right") + side(y, "top", "bottom")
  }

  private static func side(_ position: GradientArgument.Position, _ near: String, _ far: String) -> [String] {
    guard position.pixels != 0, position.percent != 0 else { return [near, text(position)] }
    return [far, text(GradientArgument.Position(pixels: 0 - position.pixels))]
  }

  private static func text(_ position: GradientArgument.Position) -> String {
    position.pixels != 0 ? "\(NumberText.text(position.pixels))px" : "\(NumberText.text(position.percent))%"
  }
}
