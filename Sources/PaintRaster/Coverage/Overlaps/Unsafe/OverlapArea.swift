// Unsafe: follows lists of pieces in the memory of `OverlapCells`.

/// The true area inside an outline within one cell, from the pieces of edges in it and the sum of their areas.
///
/// The winding number at the cell's upper left corner is the part of the sum that the pieces do not explain. All in
/// Double: pieces are integers of 17 bits, so the result does not depend on the order of edges.
struct OverlapArea: ~Copyable {
  private static let one = 65_536.0

  private var trapezoids = OverlapTrapezoids()
  private var quarters = OverlapQuarters()

  /// The coverage of a cell with the pieces from `head` on, in fixed point.
  mutating func covered(
    sum: Int, _ pieces: UnsafePointer<OverlapPiece>, _ head: Int32, _ rule: FillRule
  ) -> Int {
    var count = 0
    var ups = 0
    var downs = 0
    var explained = 0
    var index = head
    trapezoids.removeAll()
    while index >= 0 {
      let piece = unsafe pieces + Int(index)
      let p = unsafe piece.pointee
      // Rounded like the sum's parts: the errors of a million equal pieces would otherwise add up to whole turns.
      let height = Int(p.nextY - p.y)
      let size = height &- (height &* Int(p.x + p.nextX) &+ FixedPoint.one) >> 17
      if p.sign > 0 {
        ups += 1
        explained += size
      } else {
        downs += 1
        explained -= size
      }
      if count < OverlapTrapezoids.maximumPieces { trapezoids.append(p) }
      count += 1
      index = p.next
    }
    let winding = (sum &- explained &+ FixedPoint.one / 2) >> FixedPoint.bits
    let covered: Int
    if rule == .nonzero && (winding - downs >= 1 || winding + ups <= -1) {
      covered = FixedPoint.one
    } else if (winding - downs >= 0 && winding + ups <= 1) || (winding - downs >= -1 && winding + ups <= 0) {
      covered = TileSweep.covered(sum, rule)
    } else if count == 2 && ups == 1 && isTwoSided() {
      covered = TileSweep.covered(sum, rule)
    } else {
      let area =
        unsafe count <= OverlapQuarters.trapezoidLimit
        ? trapezoids.area(.cell, winding, rule) : quarters.area(pieces, head, winding, rule, &trapezoids)
      covered = Int((area / Self.one + 0.5).rounded(.down))
    }
    return covered
  }

  /// Whether the first two pieces, which are opposite, make two adjacent winding numbers, as one strand does.
  ///
  /// The left one must reach wherever the right one does: points right of the right one alone would have a third
  /// number.
  private func isTwoSided() -> Bool {
    let (a, b) = unsafe (trapezoids.pieces[0], trapezoids.pieces[1])
    let top = Swift.max(a.y, b.y)
    let bottom = Swift.min(a.nextY, b.nextY)
    if top >= bottom { return false }
    let above = a.x(at: top) - b.x(at: top)
    let below = a.x(at: bottom) - b.x(at: bottom)
    if above * below < 0 { return false }
    let (left, right) = above + below <= 0 ? (a, b) : (b, a)
    return left.y <= right.y && left.nextY >= right.nextY
  }
}
