/// Traces the lines of shapes pixel by pixel.
struct PixelTracer {
  private(set) var pixels: SparseMask
  /// Whether a pixel was traced, on the canvas or not, of a dash or a gap.
  private(set) var hasPixels = false
  let style: StrokeStyle
  /// Pixels outside of it need not be found.
  let box: PixelBox
  /// The dashes along the path that is being traced; nil for a solid line.
  private var dashes: PixelDashes?
  /// How many pixels of it were traced; wraps around after more than any machine could draw.
  private var count = 0

  init(_ style: StrokeStyle, on canvas: CanvasSize, in box: PixelBox) {
    pixels = SparseMask(on: canvas)
    self.style = style
    self.box = box
  }

  /// Adds the pixels of a shape's line with its arrow heads.
  mutating func trace(_ shape: Shape) {
    switch shape {
    case .pencil(let points): trace(pencil: points)
    case .line(let a, let b): trace(through: [a, b], isClosed: false)
    // A box without area has no outline.
    case .rect(let a, let b), .roundedRect(let a, let b, _), .ellipse(let a, let b):
      guard GridBox(area: a, b) != nil else { return }
      switch shape {
      case .ellipse: trace(PixelRing(ellipse: a, b))
      case .roundedRect(_, _, let radius): trace(PixelRing(box: a, b, radius: radius))
      default: trace(PixelRing(box: a, b, radius: 0))
      }
    case .polygon(let points): trace(through: points, isClosed: true)
    case .path(let path):
      guard let (origin, subpaths) = path.subpaths() else { return }
      for subpath in subpaths {
        _ = trace(subpath, origin: origin)
        guard style.arrow != nil, !subpath.isClosed else { continue }
        for head in ArrowHead.heads(of: subpath, origin: origin, style: style) { insert(head, origin: origin) }
      }
    }
  }

  /// Adds the pixels of a polygon's or a path's line, all of its subpaths closed; returns the contours of the inside.
  mutating func traceClosed(_ shape: Shape) -> [[Point]] {
    switch shape {
    case .polygon(let points):
      let centers = points.compactMap { PixelPosition(containing: $0)?.center }
      guard centers.count == points.count else { return [] }
      trace(through: points, isClosed: true)
      return [centers]
    case .path(let path):
      guard let (origin, subpaths) = path.subpaths() else { return [] }
      return subpaths.map { subpath in
        var closed = subpath
        if !closed.isClosed { closed.close() }
        return trace(closed, origin: origin)
      }
    default: return []
    }
  }

  private mutating func trace(_ ring: PixelRing?) {
    guard let ring else { return }
    hasPixels = true
    if ring.isFlat {
      dashes = PixelDashes(style)
      count = 0
      let ends = ring.ends
      insert(ends[0], isCounted: true)
      line(from: ends[0], to: ends[1], isLast: false)
    } else {
      ring.trace(style, in: box, into: &pixels)
    }
  }

  private mutating func trace(pencil points: [PencilPoint]) {
    var last: (pixel: PixelPosition, isPressed: Bool)?
    var ends: [PixelPosition] = []
    for point in points {
      // A path with such a point has no pixels.
      guard let pixel = PixelPosition(containing: point.point) else {
        pixels = SparseMask(on: pixels.canvas)
        hasPixels = false
        return
      }
      // A line gets thinner towards a point without pressure, but a pixel does not.
      let isPressed = point.pressure > 0
      if isPressed { insert(pixel, isCounted: false) }
      if let last, isPressed || last.isPressed {
        insert(last.pixel, isCounted: false)
        line(from: last.pixel, to: pixel, isLast: false)
      }
      last = (pixel, isPressed)
      if style.arrow != nil { ends.append(pixel) }
    }
    if style.arrow != nil { insertHeads(through: ends) }
  }

