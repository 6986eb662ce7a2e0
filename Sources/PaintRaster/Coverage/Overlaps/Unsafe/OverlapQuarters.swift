// Unsafe: owns the memory of its pieces, which is reused for each cell.

/// The area inside an outline within a cell that many pieces of edges pass: the cell is divided into quarters
/// recursively, until few pieces are left in a box or the winding number cannot reach zero there.
///
/// Where pieces are long, a quarter has half as many as its box, so the cost is linear in their number, except where
/// hardly any point is known to be inside. Boxes of 1/16 pixel that still have many are sampled at 16 x 16 points. All
/// in Double, each piece separately and boxes in a fixed order, so the result does not depend on the order of pieces.
@safe struct OverlapQuarters: ~Copyable {
  /// The most pieces that are left to `OverlapTrapezoids`.
  static let trapezoidLimit = 8
  private static let maximumDepth = 4
  /// Lines and columns of the sampling of a box.
  private static let samples = 16

  /// A piece that may extend beyond the box to the left or to the right: left of the box it counts as on its left
  /// border, and right of it as nothing.
  private struct Strand {
    var x: Double
    var y: Double
    var nextX: Double
    var nextY: Double
    /// x per y.
    var slope: Double
    /// The change of the winding number: more than 1 only on the left border of a box.
    var sign: Int32

    @inline(__always)
    func x(at line: Double) -> Double { x + (line - y) * slope }
  }

  /// The strands of a cell, followed by those of the current quarter, of its current quarter, and so on.
  private var strands: UnsafeMutablePointer<Strand>
  private var capacity = 0
  private var count = 0
  /// Where the winding number changes along the left border of a box, and by how much.
  private var turns: [(y: Double, change: Int32)] = []
  private let grid: UnsafeMutablePointer<Int32>

  init() {
    unsafe strands = .allocate(capacity: 0)
    unsafe grid = .allocate(capacity: Self.samples * Self.samples)
  }

  deinit {
    unsafe strands.deallocate()
    unsafe grid.deallocate()
  }

  /// The area inside in units of 2^-32 pixel, from the pieces from `head` on and the winding number at the cell's upper left
  /// corner.
  mutating func area(
    _ pieces: UnsafePointer<OverlapPiece>, _ head: Int32, _ winding: Int, _ rule: FillRule,
    _ trapezoids: inout OverlapTrapezoids
  ) -> Double {
    count = 0
    var winding = winding
    var index = head
    while index >= 0 {
      let p = unsafe pieces[Int(index)]
      index = p.next
      if index >= 0, let (joined, turns) = unsafe Self.join(p, pieces[Int(index)]) {
        // A piece along the left border from where an edge crosses it is only that edge's continuation left of the
        // border.
        winding += turns
        append(joined)
        index = unsafe pieces[Int(index)].next
      } else {
        append(
          Strand(
            x: p.x, y: p.y, nextX: p.nextX, nextY: p.nextY, slope: (p.nextX - p.x) / (p.nextY - p.y), sign: p.sign))
      }
    }
    return area(.cell, 0..<count, winding, depth: 0, rule, &trapezoids)
  }

  /// A piece that ends on the left border and the piece that runs down the border from there, joined to one strand, and
  /// the resulting change of the winding number at the corner.
  @inline(__always)
  private static func join(_ p: OverlapPiece, _ q: OverlapPiece) -> (Strand, Int)? {
    let isBorder = q.x == 0 && q.nextX == 0
    guard isBorder || (p.x == 0 && p.nextX == 0) else { return nil }
    let (piece, border) = isBorder ? (p, q) : (q, p)
    guard border.nextY == 65_536 else { return nil }
    let slope = (piece.nextX - piece.x) / (piece.nextY - piece.y)
    if slope > 0, piece.x == 0, piece.y == border.y, piece.sign == 0 &- border.sign {
      return (
        Strand(
          x: 0 - piece.y * slope, y: 0, nextX: piece.nextX, nextY: piece.nextY, slope: slope, sign: piece.sign),
        0 - Int(piece.sign)
      )
    }
    if slope < 0, piece.nextX == 0, piece.nextY == border.y, piece.sign == border.sign {
      let height = 65_536 - piece.nextY
      return (
        Strand(x: piece.x, y: piece.y, nextX: height * slope, nextY: 65_536, slope: slope, sign: piece.sign), 0
      )
    }
    return nil
  }

