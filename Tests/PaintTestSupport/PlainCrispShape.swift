import PaintRaster

/// The pixels of a shape without anti-aliasing, by definition: with loops over all sides of its contours, and without the
/// program's scanner.
///
/// A pixel is inside if its centre is. Where a part of the shape on a line through centres has none, it gets the pixel
/// nearest to its middle, unless it is the end of something thicker with nothing else behind it.
public struct PlainCrispShape {
  private struct Crossing {
    var position: Double
    var isForward: Bool
    var contour: Int
    /// The number of the side, and how far along it.
    var time: Double
  }

  private struct Part {
    var start: Crossing
    var end: Crossing
    var hasCenter: Bool { start.position.rounded(.up) < end.position }
  }

  private let size: CanvasSize
  private let isEvenOdd: Bool
  /// Pixel centres are at whole numbers.
  private let contours: [[Point]]
  /// The parts on rows and columns from -1 to the one after the canvas.
  private var rows: [[Part]] = []
  private var columns: [[Part]] = []
  /// Where each contour crosses any of these lines.
  private var times: [[Double]]
  /// The pixels that keep the shape connected, and that are not inside.
  public private(set) var added: Set<PlainPixel> = []

  /// The shape inside of contours, in pixels.
  ///
  /// - Parameter ellipse: the corners of the box, if it is an ellipse or the outline of one: in the middle all pixels whose
  ///   centres are between a side and the first pixel inside belong to it.
  public init(
    _ contours: [[Point]], isEvenOdd: Bool, ellipse: (low: Point, high: Point)? = nil, on size: CanvasSize
  ) {
    self.size = size
    self.isEvenOdd = isEvenOdd
    self.contours = contours.map { $0.map { Point(x: $0.x - 0.5, y: $0.y - 0.5) } }
    times = contours.map { _ in [] }
    rows = (-1...size.height).map { parts($0, isRow: true) }
    columns = (-1...size.width).map { parts($0, isRow: false) }
    for line in -1...size.height { add(rows[line + 1], line, isRow: true) }
    for line in -1...size.width { add(columns[line + 1], line, isRow: false) }
    for (number, contour) in self.contours.enumerated() where times[number].isEmpty { add(speck: contour) }
    if let (low, high) = ellipse, high.x - low.x >= 1, high.y - low.y >= 1 {
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (dx, dy) = (Double(x) + 0.5 - (low.x + high.x) / 2, Double(y) + 0.5 - (low.y + high.y) / 2)
          let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
          let isBetween = (
            low.x <= center.x && center.x < high.x, low.y <= center.y && center.y < high.y
          )
          guard abs(dx) <= 0.5 || abs(dy) <= 0.5 else { continue }
          // An outline has a hole, so only what is before the first or behind the last part.
          func isEnd(_ parts: [Part], _ place: Int) -> Bool {
            guard let first = parts.first, let last = parts.last else { return true }
            return Double(place) < first.start.position || Double(place) >= last.end.position
          }
          let (isEndOfColumn, isEndOfRow) = (isEnd(columns[x + 1], y), isEnd(rows[y + 1], x))
          if abs(dx) <= 0.5 && isBetween.1 && isEndOfColumn || abs(dy) <= 0.5 && isBetween.0 && isEndOfRow {
            insert(PlainPixel(x: x, y: y))
          }
        }
      }
    }
  }

  /// Whether the centre of a pixel is inside; rows farther than one from the canvas have none.
  public func isInside(x: Int, y: Int) -> Bool {
    (-1...size.height).contains(y)
      && rows[y + 1].contains { $0.start.position <= Double(x) && Double(x) < $0.end.position }
  }

  /// Whether a pixel is inside or was added.
  public func contains(x: Int, y: Int) -> Bool { isInside(x: x, y: y) || added.contains(PlainPixel(x: x, y: y)) }

  /// Whether a pixel is inside, but one next to it is not, or was added.
  public func isAtBorder(x: Int, y: Int) -> Bool {
    let hasOutside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].contains { !isInside(x: $0.0, y: $0.1) }
    return isInside(x: x, y: y) ? hasOutside : added.contains(PlainPixel(x: x, y: y))
  }

  private mutating func parts(_ line: Int, isRow: Bool) -> [Part] {
    var crossings: [Crossing] = []
    for (number, contour) in contours.enumerated() {
      for side in contour.indices {
        let (a, b) = (contour[side == 0 ? contour.count - 1 : side - 1], contour[side])
        let (from, to) = isRow ? (a.y, b.y) : (a.x, b.x)
        if (from <= Double(line)) == (to <= Double(line)) { continue }
        let share = (Double(line) - from) / (to - from)
        let position = isRow ? a.x + (b.x - a.x) * share : a.y + (b.y - a.y) * share
        crossings.append(
          Crossing(position: position, isForward: from < to, contour: number, time: Double(side) + share))
        times[number].append(Double(side) + share)
      }
    }
    crossings.sort { $0.position < $1.position }
    var parts: [Part] = []
    var winding = 0
    var start: Crossing?
    for crossing in crossings {
      winding += crossing.isForward ? 1 : -1
      let isInside = isEvenOdd ? winding % 2 != 0 : winding != 0
      if let begun = start, !isInside {
        parts.append(Part(start: begun, end: crossing))
        start = nil
      } else if start == nil, isInside {
        // Parts that touch are one.
        let touched = parts.last.flatMap { $0.end.position == crossing.position ? $0.start : nil }
        if touched != nil { parts.removeLast() }
        start = touched ?? crossing
      }
    }
    return parts
  }

  private mutating func add(_ parts: [Part], _ line: Int, isRow: Bool) {
    for part in parts where !part.hasCenter && !isEnd(part, line, isRow: isRow) {
      let along = Int(((part.start.position + part.end.position) / 2 + 0.5).rounded(.down))
      insert(isRow ? PlainPixel(x: along, y: line) : PlainPixel(x: line, y: along))
    }
  }

  private mutating func insert(_ pixel: PlainPixel) {
    if size.box.contains(x: pixel.x, y: pixel.y), !isInside(x: pixel.x, y: pixel.y) { added.insert(pixel) }
  }

  /// Whether the shape ends behind the line before it reaches another one, and is thick enough for a pixel on the other
  /// side.
  private func isEnd(_ part: Part, _ line: Int, isRow: Bool) -> Bool {
    let (start, end) = (part.start, part.end)
    guard start.contour == end.contour, times[start.contour].count > 2 else { return false }
    let crossed = times[start.contour]
    /// Whether the contour crosses no line on its way from one crossing to another.
    func isDirect(_ from: Double, _ to: Double) -> Bool {
      !crossed.contains { from < to ? from < $0 && $0 < to : from < $0 || $0 < to }
    }
    let turn: Crossing
    if isDirect(start.time, end.time) {
      turn = start
    } else if isDirect(end.time, start.time) {
      turn = end
    } else {
      return false
    }
    let beyond = turn.isForward ? line + 1 : line - 1
    let before = turn.isForward ? line - 1 : line + 1
    let place = Int(start.position.rounded(.down))
    let isThick = [place, place + 1].contains {
      isRow ? isInside(x: $0, y: before) : isInside(x: before, y: $0)
    }
    // Another contour may continue the shape there, or cross it before that line.
    let (lines, others) = isRow ? (rows, columns) : (columns, rows)
    let isContinued =
      lines.indices.contains(beyond + 1)
      && lines[beyond + 1].contains {
        $0.end.position > start.position - 1 && $0.start.position <= end.position + 1
      }
    let isCrossed = [place, place + 1].contains { place in
      others.indices.contains(place + 1)
        && others[place + 1].contains {
          ($0.start.contour != start.contour || $0.end.contour != start.contour)
            && $0.end.position > Double(min(line, beyond)) && $0.start.position <= Double(max(line, beyond))
        }
    }
    return isThick && !isContinued && !isCrossed
  }

  /// Adds a pixel for a contour between all lines, unless there is one next to it.
  private mutating func add(speck contour: [Point]) {
    guard let first = contour.first else { return }
    var (low, high) = (first, first)
    for p in contour {
      (low.x, low.y, high.x, high.y) = (min(low.x, p.x), min(low.y, p.y), max(high.x, p.x), max(high.y, p.y))
    }
    guard low.x < high.x, low.y < high.y else { return }
    let (middleX, middleY) = ((low.x + high.x) / 2, (low.y + high.y) / 2)
    let (x, y) = (Int(middleX.rounded(.down)), Int(middleY.rounded(.down)))
    if [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].contains(where: { contains(x: $0.0, y: $0.1) }) { return }
    insert(PlainPixel(x: Int((middleX + 0.5).rounded(.down)), y: Int((middleY + 0.5).rounded(.down))))
  }
}

