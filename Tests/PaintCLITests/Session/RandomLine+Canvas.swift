/// Lines that replace the canvas.
extension RandomLine {
  /// A line that rotates, mirrors or reframes the picture; sides are mostly 20 to 100 pixels, and at most 140.
  static func canvas(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    let size = paint.document.here.picture.size
    let isSmall = size.width < 20 || size.height < 20
    switch isSmall ? 6 : number(12, &random) {
    case 0, 1: return ["flip", pick(["horizontal", "vertical"], &random)]
    case 2, 3, 4:
      return ["rotate", pick(["90", "180", "270", "-90", "450", "0"], &random)] + background(&random)
    case 5: return ["trim"] + tolerance(&random)
    case 6..<9:
      var words = ["canvas", "\(side(&random))x\(side(&random))"]
      let anchors = [
        "center", "top-left", "top", "top-right", "left", "right", "bottom-left", "bottom", "bottom-right",
      ]
      if !one(4, &random) { words += ["--anchor", pick(anchors, &random)] }
      return words + background(&random)
    default:
      let (x, y) = (number(size.width, &random) / 2 - 5, number(size.height, &random) / 2 - 5)
      return ["crop", "\(x),\(y),\(side(&random))x\(side(&random))"]
    }
  }

  private static func side(_ random: inout Seeded) -> Int { 20 + number(one(8, &random) ? 121 : 70, &random) }

  private static func background(_ random: inout Seeded) -> [String] {
    one(3, &random) ? ["--background", pick(colors, &random)] : []
  }
}
