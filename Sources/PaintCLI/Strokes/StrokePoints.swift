import PaintRaster

/// The points of a stroke in pixels: typed, or read from a file, percentages resolved, rounded to 1/65,536.
struct StrokePoints {
  private enum Form {
    case freehand([PencilPoint])
    case points([Point], shape: @Sendable ([Point], Brush.ShapeOptions) -> Shape)
    case path(Path)
    case ends(Point, Point, shape: @Sendable (Point, Point) -> Shape)
    case corners(Point, Point, shape: @Sendable (Point, Point, Brush.ShapeOptions) -> Shape)
    case box(
      x: Double, y: Double, width: Double, height: Double, shape: @Sendable (Point, Point, Brush.ShapeOptions) -> Shape)
  }

  private let form: Form

  /// The number of points.
  var count: Int {
    switch form {
    case .freehand(let points): points.count
    case .points(let points, _): points.count
    case .path(let path): path.elements.count
    case .ends, .corners, .box: 2
    }
  }

  /// Reads the operands, then the file that `--points-from` names; checks their number.
  init(_ line: ParsedLine, brush: Brush, canvas: CanvasSize) throws(Failure) {
    switch brush.geometry {
    case .pathData: form = .path(try Self.path(line, brush))
    case .freehand:
      let points = try Self.points(line, hasPressure: true, on: canvas)
      guard !points.isEmpty else { throw Self.missing(line, brush, "at least a point") }
      form = .freehand(points)
    case .points(let least, let word, let shape):
      let points = try Self.points(line, hasPressure: false, on: canvas)
      guard points.count >= least else {
        throw Self.missing(line, brush, points.isEmpty ? "\(word)" : "\(word), not \(points.count)")
      }
      form = .points(points.map(\.point), shape: shape)
    case .ends(let shape):
      let (first, second) = try Self.two(
        line, brush, "two points", hint: "stroke pencil draws through any number of points", on: canvas)
      form = .ends(first, second, shape: shape)
    case .box(let shape):
      if let box = try Self.box(line) {
        if let (first, second) = box.corners {
          form = .corners(first.resolved(on: canvas), second.resolved(on: canvas), shape: shape)
          return
        }
        let box = try box.resolved(on: canvas)
        form = .box(x: box.x, y: box.y, width: box.width, height: box.height, shape: shape)
        return
      }
      let (first, second) = try Self.two(
        line, brush, "a box or two corners", hint: "stroke polygon draws any number of corners", on: canvas)
      form = .corners(first, second, shape: shape)
    }
  }

