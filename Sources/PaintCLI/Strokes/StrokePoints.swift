import PaintRaster

/// The points of a stroke in pixels: typed, or read from a file, percentages resolved, rounded to 1/65,536.
struct StrokePoints {
  private enum Form {
    case freehand([PencilPoint])
    case polygon([Point])
    case path(Path)
    case corners(Point, Point)
    case box(x: Double, y: Double, width: Double, height: Double)
  }

  private let form: Form
  private let brush: CommandID

  /// How many points there are.
  var count: Int {
    switch form {
    case .freehand(let points): points.count
    case .polygon(let points): points.count
    case .path(let path): path.elements.count
    case .corners, .box: 2
    }
  }

  /// Reads the operands, then the file that `--points-from` names; checks that the brush can use so many.
  init(_ line: ParsedLine, brush: CommandID, canvas: CanvasSize) throws(Failure) {
    self.brush = brush
    if brush == .path {
      form = .path(try Self.path(line))
      return
    }
    if brush == .rect || brush == .ellipse, line.operands.count == 1, !line.has(.pointsFrom),
      let word = line.operandText(0), word.utf8.contains(UInt8(ascii: "x"))
    {
      let box = try line.operand(0, BoxArgument.parse).resolved(on: canvas)
      form = .box(x: box.x, y: box.y, width: box.width, height: box.height)
      return
    }
    let hasPressure = brush == .pencil || brush == .eraser
    var points: [PencilPoint] = []
    points.reserveCapacity(line.operands.count)
    func add(_ argument: PointArgument) {
      let point = Point(x: argument.x.resolved(on: canvas.width), y: argument.y.resolved(on: canvas.height))
      points.append(PencilPoint(point, pressure: argument.pressure ?? 1))
    }
    for place in line.operands.indices {
      add(try line.operand(place, hasPressure ? PointArgument.parseWithPressure : PointArgument.parse))
    }
    if let file = line.path(.pointsFrom) {
      try PointFile.read(file, hasPressure: hasPressure) { argument in add(argument) }
    }
    if hasPressure {
      guard !points.isEmpty else { throw Self.missing(line, brush, "a point at least") }
      form = .freehand(points)
      return
    }
    if brush == .polygon {
      guard points.count >= 3 else {
        throw Self.missing(
          line, brush, points.isEmpty ? "three points at least" : "three points at least, not \(points.count)")
      }
      form = .polygon(points.map(\.point))
      return
    }
    guard points.count == 2 else {
      throw points.count < 2
        ? Self.missing(line, brush, brush == .line ? "two points" : "a box or two corners")
        : Failure(
          .unexpectedWord, "stroke \(CommandTable.spec(brush).name) takes two points, not \(points.count)",
          hint: brush == .line
            ? "stroke pencil draws through any number of points" : "stroke polygon draws any number of corners")
    }
    form = .corners(points[0].point, points[1].point)
  }

  /// The operands as path data, with a blank between two.
  private static func path(_ line: ParsedLine) throws(Failure) -> Path {
    guard !line.operands.isEmpty else { throw missing(line, .path, "path data") }
    var data: [UInt8] = []
    for (place, word) in line.operands.enumerated() {
      if place > 0 { data.append(UInt8(ascii: " ")) }
      data.append(contentsOf: line.words.bytes[word])
    }
    return try PathDataReader.read(data)
  }

  private static func missing(_ line: ParsedLine, _ brush: CommandID, _ what: String) -> Failure {
    let spec = CommandTable.spec(brush)
    // A point behind a bare --dash reads as its pattern; the user sees a point that is not missing.
    if case .value(let word) = line[.dash], line.words.all.contains(word) {
      let hint =
        "--dash took \(Failure.quoted(line.words.text(word))) as its numbers; put a --dash without numbers last"
      return Failure(.missingWord, "\(spec.title) needs \(what)", hint: hint)
    }
    return Failure(.missingWord, "\(spec.title) needs \(what)", hint: "usage: \(spec.usage)")
  }

  /// True when every coordinate is a whole number of pixels.
  var isWhole: Bool {
    func whole(_ number: Double) -> Bool { number == number.rounded() }
    switch form {
    case .freehand(let points): return points.allSatisfy { whole($0.point.x) && whole($0.point.y) }
    case .polygon(let points): return points.allSatisfy { whole($0.x) && whole($0.y) }
    case .path(let path): return path.isWhole
    case .corners(let a, let b): return whole(a.x) && whole(a.y) && whole(b.x) && whole(b.y)
    case .box(let x, let y, let width, let height): return whole(x) && whole(y) && whole(width) && whole(height)
    }
  }

  /// The shape, moved right and down by `distance` pixels; a box has corners of that radius.
  func shape(moved distance: Double, radius: Double) -> Shape {
    func moved(_ point: Point) -> Point { Point(x: point.x + distance, y: point.y + distance) }
    switch form {
    case .polygon(let points): return .polygon(distance == 0 ? points : points.map(moved))
    case .path(let path): return .path(distance == 0 ? path : path.moved(distance))
    case .freehand(let points):
      return .pencil(distance == 0 ? points : points.map { PencilPoint(moved($0.point), pressure: $0.pressure) })
    case .corners(let a, let b): return shape(moved(a), moved(b), radius)
    case .box(let x, let y, let width, let height):
      return shape(moved(Point(x: x, y: y)), moved(Point(x: x + width, y: y + height)), radius)
    }
  }

  private func shape(_ a: Point, _ b: Point, _ radius: Double) -> Shape {
    switch brush {
    case .rect: radius > 0 ? .roundedRect(a, b, radius: radius) : .rect(a, b)
    case .ellipse: .ellipse(a, b)
    default: .line(a, b)
    }
  }

  /// Appends ` 1,2 3,4.5,0.5`, ` 1,2,30x40` for a box, or ` 'M1,2 L3,4'` for a path.
  func appendCanonical(to text: inout [UInt8]) {
    func append(_ separator: Unicode.Scalar, _ number: Double) {
      text.append(UInt8(ascii: separator))
      NumberText.appendCoordinate(number, to: &text)
    }
    switch form {
    case .polygon(let points):
      for point in points {
        append(" ", point.x)
        append(",", point.y)
      }
    case .path(let path):
      text.append(contentsOf: " '".utf8)
      PathDataText.append(path, to: &text)
      text.append(UInt8(ascii: "'"))
    case .freehand(let points):
      for point in points {
        append(" ", point.point.x)
        append(",", point.point.y)
        if point.pressure != 1 {
          text.append(UInt8(ascii: ","))
          NumberText.append(point.pressure, to: &text)
        }
      }
    case .corners(let a, let b):
      for point in [a, b] {
        append(" ", point.x)
        append(",", point.y)
      }
    case .box(let x, let y, let width, let height):
      append(" ", x)
      append(",", y)
      append(",", width)
      append("x", height)
    }
  }
}
