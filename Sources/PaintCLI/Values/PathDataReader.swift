import PaintRaster

/// Reads SVG path data (SVG 1.1, section 8.3, with the relaxed rules of SVG 2) into a path in absolute pixels.
///
/// Commands M L H V C S Q T A Z, capital for absolute and small for relative coordinates; repeated arguments need no
/// repeated letter, numbers need no space if a sign, a second point or a flag separates them (`1.5.5-3`, `a1 1 0 01.5.5`).
/// Every coordinate is rounded to 1/65,536 px once, when it is absolute; relative ones add up unrounded. A negative
/// radius counts as positive. Blank data is an empty path.
struct PathDataReader {
  private let bytes: [UInt8]
  private var index = 0
  private var elements: [Path.Element] = []
  private var current = Point(x: 0, y: 0)
  private var start = Point(x: 0, y: 0)
  /// The control point that S or T reflects, if the previous command was of the same kind.
  private var cubicControl: Point?
  private var quadraticControl: Point?

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads all of the data; throws `bad_path` with the character, counted from 1, of the error.
  static func read(_ bytes: [UInt8]) throws(Failure) -> Path {
    var reader = PathDataReader(bytes)
    try reader.readAll()
    return Path(reader.elements)
  }

  private mutating func readAll() throws(Failure) {
    skipBlanks()
    while index < bytes.count {
      let letter = bytes[index]
      if elements.isEmpty, letter | 0x20 != UInt8(ascii: "m") {
        throw failure(at: index, "path data begins with M, not \(shown(at: index))")
      }
      index += 1
      try readCommand(letter)
      skipBlanks()
    }
  }

  private mutating func readCommand(_ letter: UInt8) throws(Failure) {
    let place = index - 1
    let isRelative = letter & 0x20 != 0
    switch letter | 0x20 {
    case UInt8(ascii: "z"):
      elements.append(.close)
      current = start
      forgetControls()
      return
    case UInt8(ascii: "m"):
      start = try point(isRelative, isFirst: true)
      current = start
      elements.append(.move(onGrid(start)))
      forgetControls()
      while hasMore() { try line(isRelative, isFirst: false) }
      return
    default: break
    }
    var isFirst = true
    repeat {
      switch letter | 0x20 {
      case UInt8(ascii: "l"): try line(isRelative, isFirst: isFirst)
      case UInt8(ascii: "h"):
        let x = try coordinate(isRelative ? current.x : 0, isFirst: isFirst)
        lineTo(Point(x: x, y: current.y))
      case UInt8(ascii: "v"):
        let y = try coordinate(isRelative ? current.y : 0, isFirst: isFirst)
        lineTo(Point(x: current.x, y: y))
      case UInt8(ascii: "c"):
        let control = try point(isRelative, isFirst: isFirst)
        try cubic(control, isRelative, isFirst: false)
      case UInt8(ascii: "s"):
        let control = try reflected(cubicControl, command: place)
        try cubic(control, isRelative, isFirst: isFirst)
      case UInt8(ascii: "q"):
        let control = try point(isRelative, isFirst: isFirst)
        try quadratic(control, isRelative, isFirst: false)
      case UInt8(ascii: "t"):
        let control = try reflected(quadraticControl, command: place)
        try quadratic(control, isRelative, isFirst: isFirst)
      case UInt8(ascii: "a"): try arc(isRelative, isFirst: isFirst)
      default:
        throw failure(
          at: place, "\(shown(at: place)) is not a path command",
          hint: bytes[place] == UInt8(ascii: "%")
            ? "path data is in pixels; percentages cannot be used in it" : "the commands are M L H V C S Q T A Z")
      }
      isFirst = false
    } while hasMore()
  }

  // MARK: - Elements

  private mutating func line(_ isRelative: Bool, isFirst: Bool) throws(Failure) {
    lineTo(try point(isRelative, isFirst: isFirst))
  }

  private mutating func lineTo(_ point: Point) {
    elements.append(.line(onGrid(point)))
    current = point
    forgetControls()
  }

  private mutating func cubic(_ first: Point, _ isRelative: Bool, isFirst: Bool) throws(Failure) {
    let second = try point(isRelative, isFirst: isFirst)
    let end = try point(isRelative, isFirst: false)
    elements.append(.cubic(onGrid(first), onGrid(second), onGrid(end)))
    current = end
    forgetControls()
    cubicControl = second
  }

