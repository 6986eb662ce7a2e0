// Unsafe: owns the memory of its bits; bounds checks would double the inner loops.

/// A fine grid over a part of the canvas, in which cells that a single segment fully covers are marked: a pixel with
/// all cells marked is covered by the line, independent of other segments in it.
///
/// Owns its memory.
@safe struct CoveredCells: ~Copyable {
  private let part: PixelBox
  /// Cells along a side of a pixel.
  private let scale: Int
  /// The distance by which a cell's centre must be inside the segment's radius, in pixels.
  private let diagonal: Double
  private let words: Int
  private let rows: Int
  /// Row by row, the lowest bit of a word for its leftmost cell.
  private let bits: UnsafeMutablePointer<UInt64>

  /// A grid without marks; nil if lines of that width would hardly cover whole cells.
  init?(over part: PixelBox, radius: Double) {
    // Half a cell's diagonal, plus a few units of the grid to which vertices are rounded.
    func half(_ scale: Int) -> Double { 0.5 * 2.0.squareRoot() / Double(scale) + 0.0001 }
    guard let scale = [4, 8].first(where: { radius > 2 * half($0) }) else { return nil }
    self.part = part
    self.scale = scale
    diagonal = half(scale)
    words = (part.width * scale + 63) / 64
    rows = part.height * scale
    unsafe bits = .allocate(capacity: words * rows)
    unsafe bits.initialize(repeating: 0, count: words * rows)
  }

  deinit { unsafe bits.deallocate() }

  /// Marks the cells inside the straight part of a segment between two discs.
  func mark(_ a: PolylineStroker.Disc, _ b: PolylineStroker.Disc, origin: Point) {
    let reach = Swift.min(a.radius, b.radius) - diagonal
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    guard reach > 0, square > 0 else { return }
    let (x, y) = (a.x + origin.x - Double(part.x), a.y + origin.y - Double(part.y))
    let cells = Double(scale)
    let top = (Swift.min(y, y + dy) - reach) * cells - 0.5
    let bottom = (Swift.max(y, y + dy) + reach) * cells - 0.5
    guard top < Double(rows), bottom >= 0 else { return }
    let first = Int(Swift.max(top, 0).rounded(.up))
    let last = Int(Swift.min(bottom, Double(rows - 1)).rounded(.down))
    // For a point (p, q) relative to the first disc, |p · dy − q · dx| is the distance from the axis times the length,
    // and p · dx + q · dy is between 0 and the length's square if the point projects onto the segment.
    let limit = reach * square.squareRoot()
    let width = Double(part.width)
    var row = first
    while row <= last {
      let q = (Double(row) + 0.5) / cells - y
      var (left, right) = (0 - x, width - x)
      if dy != 0 {
        let (one, other) = ((q * dx - limit) / dy, (q * dx + limit) / dy)
        left = Swift.max(left, Swift.min(one, other))
        right = Swift.min(right, Swift.max(one, other))
      } else if abs(q * dx) > limit {
        row += 1
        continue
      }
      if dx != 0 {
        let (one, other) = ((0 - q * dy) / dx, (square - q * dy) / dx)
        left = Swift.max(left, Swift.min(one, other))
        right = Swift.min(right, Swift.max(one, other))
      } else if q * dy < 0 || q * dy > square {
        row += 1
        continue
      }
      if left <= right {
        let start = Int(((x + left) * cells - 0.5).rounded(.up))
        let end = Int(((x + right) * cells - 0.5).rounded(.down))
        set(row, Swift.max(start, 0), Swift.min(end, part.width * scale - 1))
      }
      row += 1
    }
  }

  @inline(__always)
  private func set(_ row: Int, _ first: Int, _ last: Int) {
    guard first <= last else { return }
    let line = unsafe bits + row &* words
    let (word, end) = (first &>> 6, last &>> 6)
    let low = UInt64.max &<< UInt64(truncatingIfNeeded: first & 63)
    let high = UInt64.max &>> UInt64(truncatingIfNeeded: 63 &- last & 63)
    if word == end {
      unsafe line[word] |= low & high
      return
    }
    unsafe line[word] |= low
    var middle = word &+ 1
    while middle < end {
      unsafe line[middle] = .max
      middle &+= 1
    }
    unsafe line[end] |= high
  }

  /// The pixels of a tile of the part whose cells are all marked.
  func pixels(ofTile column: Int, _ tileRow: Int) -> TileMask {
    var solid = TileMask.none
    let tileWords = Tile.edge * scale / 64
    let ones: UInt64 = scale == 4 ? 0x1111_1111_1111_1111 : 0x0101_0101_0101_0101
    for y in 0..<Swift.min(Tile.edge, part.height - tileRow * Tile.edge) {
      var row: UInt32 = 0
      for word in 0..<Swift.min(tileWords, words - column * tileWords) {
        var all = UInt64.max
        for k in 0..<scale {
          unsafe all &= bits[((tileRow * Tile.edge + y) * scale + k) * words + column * tileWords + word]
        }
        // A bit is set where all cells of a pixel's row are.
        var shifted = all
        for k in 1..<scale { shifted &= all &>> UInt64(k) }
        shifted &= ones
        var pixel = word * 64 / scale
        while shifted != 0 {
          pixel = word * 64 / scale + shifted.trailingZeroBitCount / scale
          row |= 1 &<< UInt32(truncatingIfNeeded: pixel)
          shifted &= shifted &- 1
        }
      }
      solid.rows[y] = row
    }
    return solid
  }
}
