/// Adds up a tile's cells from left to right into coverage bytes.
struct TileSweep: ~Copyable {
  /// What the sums are folded by.
  var rule: FillRule
  /// The coverage of the tile swept last.
  let mask: UnsafeMutablePointer<UInt8>
  /// For each pixel row a bit for every four pixels: clear, all four are 0 in `mask`.
  let occupied: UnsafeMutablePointer<UInt8>
  /// For each pixel row a bit for every four pixels: set, all four are 255 in `mask`.
  let solid: UnsafeMutablePointer<UInt8>
  /// For each pixel row the coverage, in fixed point, of what lies right of the tile swept last.
  let carry: UnsafeMutablePointer<Int>

  init(_ rule: FillRule) {
    self.rule = rule
    // The fast sweep writes up to a row past the last one.
    mask = .allocate(capacity: Tile.pixelCount + Tile.edge)
    mask.initialize(repeating: 0, count: Tile.pixelCount + Tile.edge)
    occupied = .allocate(capacity: 2 * Tile.edge)
    occupied.initialize(repeating: 0, count: 2 * Tile.edge)
    solid = occupied + Tile.edge
    carry = .allocate(capacity: Tile.edge)
    carry.initialize(repeating: 0, count: Tile.edge)
  }

  deinit {
    mask.deallocate()
    occupied.deallocate()
    carry.deallocate()
  }

  /// What a tile's coverage came to.
  enum Result: Equatable {
    case none, full
    case mask(rows: Range<Int>)
  }

  /// Starts at the left of a row of tiles.
  func restart<Cell: FixedWidthInteger & SignedInteger>(_ left: UnsafePointer<Cell>) {
    for row in 0..<Tile.edge { carry[row] = Int(truncatingIfNeeded: left[row]) }
  }

  /// Whether nothing right of the tile swept last is covered, to the last bit.
  var isEmpty: Bool {
    var any = 0
    for row in 0..<Tile.edge { any |= carry[row] }
    return any == 0
  }

  /// A sum as coverage in fixed point: its size clamped to 1, or folded between 0 and 1.
  @inline(__always)
  static func covered<Cell: FixedWidthInteger & SignedInteger>(_ sum: Cell, _ rule: FillRule) -> Int {
    let one = FixedPoint.one
    switch rule {
    case .nonzero: return Int(truncatingIfNeeded: Swift.min(sum.magnitude, Cell.Magnitude(truncatingIfNeeded: one)))
    case .evenodd:
      let rest = Int(truncatingIfNeeded: sum) & (2 * one - 1)
      return rest > one ? 2 * one - rest : rest
    }
  }

  /// Coverage in fixed point as a byte, rounded to nearest.
  @inline(__always)
  static func byte(covered: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (covered &* 255 &+ FixedPoint.one / 2) >> FixedPoint.bits)
  }

  /// The byte that a sum stands for.
  @inline(__always)
  func byte<Cell: FixedWidthInteger & SignedInteger>(_ sum: Cell) -> UInt8 {
    Self.byte(covered: Self.covered(sum, rule))
  }

  /// Fills a row with the coverage that its carry stands for.
  @inline(__always)
  func fillRow(_ row: Int) {
    let value = byte(carry[row])
    let target = UnsafeMutableRawPointer(mask + row &* Tile.edge)
    let values = SIMD16<UInt8>(repeating: value)
    target.storeBytes(of: values, as: SIMD16<UInt8>.self)
    target.storeBytes(of: values, toByteOffset: 16, as: SIMD16<UInt8>.self)
    occupied[row] = value == 0 ? 0 : 255
    solid[row] = value == 255 ? 255 : 0
  }

  /// Makes rows below the canvas empty.
  @inline(__always)
  func clearRows(from height: Int) {
    for row in height..<Tile.edge {
      (mask + row &* Tile.edge).update(repeating: 0, count: Tile.edge)
      occupied[row] = 0
      solid[row] = 0
    }
  }

  /// What the carry alone makes of a tile; rows from `height` on lie below the canvas.
  func sweepEmpty(height: Int) -> Result {
    for row in 0..<height { fillRow(row) }
    clearRows(from: height)
    return result(height: height)
  }

  /// Puts another value into the mask.
  func replace(_ pixel: Int, by value: UInt8) {
    mask[pixel] = value
    let row = pixel / Tile.edge
    let group = (pixel % Tile.edge) / 4
    let bit: UInt8 = 1 << UInt8(truncatingIfNeeded: group)
    let four = UnsafeRawPointer(mask + (row * Tile.edge + group * 4)).load(as: UInt32.self)
    occupied[row] = four == 0 ? occupied[row] & ~bit : occupied[row] | bit
    solid[row] = four == .max ? solid[row] | bit : solid[row] & ~bit
  }

  /// What the mask amounts to.
  @inline(__always)
  func result(height: Int) -> Result {
    let seen = UnsafeRawPointer(occupied).loadUnaligned(as: SIMD32<UInt8>.self)
    if seen == .zero { return .none }
    var first = 0
    while occupied[first] == 0 { first &+= 1 }
    var last = height &- 1
    while occupied[last] == 0 { last &-= 1 }
    if first == 0 && last == height &- 1 {
      var row = 0
      while row < height && solid[row] == 255 { row &+= 1 }
      if row == height { return .full }
    }
    return .mask(rows: first..<last &+ 1)
  }

  /// Adds up the cells of a tile, leaving zeros, one after the other: for sums of any size, and the measure for the fast
  /// version.
  func sweepPlainly<Cell: FixedWidthInteger & SignedInteger>(
    _ cells: UnsafeMutablePointer<Cell>, _ marks: UnsafeMutablePointer<StrandMarks>, height: Int
  ) {
    for row in 0..<height {
      let source = cells + row * CellStrip<Cell>.stride
      let target = mask + row * Tile.edge
      marks[row] = StrandMarks()
      var sum = Cell(truncatingIfNeeded: carry[row])
      occupied[row] = 0
      solid[row] = 255
      for x in 0..<Tile.edge {
        sum &+= source[x]
        source[x] = 0
        let value = byte(sum)
        target[x] = value
        let bit: UInt8 = 1 << UInt8(truncatingIfNeeded: x / 4)
        if value != 0 { occupied[row] |= bit }
        if value != 255 { solid[row] &= ~bit }
      }
      carry[row] = Int(truncatingIfNeeded: sum &+ source[Tile.edge])
      source[Tile.edge] = 0
    }
    clearRows(from: height)
  }
}