  private mutating func quadratic(_ control: Point, _ isRelative: Bool, isFirst: Bool) throws(Failure) {
    let end = try point(isRelative, isFirst: isFirst)
    elements.append(.quadratic(onGrid(control), onGrid(end)))
    current = end
    forgetControls()
    quadraticControl = control
  }

  private mutating func arc(_ isRelative: Bool, isFirst: Bool) throws(Failure) {
    let radiusX = try number(isFirst: isFirst).magnitude
    let radiusY = try number(isFirst: false).magnitude
    let rotation = try number(isFirst: false)
    let isLarge = try flag()
    let sweeps = try flag()
    let end = try point(isRelative, isFirst: false)
    let arc = EllipticArc(radiusX: radiusX, radiusY: radiusY, rotation: rotation, isLarge: isLarge, sweeps: sweeps)
    elements.append(.arc(arc, onGrid(end)))
    current = end
    forgetControls()
  }

  private func onGrid(_ point: Point) -> Point {
    Point(x: NumberText.rounded(point.x), y: NumberText.rounded(point.y))
  }

  private mutating func forgetControls() {
    cubicControl = nil
    quadraticControl = nil
  }

  /// The control point mirrored at the current point; the current point if there is none.
  private func reflected(_ control: Point?, command place: Int) throws(Failure) -> Point {
    guard let control else { return current }
    let mirrored = Point(x: 2 * current.x - control.x, y: 2 * current.y - control.y)
    guard max(mirrored.x.magnitude, mirrored.y.magnitude) <= Number.limit else {
      throw failure(at: place, "the mirrored control point is beyond 1e15")
    }
    return mirrored
  }

  // MARK: - Arguments

  private mutating func point(_ isRelative: Bool, isFirst: Bool) throws(Failure) -> Point {
    let x = try coordinate(isRelative ? current.x : 0, isFirst: isFirst)
    let y = try coordinate(isRelative ? current.y : 0, isFirst: false)
    return Point(x: x, y: y)
  }

  private mutating func coordinate(_ base: Double, isFirst: Bool) throws(Failure) -> Double {
    skipSeparator(isFirst: isFirst)
    let place = index
    let sum = base + (try number(isFirst: true))
    guard sum.magnitude <= Number.limit else { throw failure(at: place, "a coordinate is beyond 1e15") }
    return sum
  }

  private mutating func number(isFirst: Bool) throws(Failure) -> Double {
    skipSeparator(isFirst: isFirst)
    let place = index
    var end = place
    guard let number = Number.scan(bytes.span, &end) else {
      throw failure(
        at: place, "a number should come here, not \(shown(at: place))",
        hint: place < bytes.count && bytes[place] == UInt8(ascii: "%")
          ? "path data is in pixels; percentages cannot be used in it" : nil)
    }
    index = end
    guard number.magnitude <= Number.limit else {
      throw failure(at: place, "\(Failure.quoted(bytes.span.extracting(place..<end))) is beyond 1e15")
    }
    // Adding 0 removes the sign of -0.
    return number + 0
  }

  private mutating func flag() throws(Failure) -> Bool {
    skipSeparator(isFirst: false)
    guard index < bytes.count, bytes[index] == UInt8(ascii: "0") || bytes[index] == UInt8(ascii: "1") else {
      throw failure(at: index, "a flag, 0 or 1, should come here, not \(shown(at: index))")
    }
    index += 1
    return bytes[index - 1] == UInt8(ascii: "1")
  }

  /// Whether the command has more arguments.
  private mutating func hasMore() -> Bool {
    skipBlanks()
    guard index < bytes.count else { return false }
    switch bytes[index] {
    case UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): return true
    default: return Number.decimalDigit(bytes[index]) != nil
    }
  }

  private mutating func skipSeparator(isFirst: Bool) {
    skipBlanks()
    if !isFirst, index < bytes.count, bytes[index] == UInt8(ascii: ",") {
      index += 1
      skipBlanks()
    }
  }

  private mutating func skipBlanks() {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), 9, 10, 12, 13: index += 1
      default: return
      }
    }
  }

  // MARK: - Failures

  private func shown(at place: Int) -> String {
    guard place < bytes.count else { return "the end" }
    let text = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
    return Failure.quoted(String(text.unicodeScalars.prefix(1)))
  }

  private func failure(at place: Int, _ message: String, hint: String? = nil) -> Failure {
    // Characters, not bytes: continuation bytes do not count.
    let position = bytes[..<min(place, bytes.count)].count { $0 & 0xc0 != 0x80 } + 1
    return Failure(.badPath, "path data, character \(position): \(message)", hint: hint)
  }
}
