/// Arrow heads.
extension PixelTracer {
  /// Adds the pixels of the heads at the ends of a path through pixels.
  mutating func insertHeads(through path: [PixelPosition]) {
    guard let origin = path.first?.center.pathOrigin else { return }
    let discs = path.map { pixel in
      let point = pixel.center - origin
      return PolylineStroker.Disc(x: point.x, y: point.y, radius: 0.5)
    }
    for head in ArrowHead.trim(discs, style: style, radius: 0.5)?.heads ?? [] { insert(head, origin: origin) }
  }

  /// Adds the pixels of a head: lines are traced, and of areas the pixels count whose centres are inside or on the edge,
  /// so that a symmetric head stays symmetric.
  mutating func insert(_ head: ArrowHead, origin: Point) {
    let tip = head.tip + origin
    let (left, right) = (head.base + head.side + origin, head.base - head.side + origin)
    switch head.shape {
    case .filled: insertPixels(of: [tip, left, right]) { Self.contains([tip, left, right], $0) }
    case .open:
      insertLine(from: tip, to: left)
      insertLine(from: tip, to: right)
    case .dot:
      let radius = head.length / 2
      let corners = [Point(x: tip.x - radius, y: tip.y - radius), Point(x: tip.x + radius, y: tip.y + radius)]
      insertPixels(of: corners) { center in
        let away = center - tip
        return away.x * away.x + away.y * away.y <= radius * radius + 1e-6
      }
    case .bar:
      // Half a pixel less on either side: the pixels at its ends are whole.
      let share = Swift.max(1 - 1 / head.length, 0)
      let half = Point(x: head.side.x * share, y: head.side.y * share)
      insertLine(from: tip, to: tip + half)
      insertLine(from: tip, to: tip - half)
    }
  }

  /// Adds the pixels of the box about some points whose centres are inside.
  private mutating func insertPixels(of corners: [Point], where isInside: (Point) -> Bool) {
    guard
      let low = PixelPosition(containing: corners.reduce(corners[0]) { Point(x: min($0.x, $1.x), y: min($0.y, $1.y)) }),
      let high = PixelPosition(
        containing: corners.reduce(corners[0]) { Point(x: max($0.x, $1.x), y: max($0.y, $1.y)) }),
      low.x < box.maxX, low.y < box.maxY, high.x >= box.x, high.y >= box.y
    else { return }
    for y in max(low.y, box.y)...min(high.y, box.maxY) {
      for x in max(low.x, box.x)...min(high.x, box.maxX) {
        let pixel = PixelPosition(x: x, y: y)
        if isInside(pixel.center) { insert(pixel) }
      }
    }
  }

  /// Adds the pixels of a line, both ends included, that are near the canvas.
  private mutating func insertLine(from a: Point, to b: Point) {
    guard let first = PixelPosition(containing: a), let last = PixelPosition(containing: b) else { return }
    let line = PixelLine(from: first, to: last)
    line.forEach(line.numbers(in: box)) { _, pixel in insert(pixel) }
  }

  /// Whether a point is in a triangle with positive orientation, or on its sides.
  private static func contains(_ corners: [Point], _ point: Point) -> Bool {
    corners.indices.allSatisfy { number in
      let (a, b) = (corners[number], corners[(number + 1) % corners.count])
      return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= -1e-6
    }
  }
}

extension ArrowHead {
  /// The heads of an open subpath's line of width 1.
  static func heads(of subpath: Subpath, origin: Point, style: StrokeStyle) -> [ArrowHead] {
    let path = FlatSubpath(subpath, origin: origin, radius: 0.5, reach: 0.5)
    if let vertices = path.curve { return trim(CurveLine(vertices), style: style, radius: 0.5).heads }
    let trimmed = trim(
      path.discs, style: style, radius: 0.5, startTangent: path.startTangent, endTangent: path.endTangent)
    return trimmed?.heads ?? []
  }
}
