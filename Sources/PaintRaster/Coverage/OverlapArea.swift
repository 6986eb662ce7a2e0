/// A piece of an edge inside one cell, top to bottom, in 1/65,536 pixel from the cell's upper left corner.
struct OverlapPiece {
  var x: Double
  var y: Double
  var nextX: Double
  var nextY: Double
  /// 1 for an edge that runs upwards, -1 downwards.
  var sign: Int32
  /// The next piece in the cell, or -1.
  var next: Int32

  /// Where it crosses the line at `y`, between its ends.
  @inline(__always)
  func x(at line: Double) -> Double {
    if line <= y { return x }
    if line >= nextY { return nextX }
    return x + (line - y) * ((nextX - x) / (nextY - y))
  }
}

/// The true area inside an outline within one cell, from the pieces of edges in it and the sum of their areas.
///
/// The winding number at the cell's upper left corner is what the sum has more than the pieces explain. Between the
/// heights at which pieces begin, end or cross, the inside is a row of trapezoids. All in Double: pieces are whole
/// numbers of 17 bits, so the order in which edges were met plays no part.
struct OverlapArea: ~Copyable {
  /// Pixels of the tile and their coverage 0…255.
  var found: [(pixel: Int, value: UInt8)] = []

  /// More pieces than this are sampled.
  private static let most = 48
  /// More heights than this at which pieces cross are not told apart.
  private static let mostSplits = 2_048
  /// Lines and columns of the sampling.
  private static let lines = 256
  private static let samples = 256
  private static let one = 65_536.0

  private struct Span {
    var top: Double
    var bottom: Double
    var sign: Int32
  }

  private let local: UnsafeMutablePointer<OverlapPiece>
  private let heights: UnsafeMutablePointer<Double>
  private let spans: UnsafeMutablePointer<Span>
  private var grid: [Int32] = []

  init() {
    local = .allocate(capacity: Self.most)
    heights = .allocate(capacity: 2 * Self.most + 2)
    spans = .allocate(capacity: Self.most)
  }

  deinit {
    local.deallocate()
    heights.deallocate()
    spans.deallocate()
  }

  /// Notes the coverage of a cell with the pieces from `head` on.
  mutating func add(
    pixel: Int, sum: Int, _ pieces: UnsafePointer<OverlapPiece>, _ head: Int32, _ rule: FillRule
  ) {
    var count = 0
    var ups = 0
    var downs = 0
    var explained = 0.0
    var index = head
    while index >= 0 {
      let piece = pieces + Int(index)
      let p = piece.pointee
      let size = (p.nextY - p.y) * (2 * Self.one - p.x - p.nextX)
      if p.sign > 0 {
        ups += 1
        explained += size
      } else {
        downs += 1
        explained -= size
      }
      if count < Self.most { (local + count).initialize(to: p) }
      count += 1
      index = p.next
    }
    // In halves of 2^-32 pixel; sums are off by less than a unit of 2^-16 a piece.
    let corner = ((Double(sum) * (2 * Self.one) - explained) / (2 * Self.one * Self.one)).rounded()
    let winding = Int(corner)
    let covered: Int
    if rule == .nonzero && (winding - downs >= 1 || winding + ups <= -1) {
      covered = FixedPoint.one
    } else if (winding - downs >= 0 && winding + ups <= 1) || (winding - downs >= -1 && winding + ups <= 0) {
      covered = TileSweep.covered(sum, rule)
    } else if count == 2 && ups == 1 && isTwoSided() {
      covered = TileSweep.covered(sum, rule)
    } else if count <= Self.most {
      covered = Int((trapezoids(count, winding, rule) / Self.one + 0.5).rounded(.down))
    } else {
      covered = sampled(pieces, head, winding, rule)
    }
    found.append((pixel, TileSweep.byte(covered: covered)))
  }

  @inline(__always)
  private static func isInside(_ winding: Int, _ rule: FillRule) -> Bool {
    rule == .nonzero ? winding != 0 : winding & 1 != 0
  }

  /// Whether the first two pieces, which are opposite, make two neighbouring winding numbers, as one strand does.
  ///
  /// The left one must reach wherever the right one does: what lies right of that alone would have a third number.
  private func isTwoSided() -> Bool {
    let top = Swift.max(local[0].y, local[1].y)
    let bottom = Swift.min(local[0].nextY, local[1].nextY)
    if top >= bottom { return false }
    let above = local[0].x(at: top) - local[1].x(at: top)
    let below = local[0].x(at: bottom) - local[1].x(at: bottom)
    if above * below < 0 { return false }
    let left = above + below <= 0 ? 0 : 1
    return local[left].y <= local[1 - left].y && local[left].nextY >= local[1 - left].nextY
  }