  /// The box of a single operand; nil if each corner is an operand.
  private static func box(_ line: ParsedLine) throws(Failure) -> BoxArgument? {
    guard line.operands.count == 1, !line.has(.pointsFrom),
      line.words.bytes[line.operands[0]].contains(where: { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: " ") })
    else { return nil }
    return try line.operand(0, BoxArgument.parse)
  }

  private static func points(
    _ line: ParsedLine, hasPressure: Bool, on canvas: CanvasSize
  ) throws(Failure) -> [PencilPoint] {
    var points: [PencilPoint] = []
    points.reserveCapacity(line.operands.count)
    func add(_ argument: PointArgument) {
      points.append(PencilPoint(argument.resolved(on: canvas), pressure: argument.pressure ?? 1))
    }
    for place in line.operands.indices {
      add(try line.operand(place, hasPressure ? PointArgument.parseWithPressure : PointArgument.parse))
    }
    if let file = line.path(.pointsFrom) {
      try PointFile.read(file, hasPressure: hasPressure) { argument in add(argument) }
    }
    return points
  }

  private static func two(
    _ line: ParsedLine, _ brush: Brush, _ needed: String, hint: String, on canvas: CanvasSize
  ) throws(Failure) -> (Point, Point) {
    let points = try points(line, hasPressure: false, on: canvas)
    guard points.count >= 2 else { throw missing(line, brush, needed) }
    guard points.count == 2 else {
      throw Failure(.unexpectedWord, "stroke \(brush.name) takes two points, not \(points.count)", hint: hint)
    }
    return (points[0].point, points[1].point)
  }

  /// The operands as path data, joined by blanks.
  private static func path(_ line: ParsedLine, _ brush: Brush) throws(Failure) -> Path {
    guard !line.operands.isEmpty else { throw missing(line, brush, "path data") }
    var data: [UInt8] = []
    for (place, word) in line.operands.enumerated() {
      if place > 0 { data.append(UInt8(ascii: " ")) }
      data.append(contentsOf: line.words.bytes[word])
    }
    return try PathDataReader.read(data)
  }

  private static func missing(_ line: ParsedLine, _ brush: Brush, _ what: String) -> Failure {
    let spec = CommandTable.spec(brush.id)
    // A point after a --dash without numbers is read as its pattern, so the user sees no missing point.
    if case .value(let word) = line[.dash], line.words.all.contains(word) {
      let hint =
        "--dash took \(Failure.quoted(line.words.text(word))) as its numbers; put a --dash without numbers last"
      return Failure(.missingWord, "\(spec.title) needs \(what)", hint: hint)
    }
    return Failure(.missingWord, "\(spec.title) needs \(what)", hint: "usage: \(spec.usage)")
  }

  /// Whether every coordinate is a whole number of pixels.
  var isWhole: Bool {
    func whole(_ number: Double) -> Bool { number == number.rounded() }
    switch form {
    case .freehand(let points): return points.allSatisfy { whole($0.point.x) && whole($0.point.y) }
    case .points(let points, _): return points.allSatisfy { whole($0.x) && whole($0.y) }
    case .path(let path): return path.isWhole
    case .ends(let a, let b, _), .corners(let a, let b, _):
      return whole(a.x) && whole(a.y) && whole(b.x) && whole(b.y)
    case .box(let x, let y, let width, let height, _): return whole(x) && whole(y) && whole(width) && whole(height)
    }
  }

  /// Why there is nothing to draw: a box without area, or a path without lines and curves.
  var emptiness: String? {
    switch form {
    case .box(_, _, let width, let height, _): width > 0 && height > 0 ? nil : "the box has no area"
    case .corners(let a, let b, _): a.x != b.x && a.y != b.y ? nil : "the box between these points has no area"
    case .path(let path): path.isBlank ? "the path data has no line or curve" : nil
    case .freehand, .points, .ends: nil
    }
  }

  /// The shape, moved right and down by `distance` pixels.
  func shape(moved distance: Double, _ options: Brush.ShapeOptions) -> Shape {
    func moved(_ point: Point) -> Point { Point(x: point.x + distance, y: point.y + distance) }
    switch form {
    case .points(let points, let shape): return shape(distance == 0 ? points : points.map(moved), options)
    case .path(let path): return .path(distance == 0 ? path : path.moved(distance))
    case .freehand(let points):
      return .pencil(distance == 0 ? points : points.map { PencilPoint(moved($0.point), pressure: $0.pressure) })
    case .ends(let a, let b, let shape): return shape(moved(a), moved(b))
    case .corners(let a, let b, let shape): return shape(moved(a), moved(b), options)
    case .box(let x, let y, let width, let height, let shape):
      return shape(moved(Point(x: x, y: y)), moved(Point(x: x + width, y: y + height)), options)
    }
  }

  /// Appends ` 1,2 3,4.5,0.5`, ` 1,2,30x40` for a box, or ` 'M1,2 L3,4'` for a path.
  func appendCanonical(to text: inout [UInt8]) {
    func append(_ separator: Unicode.Scalar, _ number: Double) {
      text.append(UInt8(ascii: separator))
      NumberText.appendCoordinate(number, to: &text)
    }
    switch form {
    case .points(let points, _):
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
    case .ends(let a, let b, _), .corners(let a, let b, _):
      for point in [a, b] {
        append(" ", point.x)
        append(",", point.y)
      }
    case .box(let x, let y, let width, let height, _):
      append(" ", x)
      append(",", y)
      append(",", width)
      append("x", height)
    }
  }
}