  @inline(__always)
  private mutating func append(_ strand: Strand) {
    if count == capacity { grow() }
    unsafe (strands + count).initialize(to: strand)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(256, capacity * 2)
    let new = UnsafeMutablePointer<Strand>.allocate(capacity: capacity)
    unsafe new.moveInitialize(from: strands, count: count)
    unsafe strands.deallocate()
    unsafe strands = unsafe new
  }

  /// The area inside within a box that those strands pass.
  private mutating func area(
    _ box: OverlapBox, _ range: Range<Int>, _ winding: Int, depth: Int, _ rule: FillRule,
    _ trapezoids: inout OverlapTrapezoids
  ) -> Double {
    if range.count <= Self.trapezoidLimit { return exact(box, range, winding, rule, &trapezoids) }
    let range = range.lowerBound..<mergeLeftBorder(box, range)
    if range.count <= Self.trapezoidLimit { return exact(box, range, winding, rule, &trapezoids) }
    if depth == Self.maximumDepth { return sampled(box, range, winding, rule) }
    let (a, b, c, d) = box.quarters
    // One by one: an array of four would need a heap allocation.
    let upper =
      quarter(a, range, winding, depth, rule, &trapezoids) + quarter(b, range, winding, depth, rule, &trapezoids)
    let lower =
      quarter(c, range, winding, depth, rule, &trapezoids) + quarter(d, range, winding, depth, rule, &trapezoids)
    return upper + lower
  }

  /// The area inside within a quarter of the box that those strands pass.
  private mutating func quarter(
    _ box: OverlapBox, _ range: Range<Int>, _ corner: Int, _ depth: Int, _ rule: FillRule,
    _ trapezoids: inout OverlapTrapezoids
  ) -> Double {
    let start = count
    var winding = corner
    var downs = 0
    var ups = 0
    for i in range {
      var s = unsafe strands[i]
      if s.nextY <= box.top || s.y >= box.bottom { continue }
      if s.y < box.top {
        s.x = s.x(at: box.top)
        s.y = box.top
      }
      if s.nextY > box.bottom {
        s.nextX = s.x(at: box.bottom)
        s.nextY = box.bottom
      }
      if min(s.x, s.nextX) >= box.right { continue }
      if max(s.x, s.nextX) <= box.left {
        if s.y == box.top && s.nextY == box.bottom {
          winding += Int(s.sign)
          continue
        }
        s.x = box.left
        s.nextX = box.left
        s.slope = 0
      }
      if s.sign < 0 { downs -= Int(s.sign) } else { ups += Int(s.sign) }
      append(s)
    }
    let area: Double
    if rule == .nonzero && (winding - downs >= 1 || winding + ups <= -1) {
      area = box.area
    } else if start == count {
      area = rule.isInside(winding) ? box.area : 0
    } else {
      area = self.area(box, start..<count, winding, depth: depth + 1, rule, &trapezoids)
    }
    count = start
    return area
  }

