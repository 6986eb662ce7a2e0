/// The segments of a pencil line that reach each part of a canvas; none is missing, but some listed only come near.
struct SegmentLists {
  /// The segments that reach a block of a row of blocks.
  struct List: Sendable {
    /// The number of the block in its row.
    var block: Int
    /// The numbers of the segments' first discs, in ascending order.
    var segments: [UInt32]
  }

  private let pencil: DensePencil

  init(_ pencil: DensePencil) { self.pencil = pencil }

  /// The lists of the blocks that segments reach in some rows of pixels, from left to right.
  ///
  /// - Complexity: linear in the segments.
  func lists(inRows rows: Range<Int>, blocks: Int) -> [List] {
    var lists = [[UInt32]](repeating: [], count: blocks)
    for segment in 0..<pencil.discs.count - 1 {
      guard let columns = Self.columns(of: segment, of: pencil, inRows: rows) else { continue }
      let edge = Double(DenseBlock.edge)
      let end = Double(blocks) * edge
      guard columns.upperBound >= 0, columns.lowerBound < end else { continue }
      let first = Int(max(columns.lowerBound, 0) / edge)
      let last = Int(min(columns.upperBound, end - 1) / edge)
      for block in first...last { lists[block].append(UInt32(segment)) }
    }
    return lists.enumerated().lazy.filter { !$1.isEmpty }.map { List(block: $0, segments: $1) }
  }

  /// The columns of the canvas between which a segment reaches some rows of pixels; nil if it does not.
  @inline(__always)
  static func columns(of segment: Int, of pencil: DensePencil, inRows rows: Range<Int>) -> ClosedRange<Double>? {
    let (a, b) = (pencil.discs[segment], pencil.discs[segment + 1])
    // Chords are less than a pixel outside their arcs, and crossings are rounded.
    let reach = max(a.radius, b.radius) + 2
    let top = Double(rows.lowerBound) - pencil.origin.y - reach
    let bottom = Double(rows.upperBound) - pencil.origin.y + reach
    let (upper, lower) = a.y <= b.y ? (a, b) : (b, a)
    guard lower.y >= top, upper.y <= bottom else { return nil }
    var (x, nextX) = (upper.x, lower.x)
    let rise = lower.y - upper.y
    if rise > 0 {
      let slope = (lower.x - upper.x) / rise
      if upper.y < top { x = upper.x + (top - upper.y) * slope }
      if lower.y > bottom { nextX = upper.x + (bottom - upper.y) * slope }
    }
    return min(x, nextX) + pencil.origin.x - reach...max(x, nextX) + pencil.origin.x + reach
  }
}
