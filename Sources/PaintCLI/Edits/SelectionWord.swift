import PaintEditing
import PaintRaster

/// A word after `select` that names an area; any other is a file.
enum SelectionWord: String, CaseIterable, Sendable {
  case rect, ellipse, polygon, path
  case color, similar, alpha
  case all, none, invert

  /// The brush whose points a shape takes.
  private var brush: Brush? {
    switch self {
    case .rect: .rect
    case .ellipse: .ellipse
    case .polygon: .polygon
    case .path: .path
    default: nil
    }
  }

  /// The options that only belong to some areas.
  private static let ownOptions: [OptionID] = [.tolerance, .antialias, .fillRule] + CommandSpec.readingOptions

  /// Whether an option belongs to an area; to a picture file if there is no word, but an operand.
  private static func takes(_ option: OptionID, _ word: SelectionWord?, isFile: Bool) -> Bool {
    switch (option, word) {
    case (.tolerance, .color?), (.tolerance, .similar?): true
    case (.antialias, let word?): word.brush != nil
    case (.fillRule, .polygon?), (.fillRule, .path?): true
    case (.tolerance, _), (.antialias, _), (.fillRule, _): false
    default: isFile
    }
  }

  /// Throws `unexpected_word` for an option that has no meaning for the area of a line.
  static func checkOptions(_ line: ParsedLine, _ word: SelectionWord?) throws(Failure) {
    let isFile = word == nil && !line.operands.isEmpty
    for option in ownOptions where line.has(option) && !takes(option, word, isFile: isFile) {
      let area = word.map { "select \($0.rawValue)" } ?? (isFile ? "a picture file" : "select without an area")
      throw Failure(
        .unexpectedWord, "\(area) has no option --\(OptionSpec.spec(option).name)",
        hint: "paint help select explains it")
    }
  }

  /// The area of a line, nil for a file, and its words in the canonical command.
  ///
  /// - Parameter word: the line's first word; nil for a file, or without one.
  static func area(
    _ word: SelectionWord?, _ line: ParsedLine, on canvas: CanvasSize
  ) throws(Failure) -> (SelectionEdit.Area?, String) {
    guard let word else {
      guard let first = line.operandText(0) else { return (.current, "") }
      guard line.operands.count == 1 else {
        let names = allCases.map(\.rawValue)
        throw Failure(
          .badValue,
          "\(Failure.quoted(first)) is not an area: \(names.joined(separator: ", ")), or a picture file alone",
          hint: NearestName.hint(for: first, among: names))
      }
      return (nil, "")
    }
    let tolerance = try line.chosen(.tolerance, NumberForm.tolerance.whole)
    let suffix = tolerance > 0 ? " --tolerance \(tolerance)" : ""
    if let brush = word.brush { return try shape(brush, line, on: canvas) }
    switch word {
    case .color:
      try checkCount(line, 2, "X,Y", example: "10,10")
      let point = try line.operand(1, PointArgument.parse).resolved(on: canvas)
      let (x, y) = (Int(point.x.rounded(.down)), Int(point.y.rounded(.down)))
      return (.connected(x: x, y: y, tolerance: tolerance), " color \(x),\(y)\(suffix)")
    case .similar:
      try checkCount(line, 2, "C", example: "white")
      let color = try line.operand(1, ColorArgument.parse)
      return (.similar(color, tolerance: tolerance), " similar \(HexadecimalColor.digits(color))\(suffix)")
    default: break
    }
    try checkCount(line, 1)
    switch word {
    case .alpha: return (.alpha, " alpha")
    case .all: return (.all, " all")
    case .invert: return (.inverse, " invert")
    default: return (SelectionEdit.Area.none, " none")
    }
  }

  private static func shape(
    _ brush: Brush, _ line: ParsedLine, on canvas: CanvasSize
  ) throws(Failure) -> (SelectionEdit.Area?, String) {
    var rest = line
    rest.operands.removeFirst()
    let points: StrokePoints
    do throws(Failure) {
      points = try StrokePoints(rest, brush: brush, canvas: canvas)
    } catch {
      var failure = error
      if failure.message.hasPrefix("stroke ") { failure.message = "select \(failure.message.dropFirst(7))" }
      if failure.hint?.hasPrefix("usage: paint stroke ") ?? false {
        failure.hint = "usage: paint select \(brush.name) \(CommandTable.spec(brush.id).operands)"
      }
      throw failure
    }
    let rule = try line.chosen(.fillRule, FillRule.parse)
    let isAntialiased = line.choice(.antialias) ?? true
    var text = Array(" \(brush.name)".utf8)
    points.appendCanonical(to: &text)
    if rule != .nonzero { text += Array(" --fill-rule \(rule.rawValue)".utf8) }
    if !isAntialiased { text += Array(" --no-antialias".utf8) }
    let shape = points.shape(moved: 0, Brush.ShapeOptions())
    return (.shape(shape, rule: rule, isAntialiased: isAntialiased), String(decoding: text, as: UTF8.self))
  }

  /// Throws unless a line has that number of words after `select`.
  private static func checkCount(
    _ line: ParsedLine, _ count: Int, _ needed: String = "", example: String = ""
  ) throws(Failure) {
    let first = line.operandText(0) ?? ""
    guard line.operands.count >= count else {
      throw Failure(
        .missingWord, "select \(first) needs \(needed)", hint: "for example: paint select \(first) \(example)")
    }
    guard line.operands.count == count else {
      let word = Failure.quoted(line.operandText(count) ?? "")
      throw Failure(.unexpectedWord, "select \(Failure.oneLine(first)): unexpected \(word)")
    }
  }
}
