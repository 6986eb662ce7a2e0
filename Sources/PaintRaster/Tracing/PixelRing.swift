/// The pixels along a box whose corners are quarters of ellipses: a rectangle, a rounded one or an ellipse.
struct PixelRing {
  /// A quarter or a side; pixels are counted clockwise.
  private enum Piece {
    /// A quarter between two sides, mirrored by the signs.
    case corner(signX: Int, signY: Int)
    case side(PixelLine)
  }

  private let left: Int
  private let top: Int
  private let right: Int
  private let bottom: Int
  private let quarter: PixelQuarter
  /// The axes of the corners' ellipse, in steps between pixels.
  private let width: Int
  private let height: Int
  private let startsOnTheRight: Bool

  /// The ellipse in the box of two opposite pixels, from 3 o'clock; nil if a coordinate is not finite.
  init?(ellipse a: Point, _ b: Point) {
    guard let a = PixelPosition(containing: a), let b = PixelPosition(containing: b) else { return nil }
    self.init(a, b, width: abs(a.x - b.x), height: abs(a.y - b.y), startsOnTheRight: true)
  }

  /// The box of two opposite pixels with corners rounded by that radius in pixels, from the left end of its upper side;
  /// nil if a coordinate is not finite.
  init?(box a: Point, _ b: Point, radius: Double) {
    guard let a = PixelPosition(containing: a), let b = PixelPosition(containing: b) else { return nil }
    let most = min(abs(a.x - b.x), abs(a.y - b.y))
    let diameter = radius > 0 ? Int(min((2 * radius).rounded(), Double(most))) : 0
    self.init(a, b, width: diameter, height: diameter, startsOnTheRight: false)
  }

  private init(_ a: PixelPosition, _ b: PixelPosition, width: Int, height: Int, startsOnTheRight: Bool) {
    (left, right) = (min(a.x, b.x), max(a.x, b.x))
    (top, bottom) = (min(a.y, b.y), max(a.y, b.y))
    self.width = width
    self.height = height
    quarter = PixelQuarter(width: width, height: height)
    self.startsOnTheRight = startsOnTheRight
  }

  /// True if it has no width or no height: a straight line there and back.
  var isFlat: Bool { left == right || top == bottom }
  /// The ends of a flat one.
  var ends: [PixelPosition] { [PixelPosition(x: left, y: top), PixelPosition(x: right, y: bottom)] }

  /// A pixel of a corner, from one relative to the centre of its ellipse.
  private func position(_ place: PixelQuarter.Place, _ signX: Int, _ signY: Int) -> PixelPosition {
    // Twice the coordinates of the centre.
    let x = signX > 0 ? 2 * right - width : 2 * left + width
    let y = signY > 0 ? 2 * bottom - height : 2 * top + height
    return PixelPosition(x: (x + signX * place.x) >> 1, y: (y + signY * place.y) >> 1)
  }

  private func count(of piece: Piece) -> Int {
    switch piece {
    case .corner: quarter.count
    case .side(let line): line.count
    }
  }

  private func pixel(_ number: Int, of piece: Piece) -> PixelPosition {
    switch piece {
    case .side(let line): line[number]
    case .corner(let signX, let signY):
      // Clockwise, the corners at the upper left and the lower right run from the horizontal axis to the vertical one.
      position(quarter[signX == signY ? quarter.count - 1 - number : number], signX, signY)
    }
  }

  /// The numbers of the pixels of a piece that may be in a box.
  private func numbers(of piece: Piece, in box: PixelBox) -> [Range<Int>] {
    switch piece {
    case .side(let line): return [line.numbers(in: box)]
    case .corner(let signX, let signY):
      func places(_ low: Int, _ high: Int, _ center: Int, _ sign: Int) -> ClosedRange<Int> {
        let (a, b) = (sign * (2 * low - center), sign * (2 * high - center))
        return min(a, b)...max(a, b)
      }
      let ranges = quarter.numbers(
        inColumns: places(box.x, box.maxX, signX > 0 ? 2 * right - width : 2 * left + width, signX),
        rows: places(box.y, box.maxY, signY > 0 ? 2 * bottom - height : 2 * top + height, signY))
      guard signX == signY else { return ranges }
      return ranges.map { quarter.count - $0.upperBound..<quarter.count - $0.lowerBound }
    }
  }