  /// The area inside, in units of 2^-32 pixel.
  private mutating func trapezoids(_ count: Int, _ winding: Int, _ rule: FillRule) -> Double {
    heights[0] = 0
    heights[1] = Self.one
    var heightCount = 2
    for i in 0..<count {
      insert(local[i].y, &heightCount)
      insert(local[i].nextY, &heightCount)
    }
    var area = 0.0
    var splits = 0
    for i in 1..<heightCount {
      var top = heights[i - 1]
      let end = heights[i]
      while top < end {
        var bottom = end
        let spanCount = sortSpans(count, top, bottom)
        // Of pairs that are not neighbours in the middle one may cross higher up: look again above each crossing.
        while splits < Self.mostSplits, let crossing = firstCrossing(spanCount, top, bottom) {
          splits += 1
          bottom = crossing
          _ = sortSpans(count, top, bottom)
        }
        area += inside(spanCount, winding, rule) * (bottom - top)
        top = bottom
      }
    }
    return area
  }

  /// Puts a height into the ascending ones unless it is there.
  private func insert(_ height: Double, _ count: inout Int) {
    var i = count
    while i > 0 && heights[i - 1] > height { i -= 1 }
    if i > 0 && heights[i - 1] == height { return }
    var j = count
    while j > i {
      heights[j] = heights[j - 1]
      j -= 1
    }
    heights[i] = height
    count += 1
  }

  /// The pieces between two heights, by where their middles lie; returns how many.
  private func sortSpans(_ count: Int, _ top: Double, _ bottom: Double) -> Int {
    var spanCount = 0
    for i in 0..<count where local[i].y <= top && local[i].nextY >= bottom {
      let span = Span(top: local[i].x(at: top), bottom: local[i].x(at: bottom), sign: local[i].sign)
      var j = spanCount
      while j > 0 && spans[j - 1].top + spans[j - 1].bottom > span.top + span.bottom {
        (spans + j).initialize(to: spans[j - 1])
        j -= 1
      }
      (spans + j).initialize(to: span)
      spanCount += 1
    }
    return spanCount
  }

  /// The height of the first crossing of neighbouring spans, or nil if none lies well between the two heights.
  private func firstCrossing(_ count: Int, _ top: Double, _ bottom: Double) -> Double? {
    var first = bottom
    var i = 1
    while i < count {
      let a = spans[i - 1]
      let b = spans[i]
      let above = b.top - a.top
      let below = b.bottom - a.bottom
      if above < 0 || below < 0 {
        let height = top + (bottom - top) * (above / (above - below))
        if height > top + 1 && height < first { first = height }
      }
      i += 1
    }
    return first < bottom - 1 ? first : nil
  }

  /// The mean width of what is inside between the sorted spans.
  private func inside(_ count: Int, _ winding: Int, _ rule: FillRule) -> Double {
    var winding = winding
    var start = 0.0
    var width = 0.0
    for i in 0..<count {
      let place = (spans[i].top + spans[i].bottom) / 2
      let next = winding + Int(spans[i].sign)
      if Self.isInside(winding, rule) {
        if !Self.isInside(next, rule) { width += place - start }
      } else if Self.isInside(next, rule) {
        start = place
      }
      winding = next
    }
    return Self.isInside(winding, rule) ? width + Self.one - start : width
  }

  /// The covered part of the cell in fixed point, by the winding numbers at 64 x 256 places.
  private mutating func sampled(
    _ pieces: UnsafePointer<OverlapPiece>, _ head: Int32, _ winding: Int, _ rule: FillRule
  ) -> Int {
    grid.removeAll(keepingCapacity: true)
    grid.append(contentsOf: repeatElement(0, count: Self.lines * Self.samples))
    let step = Self.one / Double(Self.lines)
    var index = head
    while index >= 0 {
      let p = pieces[Int(index)]
      var line = Swift.max(Int((p.y / step + 0.5).rounded(.down)), 0)
      while line < Self.lines {
        let y = (Double(line) + 0.5) * step
        if y >= p.nextY { break }
        if y >= p.y {
          let sample = Int(p.x(at: y) * (Double(Self.samples) / Self.one) + 0.5)
          if sample < Self.samples { grid[line * Self.samples + Swift.max(sample, 0)] &+= p.sign }
        }
        line += 1
      }
      index = p.next
    }
    var covered = 0
    for line in 0..<Self.lines {
      var sum = winding
      for sample in 0..<Self.samples {
        sum += Int(grid[line * Self.samples + sample])
        if Self.isInside(sum, rule) { covered += 1 }
      }
    }
    return covered * FixedPoint.one / (Self.lines * Self.samples)
  }
}
