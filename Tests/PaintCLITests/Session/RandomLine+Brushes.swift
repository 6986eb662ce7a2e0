// Soft strokes, dabs, sprays, and brushes that retouch.
extension RandomLine {
  /// A stroke of a brush that is soft, is made of dabs, sprays or retouches, without settings of other lines.
  static func brush(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    func points(_ count: Int, _ random: inout Seeded) -> [String] {
      (0..<count).map { _ in
        let point = point(paint, nil, &random)
        return one(3, &random) ? "\(point),0.\(number(10, &random))" : point
      }
    }
    let width = ["--width", "\(1 + number(30, &random))"]
    let color = one(2, &random) ? ["--color", pick(["navy", "#00ff0080", "gold", "12345678"], &random)] : []
    switch number(8, &random) {
    case 0:
      return ["stroke", "spray"] + points(1 + number(3, &random), &random) + width + color
        + [
          "--density", "0.\(number(6, &random))", "--dot", "\(1 + number(4, &random))", "--seed",
          "\(number(9, &random))",
        ]
    case 1:
      let offset = "\(number(60, &random) - 30),\(number(60, &random) - 30)"
      return ["stroke", "clone"] + points(1 + number(3, &random), &random) + width + ["--offset", offset]
        + opacity(&random) + hardness(&random)
    case 2:
      return ["stroke", "blur"] + points(1 + number(3, &random), &random) + width
        + ["--radius", "\(number(9, &random))"] + opacity(&random) + hardness(&random)
    case 3:
      return ["stroke", "smudge"] + points(1 + number(4, &random), &random) + width + opacity(&random)
        + ["--strength", "0.\(number(10, &random))"] + hardness(&random)
    case 4:
      return ["stroke", "eraser"] + points(1 + number(4, &random), &random) + width + soft(&random)
        + (one(2, &random) ? ["--to", pick(["none", "start"], &random)] : [])
    case 5:
      return ["stroke", "line", point(paint, nil, &random), point(paint, nil, &random)] + width + color + soft(&random)
    default:
      let pressure = one(2, &random) ? ["--pressure", pick(["width", "opacity", "both"], &random)] : []
      return ["stroke", "pencil"] + points(1 + number(5, &random), &random) + width + color + soft(&random) + pressure
        + (one(3, &random) ? ["--smooth"] : [])
    }
  }

  private static func opacity(_ random: inout Seeded) -> [String] {
    one(3, &random) ? ["--opacity", "0.\(number(10, &random))"] : []
  }

  private static func hardness(_ random: inout Seeded) -> [String] {
    one(3, &random) ? [] : ["--hardness", pick(["0", "0.3", "75%", "1"], &random)]
  }

  /// Options of a soft line.
  private static func soft(_ random: inout Seeded) -> [String] {
    var words = hardness(&random) + opacity(&random) + ["--antialias"]
    if one(2, &random) { words += ["--flow", "\(5 + number(95, &random))%"] }
    if one(3, &random) { words += ["--spacing", pick(["0.05", "30%", "2"], &random)] }
    if one(3, &random) { words += ["--taper", pick(["10,20", "30%,0", "50%"], &random)] }
    return words
  }

  /// Options of soft lines for `paint set`.
  static func softSettings(_ random: inout Seeded) -> [String] {
    switch number(4, &random) {
    case 0: ["--hardness", pick(["0.4", "1"], &random)]
    case 1: ["--flow", "0.3"]
    case 2: ["--spacing", pick(["none", "20%"], &random)]
    default: ["--hardness", "1", "--flow", "1", "--spacing", "none"]
    }
  }
}
