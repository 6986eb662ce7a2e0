/// A subpath with so many curves that only those of some segments are in memory as chords.
///
/// Its vertices are the same, to the bit, as those of `FlatSubpath`.
struct LongCurve: Sendable {
  let isClosed: Bool
  let segmentsAtOnce: Int
  let flattener: CurveFlattener
  private let segments: [PathSegment]

  var count: Int { segments.count }

  /// Nil if the subpath is short or has only straight lines, or if some of it is too far away to be drawn exactly.
  init?(_ subpath: Subpath, origin: Point, radius: Double, reach: Double = 0, segmentsAtOnce: Int) {
    segments = subpath.segments
    isClosed = subpath.isClosed
    self.segmentsAtOnce = segmentsAtOnce
    flattener = CurveFlattener(origin: origin, radius: radius, reach: reach)
    let bound = FarClipping.bound - 1
    guard segments.count > segmentsAtOnce, segments.contains(where: { !$0.isStraight }),
      segments.allSatisfy({ segment in
        let (low, high) = segment.bounds
        return low.x >= -bound && low.y >= -bound && high.x <= bound && high.y <= bound
      })
    else { return nil }
  }

  /// The vertices of some segments, and for each of these and the next one the index of its first vertex.
  ///
  /// A closed path has its segments over and over again. Directions at ends that are not those of an open path are
  /// unspecified.
  func vertices(of range: Range<Int>) -> (vertices: [CurveVertex], starts: [Int]) {
    let still = Point(x: 0, y: 0)
    var vertices = [
      CurveVertex(point: segment(range.lowerBound).from, arriving: still, leaving: still, kind: .corner)
    ]
    var starts: [Int] = []
    for i in range {
      let current = segment(i)
      let before = has(i - 1) ? segment(i - 1) : nil
      let after = has(i + 1) ? segment(i + 1) : nil
      let start = before.map { FlatSubpath.kind($0, current) } ?? .corner
      let end = after.map { FlatSubpath.kind(current, $0) } ?? .corner
      let shared = vertices.count - 1
      starts.append(shared)
      flattener.append(current, startsFixed: start != .smooth, endsFixed: end != .smooth, to: &vertices)
      if i > range.lowerBound, let before { FlatSubpath.join(&vertices[shared], start, before, current) }
    }
    starts.append(vertices.count - 1)
    return (vertices, starts)
  }

  /// The vertices of some segments with all of their directions, the one after the last segment included, and for each
  /// segment the index of its first vertex.
  func exactVertices(of range: Range<Int>) -> (vertices: [CurveVertex], starts: [Int]) {
    let first = has(range.lowerBound - 1) ? range.lowerBound - 1 : range.lowerBound
    let end = has(range.upperBound) ? range.upperBound + 1 : range.upperBound
    let (vertices, starts) = vertices(of: first..<end)
    let places = range.lowerBound - first...range.upperBound - first
    let start = starts[places.lowerBound]
    return (Array(vertices[start...starts[places.upperBound]]), starts[places].map { $0 - start })
  }

  /// The arc length from the beginning to each segment and to the end, in pixels: the sums of `CurveLine`.
  var positions: [Double] {
    var positions = [0.0]
    positions.reserveCapacity(count + 1)
    var distance = 0.0
    for first in stride(from: 0, to: count, by: segmentsAtOnce) {
      let range = first..<Swift.min(first + segmentsAtOnce, count)
      let (vertices, starts) = exactVertices(of: range)
      for (start, end) in zip(starts, starts.dropFirst()) {
        for i in start..<end { distance += CurveStrip(vertices[i], vertices[i + 1]).arcLength }
        positions.append(distance)
      }
    }
    return positions
  }

  /// Whether there is a segment with that number.
  private func has(_ number: Int) -> Bool { isClosed || segments.indices.contains(number) }

  /// The segment with a number; a closed path has them over and over again.
  func segment(_ number: Int) -> PathSegment {
    let place = number % segments.count
    return segments[place < 0 ? place + segments.count : place]
  }

  /// The segments on which a box depends, as far as the line is no farther from the path than `reach`, and others.
  ///
  /// Those between two of the ranges are all beyond the same side of the box; the first and the last segment are always
  /// included. Without a box all are.
  func ranges(near box: VertexBox?, reach: Double) -> [Range<Int>] {
    guard let box = box?.expanded(by: reach) else { return [0..<count] }
    var ranges: [Range<Int>] = []
    var beyond: UInt8 = 0
    for i in 0..<count {
      let (low, high) = segments[i].bounds
      let code = i == 0 || i == count - 1 ? 0 : box.code(low: low, high: high)
      beyond = beyond == 0 ? code : beyond & code
      if beyond != 0 { continue }
      // A short gap costs more than its segments: vertices around each range are made, too.
      if let last = ranges.last, last.upperBound >= i - 8 {
        ranges[ranges.count - 1] = last.lowerBound..<i + 1
      } else {
        ranges.append(i..<i + 1)
      }
    }
    // The chord that leaves the last vertex of a range is in the next segment; a line has sides in both directions.
    return ranges.map { Swift.max($0.lowerBound - 1, 0)..<Swift.min($0.upperBound + 1, count) }
  }
}

extension PathSegment {
  /// The corners of the bounding box of its control points, which contains it.
  var bounds: (low: Point, high: Point) {
    (
      Point(x: Swift.min(from.x, control1.x, control2.x, to.x), y: Swift.min(from.y, control1.y, control2.y, to.y)),
      Point(x: Swift.max(from.x, control1.x, control2.x, to.x), y: Swift.max(from.y, control1.y, control2.y, to.y))
    )
  }
}
