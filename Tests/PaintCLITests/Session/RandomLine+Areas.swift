import PaintRaster

/// Lines that change areas.
extension RandomLine {
  /// Colours as in canonical commands; only a few, so that there is something to replace.
  static let colors = ["ffffffff", "000080ff", "ff0000ff", "00ff0080", "ffffff00", "00000000", "12345678", "000000ff"]

  /// A line that fills, replaces, clears, filters, restores, selects, places a picture, or puts a colour behind the drawing.
  static func area(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    switch number(25, &random) {
    case 20...: return select(paint, &random)
    case 0: return ["clear"] + (one(3, &random) ? [] : [color(&random)])
    case 1..<7: return fill(paint, &random)
    case 7..<10:
      return ["replace", pick(colors, &random), pick(colors, &random)] + tolerance(&random)
    case 10..<14: return place(over: paint, &random)
    case 14: return restore(paint, &random)
    case 15: return ["background", pick(colors, &random)]
    default: return filter(paint, &random)
    }
  }

  /// A colour, or sometimes a gradient.
  private static func color(_ random: inout Seeded) -> String {
    one(3, &random) ? pick(gradients, &random) : pick(colors, &random)
  }

  static func tolerance(_ random: inout Seeded) -> [String] {
    one(2, &random) ? ["--tolerance", "\(number(one(3, &random) ? 256 : 20, &random))"] : []
  }

  private static func fill(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    var words = ["fill", point(paint, nil, &random)] + tolerance(&random)
    // Without it, the setting applies.
    if !one(3, &random) { words += ["--color", color(&random)] }
    if one(3, &random) { words += ["--opacity", pick(["0", "0.3", "0.75", "1"], &random)] }
    words += blend(&random)
    return words + (one(4, &random) ? ["--expand", pick(["1", "3", "33"], &random)] : [])
  }

  private static func blend(_ random: inout Seeded) -> [String] {
    one(3, &random) ? ["--blend", pick(BlendMode.allCases.map(\.rawValue), &random)] : []
  }

  private static func place(over paint: PlainPaint, _ random: inout Seeded) -> [String] {
    var words = ["place", pick(files, &random)]
    let size = paint.document.here.picture.size
    if !one(4, &random) {
      words += ["--at", "\(number(size.width + 20, &random) - 20),\(number(size.height + 20, &random) - 20)"]
    }
    if one(3, &random) {
      words += ["--anchor", pick(["center", "right", "bottom", "bottom-right", "top", "left"], &random)]
    }
    words += blend(&random)
    return words + (one(3, &random) ? ["--opacity", pick(["0", "0.2", "0.625", "1"], &random)] : [])
  }

  private static func restore(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    ["restore"] + (one(3, &random) ? [] : [box(paint, &random)]) + ["--at", place(paint, &random)]
  }

  private static func filter(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    var words = ["filter"] + oneFilter(&random)
    while one(3, &random) { words += ["+"] + oneFilter(&random) }
    return words + (one(4, &random) ? [] : ["--region", box(paint, &random)])
  }

  /// A box that usually contains pixels of the canvas.
  static func box(_ paint: PlainPaint, _ random: inout Seeded) -> String {
    let size = paint.document.here.picture.size
    let (x, y) = (number(size.width + 10, &random) - 10, number(size.height + 10, &random) - 10)
    return "\(x),\(y),\(1 + number(30, &random))x\(1 + number(30, &random))"
  }

  private static func oneFilter(_ random: inout Seeded) -> [String] {
    switch number(7, &random) {
    case 0, 1: return ["color-invert"]
    case 2: return ["color-posterize", "--levels", pick(["2", "3", "5", "8", "256"], &random)]
    case 3: return ["color-threshold", "--threshold", pick(["0.1", "0.5", "0.7", "1"], &random)]
    case 4:
      return [
        "levels", "--black", pick(["0", "0.2", "0.5"], &random), "--white", pick(["0.4", "0.75", "1"], &random),
      ] + (one(2, &random) ? ["--output-white", pick(["0", "0.9"], &random)] : [])
    default: return ["color-matrix"] + matrix(&random)
    }
  }

  private static func matrix(_ random: inout Seeded) -> [String] {
    pick(
      [
        ["--r-vector", "0,1,0,0", "--g-vector", "1,0,0,0"], ["--a-vector", "0,0,0,0.5"],
        ["--b-vector", "0.25,0.5,-1.5,0", "--bias-vector", "0,0,0.3,0"], ["--bias-vector", "0.1,-0.1,0,0.2"],
        ["--g-vector", "0.2126,0.7152,0.0722,0"], ["--a-vector", "1,0,0,0", "--r-vector", "0,0,0,1"],
        ["--r-vector", "1,0,0,0"],
      ], &random)
  }
}
