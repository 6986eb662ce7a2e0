import PaintRaster

/// Strokes of every brush with every option, for sessions.
enum RandomStroke {
  private static let colors = ["red", "navy", "#00ff0080", "transparent", "hsl(200,50%,50%)", "ffffff", "12345678"]

  private static let modes = BlendMode.allCases.map(\.rawValue)

  /// A `stroke` line whose words contain no spaces, partly outside of a canvas of that size.
  static func line(_ random: inout Seeded, width: Int, height: Int) -> String {
    func point(_ random: inout Seeded) -> String {
      let x = Double(Int.random(in: -200...(width * 10 + 200), using: &random)) / 10
      let y = Double(Int.random(in: -200...(height * 10 + 200), using: &random)) / 10
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return "\(Int(x)),\(Int(y))"
      case 1: return "\(Int(x) % 100)%,\(Int(y) % 100)%+3.25"
      default: return "\(x),\(y)"
      }
    }
    func maybe(_ one: Int, _ text: @autoclosure () -> String) -> String {
      Int.random(in: 0..<one, using: &random) == 0 ? " " + text() : ""
    }
    let brush = ["pencil", "line", "rect", "ellipse", "eraser"].randomElement(using: &random) ?? "line"
    var line = "stroke \(brush) \(point(&random))"
    switch brush {
    case "pencil", "eraser":
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        line += " " + point(&random)
        if Bool.random(using: &random) { line += ",0.\(Int.random(in: 0...9, using: &random))" }
      }
    case "line": line += " " + point(&random)
    default:
      line += Bool.random(using: &random) ? " " + point(&random) : ",\(Int.random(in: 0...90, using: &random))x40.5"
    }
    let number = Int.random(in: 1...25, using: &random)
    line += maybe(2, "--width \(Double(number) / 2)")
    line += maybe(3, "--opacity 0.\(number)")
    line += maybe(6, "--no-antialias")
    line += maybe(6, "--no-snap")
    if brush == "eraser" {
      let targets = [maybe(3, "--to none"), maybe(3, "--to r0")]
      return line + (targets.last { !$0.isEmpty } ?? "")
    }
    let color = colors[number % colors.count]
    line += maybe(2, "--color \(color)")
    line += maybe(3, "--blend \(modes[number % modes.count])") + maybe(8, "--linear")
    if brush == "rect" || brush == "ellipse" { line += maybe(2, "--fill \(colors[(number + 3) % colors.count])") }
    var look = maybe(3, "--cap \(["round", "butt", "square"][number % 3])")
    look += maybe(3, "--join \(["round", "miter", "bevel"][number % 3])")
    look += maybe(4, "--dash \(number),3.5") + maybe(5, "--dash-offset -\(number)") + maybe(9, "--dash")
    // A pencil is round and solid.
    return brush == "pencil" ? line : line + look
  }

  /// Options for `paint set`, at least one.
  static func settings(_ random: inout Seeded) -> String {
    let number = Int.random(in: 1...25, using: &random)
    let all = [
      "--color \(colors[number % colors.count])", "--width \(number)", "--opacity 0.\(number)",
      "--fill \(colors[(number + 3) % colors.count])", "--cap \(["round", "butt", "square"][number % 3])",
      "--join \(["round", "miter", "bevel"][number % 3])", "--dash \(number),2", "--dash-offset \(number)",
      "--no-antialias", "--no-snap",
      "--blend \(modes[number % modes.count])", "--linear",
    ]
    return all.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)).joined(separator: " ")
  }
}