  /// Replaces the strands on the left border of the box, which are those left of it, by their sum, so that a knot is
  /// not processed again in each box to its right; returns the new end of the strands, which are the last in the array.
  ///
  /// The sum has fewer parts, because the winding number does not change where one of those strands continues as
  /// another.
  private mutating func mergeLeftBorder(_ box: OverlapBox, _ range: Range<Int>) -> Int {
    turns.removeAll(keepingCapacity: true)
    for i in range where unsafe max(strands[i].x, strands[i].nextX) <= box.left {
      unsafe turns.append((strands[i].y, strands[i].sign))
      unsafe turns.append((strands[i].nextY, 0 &- strands[i].sign))
    }
    guard turns.count > 2 else { return range.upperBound }
    turns.sort { $0.y < $1.y }
    var kept = 0
    for k in turns.indices {
      let turn = turns[k]
      if kept > 0 && turns[kept - 1].y == turn.y {
        turns[kept - 1].change &+= turn.change
        if turns[kept - 1].change == 0 { kept -= 1 }
      } else {
        turns[kept] = turn
        kept += 1
      }
    }
    // As many parts as changes, or fewer: the last change ends the last part.
    guard kept < turns.count / 2 else { return range.upperBound }
    var end = range.lowerBound
    for i in range where unsafe max(strands[i].x, strands[i].nextX) > box.left {
      unsafe strands[end] = unsafe strands[i]
      end += 1
    }
    var sum: Int32 = 0
    for k in 0..<max(kept - 1, 0) {
      sum &+= turns[k].change
      if sum == 0 { continue }
      unsafe strands[end] = Strand(
        x: box.left, y: turns[k].y, nextX: box.left, nextY: turns[k + 1].y, slope: 0, sign: sum)
      end += 1
    }
    count = end
    return end
  }

  /// The area within a box with few strands.
  private func exact(
    _ box: OverlapBox, _ range: Range<Int>, _ winding: Int, _ rule: FillRule, _ trapezoids: inout OverlapTrapezoids
  ) -> Double {
    trapezoids.removeAll()
    for i in range {
      let s = unsafe strands[i]
      var p = OverlapPiece(x: s.x, y: s.y, nextX: s.nextX, nextY: s.nextY, sign: s.sign, next: -1)
      if p.x < box.left || p.nextX < box.left {
        // Along the left border while it is left of it.
        let border = min(max(p.y + (box.left - p.x) / s.slope, p.y), p.nextY)
        var side = p
        side.x = box.left
        side.nextX = box.left
        if p.x < box.left {
          side.nextY = border
          p.x = box.left
          p.y = border
        } else {
          side.y = border
          p.nextX = box.left
          p.nextY = border
        }
        if side.y < side.nextY { trapezoids.append(side) }
      }
      if p.x > box.right || p.nextX > box.right {
        let border = min(max(s.y + (box.right - s.x) / s.slope, p.y), p.nextY)
        if p.x > box.right {
          p.x = box.right
          p.y = border
        } else {
          p.nextX = box.right
          p.nextY = border
        }
      }
      if p.y < p.nextY { trapezoids.append(p) }
    }
    return trapezoids.area(box, winding, rule)
  }

  /// The area within a box with many strands, by the winding numbers at 16 x 16 points.
  private func sampled(_ box: OverlapBox, _ range: Range<Int>, _ winding: Int, _ rule: FillRule) -> Double {
    let samples = Self.samples
    unsafe grid.initialize(repeating: 0, count: samples * samples)
    let step = (box.bottom - box.top) / Double(samples)
    for i in range {
      let s = unsafe strands[i]
      var line = max(Int(((s.y - box.top) / step + 0.5).rounded(.down)), 0)
      while line < samples {
        let y = box.top + (Double(line) + 0.5) * step
        if y >= s.nextY { break }
        if y >= s.y {
          let x = min(max((s.x(at: y) - box.left) / step + 0.5, 0), Double(samples))
          let sample = Int(x)
          if sample < samples { unsafe grid[line * samples + sample] &+= s.sign }
        }
        line += 1
      }
    }
    var covered = 0
    for line in 0..<samples {
      var sum = winding
      for sample in 0..<samples {
        unsafe sum += Int(grid[line * samples + sample])
        if rule.isInside(sum) { covered += 1 }
      }
    }
    return Double(covered) * box.area / Double(samples * samples)
  }
}