/// The column and the row of a pixel.
public struct PlainPixel: Hashable, Sendable {
  /// The column, from 0 at the left.
  public var x: Int
  /// The row, from 0 at the top.
  public var y: Int

  /// The pixel in that column and row.
  public init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  /// The pixel that contains a point.
  public init(containing point: Point) {
    self.init(x: Int(point.x.rounded(.down)), y: Int(point.y.rounded(.down)))
  }

  /// The pixels of a line between two pixels: one in each column or, if it is steep, in each row, nearest to the line
  /// between the centres; of two equally near ones that on the side of the upper end.
  public static func line(_ a: PlainPixel, _ b: PlainPixel) -> [PlainPixel] {
    let (upper, lower) = a.y <= b.y ? (a, b) : (b, a)
    let (dx, dy) = (lower.x - upper.x, lower.y - upper.y)
    let steps = max(abs(dx), dy)
    /// The whole number nearest to `step * distance / steps`, and of two the smaller one.
    func share(_ step: Int, _ distance: Int) -> Int {
      steps == 0 ? 0 : (2 * step * distance + steps - 1) / (2 * steps)
    }
    return (0...steps).map { step in
      PlainPixel(x: upper.x + dx.signum() * share(step, abs(dx)), y: upper.y + share(step, dy))
    }
  }
}
