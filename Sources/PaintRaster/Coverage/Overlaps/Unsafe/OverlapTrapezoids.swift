// Unsafe: owns the memory of its pieces, which is reused for each cell.

/// The exact area inside an outline within a box, from few pieces of edges.
///
/// Between the heights at which pieces begin, end or cross, the inside is a row of trapezoids. All in Double: pieces
/// are sorted by position, so the result does not depend on the order of edges.
@safe struct OverlapTrapezoids: ~Copyable {
  /// The most pieces.
  static let maximumPieces = 16
  /// The most heights at which crossings split a span; further crossings are ignored.
  private static let maximumSplits = 2_048

  private struct Span {
    var top: Double
    var bottom: Double
    var sign: Int32
  }

  /// The pieces.
  let pieces: UnsafeMutablePointer<OverlapPiece>
  /// The slope of each, x per y.
  private let slopes: UnsafeMutablePointer<Double>
  /// How many there are.
  private(set) var count = 0
  private let heights: UnsafeMutablePointer<Double>
  private let spans: UnsafeMutablePointer<Span>

  init() {
    unsafe pieces = .allocate(capacity: Self.maximumPieces)
    unsafe slopes = .allocate(capacity: Self.maximumPieces)
    unsafe heights = .allocate(capacity: 2 * Self.maximumPieces + 2)
    unsafe spans = .allocate(capacity: Self.maximumPieces)
  }

  deinit {
    unsafe pieces.deallocate()
    unsafe slopes.deallocate()
    unsafe heights.deallocate()
    unsafe spans.deallocate()
  }

  mutating func removeAll() { count = 0 }

  /// Adds a piece; there must be room.
  @inline(__always)
  mutating func append(_ piece: OverlapPiece) {
    precondition(count < Self.maximumPieces, "too many pieces for trapezoids")
    unsafe (pieces + count).initialize(to: piece)
    count += 1
  }

  /// The area inside within a box, in units of 2^-32 pixel; no piece may extend beyond it, and the winding number is
  /// that at its upper left corner.
  mutating func area(_ box: OverlapBox, _ winding: Int, _ rule: FillRule) -> Double {
    for i in 0..<count { unsafe slopes[i] = unsafe (pieces[i].nextX - pieces[i].x) / (pieces[i].nextY - pieces[i].y) }
    unsafe heights[0] = box.top
    unsafe heights[1] = box.bottom
    var heightCount = 2
    for i in 0..<count {
      unsafe insert(pieces[i].y, &heightCount)
      unsafe insert(pieces[i].nextY, &heightCount)
    }
    var area = 0.0
    var splits = 0
    for i in 1..<heightCount {
      var top = unsafe heights[i - 1]
      let end = unsafe heights[i]
      while top < end {
        var bottom = end
        let spanCount = sortSpans(top, bottom)
        // A pair that is not adjacent in the middle may cross higher up: look again above each crossing.
        while splits < Self.maximumSplits, let crossing = firstCrossing(spanCount, top, bottom) {
          splits += 1
          bottom = crossing
          _ = sortSpans(top, bottom)
        }
        area += inside(spanCount, box, winding, rule) * (bottom - top)
        top = bottom
      }
    }
    return area
  }

  /// Inserts a height into the ascending heights unless it is there.
  private func insert(_ height: Double, _ count: inout Int) {
    var i = count
    while unsafe i > 0 && heights[i - 1] > height { i -= 1 }
    if unsafe i > 0 && heights[i - 1] == height { return }
    var j = count
    while j > i {
      unsafe heights[j] = unsafe heights[j - 1]
      j -= 1
    }
    unsafe heights[i] = height
    count += 1
  }

  /// Where a piece crosses the line at that height, between its ends.
  @inline(__always)
  private func x(of i: Int, at line: Double) -> Double {
    let piece = unsafe pieces + i
    if unsafe line <= piece.pointee.y { return unsafe piece.pointee.x }
    if unsafe line >= piece.pointee.nextY { return unsafe piece.pointee.nextX }
    return unsafe piece.pointee.x + (line - piece.pointee.y) * slopes[i]
  }

  /// Sorts the pieces between two heights by their middles; returns their number.
  private func sortSpans(_ top: Double, _ bottom: Double) -> Int {
    var spanCount = 0
    for i in 0..<count where unsafe pieces[i].y <= top && pieces[i].nextY >= bottom {
      let span = unsafe Span(top: x(of: i, at: top), bottom: x(of: i, at: bottom), sign: pieces[i].sign)
      var j = spanCount
      while unsafe j > 0 && spans[j - 1].top + spans[j - 1].bottom > span.top + span.bottom {
        unsafe (spans + j).initialize(to: spans[j - 1])
        j -= 1
      }
      unsafe (spans + j).initialize(to: span)
      spanCount += 1
    }
    return spanCount
  }

  /// The height of the first crossing of adjacent spans, or nil if none is well between the two heights.
  private func firstCrossing(_ count: Int, _ top: Double, _ bottom: Double) -> Double? {
    var first = bottom
    var i = 1
    while i < count {
      let a = unsafe spans[i - 1]
      let b = unsafe spans[i]
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

  /// The mean width of the inside between the sorted spans.
  private func inside(_ count: Int, _ box: OverlapBox, _ winding: Int, _ rule: FillRule) -> Double {
    var winding = winding
    var start = box.left
    var width = 0.0
    for i in 0..<count {
      let place = unsafe (spans[i].top + spans[i].bottom) / 2
      let next = unsafe winding + Int(spans[i].sign)
      if rule.isInside(winding) {
        if !rule.isInside(next) { width += place - start }
      } else if rule.isInside(next) {
        start = place
      }
      winding = next
    }
    return rule.isInside(winding) ? width + box.right - start : width
  }
}