  private mutating func trace(through points: [Point], isClosed: Bool) {
    var path = points.compactMap { PixelPosition(containing: $0) }
    guard let first = path.first, path.count == points.count else { return }
    while isClosed, path.count > 1, path.last == first { path.removeLast() }
    let corners = isClosed ? path + [first] : path
    var length: Int?
    if isClosed, !style.dash.isEmpty {
      length = zip(corners, corners.dropFirst()).reduce(0) { $0 &+ PixelLine(from: $1.0, to: $1.1).count &- 1 }
    }
    dashes = PixelDashes(style, closedCount: length)
    count = 0
    insert(first, isCounted: true)
    for (number, ends) in zip(corners, corners.dropFirst()).enumerated() {
      line(from: ends.0, to: ends.1, isLast: isClosed && number == corners.count - 2)
    }
    if !isClosed, style.arrow != nil { insertHeads(through: path) }
  }

  /// Adds the pixels of a subpath; returns its contour.
  private mutating func trace(_ subpath: Subpath, origin: Point) -> [Point] {
    guard let start = PixelPosition(containing: subpath.start + origin) else { return [] }
    var contour = [start.center]
    let segments = subpath.segments
    var closedCount: Int?
    if subpath.isClosed, !style.dash.isEmpty {
      var solid = PixelTracer(StrokeStyle(width: 1), on: pixels.canvas, in: box)
      _ = solid.trace(subpath, origin: origin)
      closedCount = solid.count
    }
    dashes = PixelDashes(style, closedCount: closedCount)
    count = 0
    insert(start, isCounted: true)
    let flattener = CurveFlattener(origin: origin, radius: 0, reach: 0)
    var from = start
    var number = 0
    while number < segments.count {
      let first = number
      number += 1
      if !segments[first].isStraight {
        // Curves that continue each other without a corner are one.
        while number < segments.count, !segments[number].isStraight,
          FlatSubpath.areSmooth(segments[number - 1].endTangent, segments[number].startTangent)
        {
          number += 1
        }
      }
      let isLast = subpath.isClosed && number == segments.count
      guard let end = isLast ? start : PixelPosition(containing: segments[number - 1].to + origin) else { return [] }
      if segments[first].isStraight {
        line(from: from, to: end, isLast: isLast)
        contour.append(end.center)
      } else {
        let still = Point(x: 0, y: 0)
        var vertices = [CurveVertex(point: segments[first].from, arriving: still, leaving: still, kind: .corner)]
        for segment in segments[first..<number] {
          flattener.append(segment, startsFixed: true, endsFixed: true, to: &vertices)
        }
        // Whole coordinates of a snapped stroke are middles of pixels, which the ends of an arc's parts hardly are.
        let named = segments[first..<number - 1].compactMap { segment in
          PixelPosition(containing: segment.to + origin).flatMap { $0.center == segment.to + origin ? $0 : nil }
        }
        let curve = PixelCurve(
          along: vertices.map { $0.point + origin }, from: from, to: end, passing: named, in: box)
        insert(curve, isLast: isLast, &contour)
      }
      from = end
    }
    return contour
  }

  /// Adds the pixels of a curve except the first, and except the last one of a closed path, which is its first.
  private mutating func insert(_ curve: PixelCurve, isLast: Bool, _ contour: inout [Point]) {
    for (number, piece) in curve.pieces.enumerated().dropFirst() {
      switch piece {
      case .pixel(let pixel):
        contour.append(pixel.center)
        if !isLast || number + 1 < curve.pieces.count { insert(pixel, isCounted: true) }
      case .skipped(let skipped, let end):
        contour.append(end)
        count &+= skipped
      }
    }
  }

  /// Adds the pixels of a straight line except the first, and except the last one of a closed path.
  private mutating func line(from a: PixelPosition, to b: PixelPosition, isLast: Bool) {
    let line = PixelLine(from: a, to: b)
    let end = line.count - (isLast ? 1 : 0)
    if end > 1 {
      let (start, dashes) = (count &- 1, dashes)
      line.forEach(line.numbers(in: box).clamped(to: 1..<end)) { number, pixel in
        if dashes?.contains(start &+ number) ?? true { pixels.insert(pixel) }
      }
      count &+= end - 1
    }
  }

  /// Adds a pixel that no dash counts.
  mutating func insert(_ pixel: PixelPosition) { pixels.insert(pixel) }

  private mutating func insert(_ pixel: PixelPosition, isCounted: Bool) {
    hasPixels = true
    if !isCounted || dashes?.contains(count) ?? true { pixels.insert(pixel) }
    if isCounted { count &+= 1 }
  }
}