  /// The pieces clockwise; the last pixel of one may be the first of the next.
  private var pieces: [Piece] {
    func corner(_ signX: Int, _ signY: Int) -> [Piece] { [.corner(signX: signX, signY: signY)] }
    // Between the ends of two corners, which belong to it.
    func side(_ from: PixelPosition, _ to: PixelPosition) -> [Piece] { [.side(PixelLine(from: from, to: to))] }
    func end(_ signX: Int, _ signY: Int, last: Bool) -> PixelPosition {
      let piece = Piece.corner(signX: signX, signY: signY)
      return pixel(last ? quarter.count - 1 : 0, of: piece)
    }
    let upper = side(end(-1, -1, last: true), end(1, -1, last: false))
    let rightSide = side(end(1, -1, last: true), end(1, 1, last: false))
    let lower = side(end(1, 1, last: true), end(-1, 1, last: false))
    let leftSide = side(end(-1, 1, last: true), end(-1, -1, last: false))
    let half = corner(1, 1) + lower + corner(-1, 1) + leftSide + corner(-1, -1)
    return startsOnTheRight
      ? half + upper + corner(1, -1) + rightSide : upper + corner(1, -1) + rightSide + half
  }

  /// The pieces, each with the number in the ring of its first pixel, without pixels that the piece before has too.
  private func numberedPieces() -> (pieces: [(piece: Piece, skipped: Int, start: Int)], count: Int) {
    var result: [(piece: Piece, skipped: Int, start: Int)] = []
    var start = 0
    var last: PixelPosition?
    for piece in pieces {
      let skipped = last == pixel(0, of: piece) ? 1 : 0
      result.append((piece, skipped, start))
      start += count(of: piece) - skipped
      last = pixel(count(of: piece) - 1, of: piece)
    }
    // The ring ends next to its first pixel.
    if let first = pieces.first, start > 1, last == pixel(0, of: first) { start -= 1 }
    return (result, start)
  }

  /// Adds the pixels of the line along it.
  func trace(_ style: StrokeStyle, in box: PixelBox, into pixels: inout SparseMask) {
    let (pieces, count) = numberedPieces()
    let dashes = PixelDashes(style, closedCount: count)
    for (piece, skipped, start) in pieces {
      for range in numbers(of: piece, in: box) {
        for number in range where number >= skipped {
          let place = start + number - skipped
          if place < count, dashes?.contains(place) ?? true { pixels.insert(pixel(number, of: piece)) }
        }
      }
    }
  }

  /// The box with all pixels of the line and inside it, as far as it is in a box.
  func area(in box: PixelBox) -> Outline {
    var sides: [(left: Int, right: Int, row: Int)] = []
    let rows = max(top, box.y)..<max(top, box.y, min(bottom + 1, box.maxY))
    guard !rows.isEmpty else { return .nothing }
    for y in rows {
      // How far the centres of the corners are above or below, in half pixels.
      let above = 2 * top + height - 2 * y
      let below = 2 * y - (2 * bottom - height)
      let distance = max(above, below)
      let inset = distance > 0 ? (width - quarter.reach(inRow: distance)) / 2 : 0
      // A row outside of the box has no width.
      let start = min(max(left + inset, box.x), box.maxX + 1)
      let end = max(min(right - inset, box.maxX), start - 1)
      if let last = sides.last, last.left == start, last.right == end { continue }
      sides.append((start, end, y))
    }
    var builder = ContourBuilder()
    func append(_ x: Int, _ y: Int) { builder.append(Double(x), Double(y)) }
    for (number, side) in sides.enumerated() {
      append(side.right + 1, side.row)
      append(side.right + 1, number + 1 < sides.count ? sides[number + 1].row : rows.upperBound)
    }
    for (number, side) in sides.enumerated().reversed() {
      append(side.left, number + 1 < sides.count ? sides[number + 1].row : rows.upperBound)
      append(side.left, side.row)
    }
    builder.close()
    return Outline(origin: Point(x: 0, y: 0), contours: builder, isSimple: true)
  }
}
