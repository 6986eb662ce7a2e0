/// Collects closed contours, point by point; the parts of `Outline` write into it.
///
/// It can leave out vertices on which a box of the canvas does not depend, or only measure contours that are too long to
/// be kept.
struct ContourBuilder: Sendable {
  /// The vertices of all contours, one contour after the other.
  private(set) var points: [Point] = []
  /// For each contour the index after its last vertex.
  private(set) var ends: [Int] = []
  /// Whether arcs may pass the same pixel as other sides without overlapping them: the ends of dashes do, and the
  /// corners of a box less than a few pixels wide.
  var hasNearSides = false
  /// True until a contour is complete, even if it is left out.
  private(set) var isEmpty = true
  /// The box outside of which vertices are left out, if there is one.
  private(set) var box: VertexBox?
  /// The measure of the contours, if they have too many vertices to be kept.
  private(set) var measure: OutlineMeasure?

  /// For each long curve with dashes the arc lengths at which its segments begin: they are found while contours are
  /// measured, and known for a box.
  private(set) var positions: [[Double]]
  /// How many of the known ones were used.
  private var usedPositions = 0

  /// Where contours with too many vertices are to be measured.
  private var measured: (origin: Point, canvas: CanvasSize)?
  /// The number of vertices from which on some of them are left out.
  private var limit = Int.max
  /// The index of the last vertex that stays.
  private var settled = 0
  /// How many vertices of the current contour were left out.
  private var dropped = 0

  /// The number of vertices after which vertices are left out again.
  private static let step = 1 << 12

  /// Collects whole contours.
  init() { positions = [] }

  /// Collects the part of contours relative to an origin.
  init(_ part: OutlinePart, origin: Point) {
    positions = part.positions
    switch part.extent {
    case .whole: break
    case .measured(let most, let canvas):
      measured = (origin, canvas)
      limit = most
    case .box(let box):
      self.box = VertexBox(box, origin: origin)
      limit = Self.step
    }
  }

  /// The arc lengths at which the segments of the next long curve with dashes begin.
  mutating func positions(of curve: LongCurve) -> [Double] {
    if usedPositions == positions.count { positions.append(curve.positions) }
    usedPositions += 1
    return positions[usedPositions - 1]
  }

  /// Makes room for the first `count` vertices.
  ///
  /// Only for the first: reserving for each of many dashes would copy all vertices every time.
  mutating func reserve(_ count: Int) {
    if points.isEmpty && limit == .max { points.reserveCapacity(count) }
  }

  /// Appends a vertex to the current contour.
  @inline(__always)
  mutating func append(_ x: Double, _ y: Double) { points.append(Point(x: x, y: y)) }

  /// Appends vertices to the current contour.
  @inline(__always)
  mutating func append(contentsOf vertices: some Collection<Point>) { points.append(contentsOf: vertices) }

  /// Appends a whole contour.
  mutating func append(contour: [Point]) {
    points.append(contentsOf: contour)
    close()
  }

  /// Ends the current contour; one with fewer than three vertices covers nothing and is dropped.
  mutating func close() {
    if limit != .max { dropVertices(atEnd: true) }
    let start = ends.last ?? 0
    if points.count - start + dropped >= 3 { isEmpty = false }
    if points.count - start < 3 || measure != nil {
      points.removeLast(points.count - start)
    } else {
      ends.append(points.count)
    }
    settled = points.count
    dropped = 0
  }

  /// Whether a line along a path of these points, no farther from it than `reach`, is left out.
  func leavesOut(_ path: some Sequence<Point>, reach: Double) -> Bool {
    guard let box = box?.expanded(by: reach) else { return false }
    var code = UInt8.max
    for point in path {
      code &= box.code(point)
      if code == 0 { return false }
    }
    return true
  }

  /// Leaves out vertices of the current contour that are not needed; to be called now and then for a long one.
  @inline(__always)
  mutating func settle() {
    if points.count > limit { dropVertices(atEnd: false) }
  }

  @inline(never)
  private mutating func dropVertices(atEnd: Bool) {
    if box != nil {
      cut()
      limit = points.count + Self.step
      return
    }
    if measure == nil {
      guard points.count > limit else { return }
      measureContours()
      limit = Self.step
    }
    measureCurrent(atEnd: atEnd)
  }

  /// Leaves out vertices of the current contour between others that are beyond the same side of the box.
  private mutating func cut() {
    guard let box, points.count - settled > 2 else { return }
    let count = points.count
    var before = box.code(points[settled])
    var candidate = points[settled + 1]
    var code = box.code(candidate)
    var end = settled + 1
    for i in settled + 2..<count {
      let next = points[i]
      let nextCode = box.code(next)
      if before & code & nextCode == 0 {
        points[end] = candidate
        end += 1
        before = code
      }
      (candidate, code) = (next, nextCode)
    }
    points[end] = candidate
    points.removeLast(count - end - 1)
    settled = end
    dropped += count - end - 1
  }

  /// Measures the complete contours instead of keeping them.
  private mutating func measureContours() {
    measure = measured.map { OutlineMeasure(origin: $0.origin, canvas: $0.canvas) }
    var start = 0
    for end in ends {
      var last = points[end - 1]
      for i in start..<end {
        measure?.add(last, points[i])
        last = points[i]
      }
      start = end
    }
    points.removeFirst(start)
    ends.removeAll()
    settled = 0
  }

  /// Measures the current contour, of which only the ends are kept.
  private mutating func measureCurrent(atEnd: Bool) {
    guard let first = points.first, points.count + dropped >= 3 else { return }
    var last = points[settled]
    for point in points[(settled + 1)...] {
      measure?.add(last, point)
      last = point
    }
    if atEnd {
      measure?.add(last, first)
    } else {
      dropped += max(points.count - 2, 0)
      points.removeSubrange(1..<max(points.count - 1, 1))
      settled = points.count - 1
    }
  }
}
