/// Lines that change the selection.
extension RandomLine {
  /// A line of `select`; mostly a large area, so that edits still change something.
  static func select(_ paint: PlainPaint, _ random: inout Seeded) -> [String] {
    let size = paint.document.here.picture.size
    var words = ["select"]
    switch number(12, &random) {
    case 0: return one(3, &random) ? words : words + ["none"]
    case 1: words += ["all"]
    case 2: words += ["invert"]
    case 3: words += ["alpha"]
    case 4: words += ["similar", pick(colors, &random)] + tolerance(&random)
    case 5, 6: words += ["color", point(paint, nil, &random)] + tolerance(&random)
    case 7: words += [fitting(paint, &random)]
    case 8:
      words += ["polygon"] + (0..<(3 + number(3, &random))).map { _ in point(paint, nil, &random) }
    case 9: break
    default:
      let (x, y) = (number(size.width, &random) / 2 - 5, number(size.height, &random) / 2 - 5)
      words += [
        pick(["rect", "ellipse"], &random),
        "\(x),\(y),\(5 + number(size.width, &random))x\(5 + number(size.height, &random))",
      ]
    }
    if words.count > 1, one(3, &random) { words += [pick(["--add", "--subtract", "--intersect"], &random)] }
    if one(6, &random) { words += ["--expand", pick(["0", "1", "2.5", "33"], &random)] }
    if one(6, &random) { words += ["--shrink", pick(["1", "4", "40"], &random)] }
    if one(3, &random) { words += ["--feather", pick(["0.5", "2", "7.25"], &random)] }
    return words
  }
}
