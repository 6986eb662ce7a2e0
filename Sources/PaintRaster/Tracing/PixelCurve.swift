/// The pixels of a curve between two pixels.
///
/// Where the curve is flat it has one pixel in each column, where it is steep one in each row: the pixel that contains
/// the curve in the middle of that column or row. Pixels that would make a corner between a step along a row and one
/// along a column are left out, except both ends and those whose middles the curve was made to pass.
struct PixelCurve {
  /// A pixel, or a part that is not in the box.
  enum Piece {
    case pixel(PixelPosition)
    /// About so many pixels, and where they end.
    case skipped(count: Int, end: Point)
  }

  /// The pieces in order; both ends are pieces.
  private(set) var pieces: [Piece] = []
  /// Chords beyond are not traced, in pixels.
  private static let farthest = 4 * Point.limit

  private let box: PixelBox
  /// The last pixel; nil behind a part that is not in the box.
  private var last: PixelPosition?

  /// The curve along vertices that are close to each other; pixels outside of the box may be left out.
  ///
  /// - Parameter named: pixels between the ends whose middles the curve was made to pass.
  init(
    along vertices: [Point], from start: PixelPosition, to end: PixelPosition, passing named: [PixelPosition] = [],
    in box: PixelBox
  ) {
    self.box = box
    append(start)
    for (a, b) in zip(vertices, vertices.dropFirst()) { append(a, b) }
    append(end)
    removeCorners(except: Set(named))
  }

  private mutating func append(_ pixel: PixelPosition) {
    if let last {
      if last == pixel { return }
      if !last.touches(pixel) {
        let line = PixelLine(from: last, to: pixel)
        let between = line.numbers(in: box).clamped(to: 1..<line.count - 1)
        line.forEach(between) { pieces.append(.pixel($1)) }
      }
    }
    pieces.append(.pixel(pixel))
    last = pixel
  }

  /// Adds the pixels of a chord, not those at its beginning.
  private mutating func append(_ a: Point, _ b: Point) {
    // Arcs of enormous radii have vertices beyond all coordinates.
    guard [a.x, a.y, b.x, b.y].allSatisfy({ abs($0) <= Self.farthest }) else {
      if b.x.isFinite, b.y.isFinite { skip(0, b) }
      return
    }
    let isSteep = abs(b.y - a.y) > abs(b.x - a.x)
    let (from, to) = isSteep ? (a.y, b.y) : (a.x, b.x)
    let isForward = from <= to
    // The columns or rows whose middles are between the ends, with that at the end.
    let first = isForward ? Int((from - 0.5).rounded(.down)) + 1 : Int((from - 0.5).rounded(.up)) - 1
    let end = isForward ? Int((to - 0.5).rounded(.down)) + 1 : Int((to - 0.5).rounded(.up)) - 1
    let numbers = isForward ? first..<max(first, end) : min(first, end) + 1..<first + 1
    let visible = isReached(a, b) ? numbers.clamped(to: isSteep ? box.y..<box.maxY : box.x..<box.maxX) : 0..<0
    guard !visible.isEmpty else {
      skip(numbers.count, isReached(a, b) && numbers.isEmpty ? nil : b)
      return
    }
    // From the same end in both directions, for the same pixels.
    let (low, high) = isForward ? (a, b) : (b, a)
    func pixel(_ number: Int) -> PixelPosition {
      let middle = Double(number) + 0.5
      if isSteep {
        let x = low.x + (middle - low.y) * ((high.x - low.x) / (high.y - low.y))
        return PixelPosition(x: Int(x.rounded(.down)), y: number)
      }
      let y = low.y + (middle - low.x) * ((high.y - low.y) / (high.x - low.x))
      return PixelPosition(x: number, y: Int(y.rounded(.down)))
    }
    let before = isForward ? visible.lowerBound - numbers.lowerBound : numbers.upperBound - visible.upperBound
    if before > 0 { skip(before, a) }
    if isForward {
      for number in visible { append(pixel(number)) }
    } else {
      for number in visible.reversed() { append(pixel(number)) }
    }
    let after = numbers.count - visible.count - before
    if after > 0 { skip(after, b) }
  }

  private mutating func skip(_ count: Int, _ end: Point?) {
    guard let end else { return }
    pieces.append(.skipped(count: count, end: end))
    last = nil
  }

  /// Whether a chord may have pixels in the box.
  private func isReached(_ a: Point, _ b: Point) -> Bool {
    max(a.x, b.x) >= Double(box.x) && min(a.x, b.x) <= Double(box.maxX)
      && max(a.y, b.y) >= Double(box.y) && min(a.y, b.y) <= Double(box.maxY)
  }

  /// Leaves out pixels between a step along a row and one along a column.
  private mutating func removeCorners(except named: Set<PixelPosition>) {
    var kept: [Piece] = []
    kept.reserveCapacity(pieces.count)
    for (number, piece) in pieces.enumerated() {
      if number + 1 < pieces.count, case .pixel(let before)? = kept.last, case .pixel(let pixel) = piece,
        case .pixel(let after) = pieces[number + 1], Self.isCorner(before, pixel, after), !named.contains(pixel)
      {
        continue
      }
      kept.append(piece)
    }
    pieces = kept
  }

  private static func isCorner(_ a: PixelPosition, _ b: PixelPosition, _ c: PixelPosition) -> Bool {
    let isStep = abs(b.x - a.x) + abs(b.y - a.y) == 1 && abs(c.x - b.x) + abs(c.y - b.y) == 1
    return isStep && a.x != c.x && a.y != c.y
  }
}
