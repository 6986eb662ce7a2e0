/// Adds up a tile's cells from left to right into coverage bytes.
struct TileSweep: ~Copyable {
  /// The coverage of the tile swept last.
  let mask: UnsafeMutablePointer<UInt8>
  /// For each pixel row the coverage, in fixed point, of what lies right of the tile swept last.
  let carry: UnsafeMutablePointer<Int>

  init() {
    mask = .allocate(capacity: Tile.pixelCount)
    mask.initialize(repeating: 0, count: Tile.pixelCount)
    carry = .allocate(capacity: Tile.edge)
    carry.initialize(repeating: 0, count: Tile.edge)
  }

  deinit {
    mask.deallocate()
    carry.deallocate()
  }

  /// What a tile's coverage came to.
  enum Result {
    case none, full
    case mask(rows: Range<Int>)
  }

  /// Starts at the left of a row of tiles.
  func restart() { carry.update(repeating: 0, count: Tile.edge) }

  /// A byte from an accumulated sum: clamped to 0…1 by size, rounded to nearest.
  @inline(__always)
  static func byte<Cell: FixedWidthInteger & SignedInteger>(_ sum: Cell) -> UInt8 {
    let size = Swift.min(sum.magnitude, Cell.Magnitude(truncatingIfNeeded: FixedPoint.one))
    return UInt8(truncatingIfNeeded: (Int(truncatingIfNeeded: size) * 255 + FixedPoint.one / 2) >> FixedPoint.bits)
  }

  /// What the carry alone makes of a tile; rows from `height` on lie below the canvas.
  func sweepEmpty(height: Int) -> Result {
    var least: UInt8 = 255
    var first = Tile.edge
    var last = -1
    for row in 0..<height {
      let value = Self.byte(carry[row])
      least = Swift.min(least, value)
      if value > 0 {
        first = Swift.min(first, row)
        last = row
      }
    }
    if last < 0 { return .none }
    if least == 255 { return .full }
    for row in 0..<Tile.edge {
      (mask + row * Tile.edge).update(repeating: Self.byte(carry[row]), count: Tile.edge)
    }
    return .mask(rows: first..<last + 1)
  }

  /// Adds up the cells of a tile, leaving zeros, one after the other: for sums of any size, and the measure for the fast
  /// version.
  func sweepPlainly<Cell: FixedWidthInteger & SignedInteger>(
    _ cells: UnsafeMutablePointer<Cell>, touched: UInt64, height: Int
  ) -> Result {
    var first = Tile.edge
    var last = -1
    var least: UInt8 = 255
    for row in 0..<height {
      let source = cells + row * CellStrip<Cell>.stride
      let target = mask + row * Tile.edge
      var sum = Cell(truncatingIfNeeded: carry[row])
      var most: UInt8 = 0
      for x in 0..<Tile.edge {
        sum &+= source[x]
        source[x] = 0
        let value = Self.byte(sum)
        target[x] = value
        least = Swift.min(least, value)
        most = Swift.max(most, value)
      }
      carry[row] = Int(truncatingIfNeeded: sum &+ source[Tile.edge])
      source[Tile.edge] = 0
      if most > 0 {
        first = Swift.min(first, row)
        last = row
      }
    }
    for row in height..<Tile.edge { (mask + row * Tile.edge).update(repeating: 0, count: Tile.edge) }
    if last < 0 { return .none }
    return least == 255 ? .full : .mask(rows: first..<last + 1)
  }
}
