// Unsafe: owns the memory of a mask; bounds checks would double the inner loops.

/// Adds up a tile's cells from left to right into coverage bytes.
@safe struct TileSweep: ~Copyable {
  /// The rule that turns sums into coverage.
  var rule: FillRule
  /// The coverage of the tile swept last.
  let mask: UnsafeMutablePointer<UInt8>
  /// For each pixel row a bit for every four pixels; if clear, all four are 0 in `mask`.
  let occupied: UnsafeMutablePointer<UInt8>
  /// For each pixel row a bit for every four pixels; if set, all four are 255 in `mask`.
  let solid: UnsafeMutablePointer<UInt8>
  /// For each pixel row the sum, in fixed point, right of the tile swept last; only `restart` may change it.
  let carry: UnsafeMutablePointer<Int>
  /// A bit for each pixel row whose carry is not 0.
  private(set) var carried: UInt32 = 0
  /// A bit for each pixel row of the mask that is known to be all zeros; others may be too.
  private var cleared: UInt32 = .max

  init(_ rule: FillRule) {
    self.rule = rule
    unsafe mask = .allocate(capacity: Tile.pixelCount)
    unsafe mask.initialize(repeating: 0, count: Tile.pixelCount)
    unsafe occupied = .allocate(capacity: 2 * Tile.edge)
    unsafe occupied.initialize(repeating: 0, count: 2 * Tile.edge)
    unsafe solid = unsafe occupied + Tile.edge
    unsafe carry = .allocate(capacity: Tile.edge)
    unsafe carry.initialize(repeating: 0, count: Tile.edge)
  }

  deinit {
    unsafe mask.deallocate()
    unsafe occupied.deallocate()
    unsafe carry.deallocate()
  }

  /// The kind of coverage that a tile has.
  enum Result: Equatable {
    case empty, full
    case mask(rows: Range<Int>)
  }

  /// The mask of the tile swept last, valid until the next is swept.
  func currentMask(_ rows: Range<Int>) -> CoverageMask {
    unsafe CoverageMask(
      bytes: UnsafePointer(mask), rows: rows, occupied: UnsafePointer(occupied), solid: UnsafePointer(solid))
  }

  /// Starts at the left of a row of tiles.
  mutating func restart<Cell: FixedWidthInteger & SignedInteger>(_ left: UnsafePointer<Cell>) {
    carried = 0
    for row in 0..<Tile.edge {
      unsafe carry[row] = unsafe Int(truncatingIfNeeded: left[row])
      if unsafe carry[row] != 0 { carried |= 1 << UInt32(truncatingIfNeeded: row) }
    }
  }

  /// Starts at the left of a row of tiles, whose edges are in a strip.
  @inline(__always)
  mutating func restart<Cell: FixedWidthInteger & SignedInteger>(at strip: borrowing CellStrip<Cell>) {
    if strip.firstTouched == 0 { unsafe restart(strip.left) } else { restart() }
  }

  /// Starts at the left of a row of tiles without edges left of it.
  @inline(__always)
  mutating func restart() {
    while carried != 0 {
      unsafe carry[carried.trailingZeroBitCount] = 0
      carried &= carried &- 1
    }
  }

  /// Sets the carry of a row that was swept.
  @inline(__always)
  mutating func setCarry(_ row: Int, _ sum: Int) {
    unsafe carry[row] = sum
    let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: row)
    carried = sum == 0 ? carried & ~bit : carried | bit
  }

  /// Records the rows whose carries are not 0, after all of them were set.
  @inline(__always)
  mutating func setCarried(_ rows: UInt32) { carried = rows }

  /// Whether the carry of every row right of the tile swept last is exactly 0.
  var isEmpty: Bool { carried == 0 }

  /// A sum as coverage in fixed point: its magnitude clamped to 1, or folded between 0 and 1.
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

  /// A coverage in fixed point that becomes that byte.
  @inline(__always)
  static func covered(byte: UInt8) -> Int { ((Int(byte) << FixedPoint.bits) &+ 127) / 255 }

  /// The byte that a sum represents.
  @inline(__always)
  func byte<Cell: FixedWidthInteger & SignedInteger>(_ sum: Cell) -> UInt8 {
    Self.byte(covered: Self.covered(sum, rule))
  }

  /// Fills a row with the coverage that its carry represents.
  @inline(__always)
  func fillRow(_ row: Int) {
    let value = unsafe byte(carry[row])
    unsafe Self.fill(UnsafeMutableRawPointer(mask + row &* Tile.edge), value)
    unsafe occupied[row] = value == 0 ? 0 : 255
    unsafe solid[row] = value == 255 ? 255 : 0
  }

  /// Writes one coverage into a row's 32 pixels.
  @inline(__always)
  static func fill(_ row: UnsafeMutableRawPointer, _ value: UInt8) {
    let values = SIMD16<UInt8>(repeating: value)
    unsafe row.storeBytes(of: values, as: SIMD16<UInt8>.self)
    unsafe row.storeBytes(of: values, toByteOffset: 16, as: SIMD16<UInt8>.self)
  }

  /// Clears the rows of the tile except those in `busy`, which are about to be written.
  @inline(__always)
  mutating func clear(except busy: UInt32) {
    let none = SIMD16<UInt8>(repeating: 0)
    let bits = unsafe UnsafeMutableRawPointer(occupied)
    for place in 0..<4 { unsafe bits.storeBytes(of: none, toByteOffset: place &* 16, as: SIMD16<UInt8>.self) }
    var stale = ~(busy | cleared)
    cleared = ~busy
    while stale != 0 {
      let target = unsafe UnsafeMutableRawPointer(mask + stale.trailingZeroBitCount &* Tile.edge)
      stale &= stale &- 1
      unsafe target.storeBytes(of: none, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(of: none, toByteOffset: 16, as: SIMD16<UInt8>.self)
    }
  }

  /// The bits of the rows above the canvas' end.
  @inline(__always)
  static func rows(_ height: Int) -> UInt32 { UInt32.max &>> UInt32(truncatingIfNeeded: Tile.edge &- height) }

  /// Computes a tile from the carry alone; rows from `height` on are below the canvas.
  mutating func sweepEmpty(height: Int) -> Result {
    var busy = carried & Self.rows(height)
    if busy == 0 { return .empty }
    clear(except: busy)
    while busy != 0 {
      fillRow(busy.trailingZeroBitCount)
      busy &= busy &- 1
    }
    return result(height: height)
  }

  /// The kind of coverage in the mask.
  @inline(__always)
  func result(height: Int) -> Result {
    let seen = unsafe UnsafeRawPointer(occupied)
    @inline(__always)
    func word(_ place: Int) -> UInt64 {
      unsafe UInt64(littleEndian: seen.loadUnaligned(fromByteOffset: place &* 8, as: UInt64.self))
    }
    var first = 0
    while word(first) == 0 {
      first &+= 1
      if first == Tile.edge / 8 { return .empty }
    }
    var last = Tile.edge / 8 &- 1
    while word(last) == 0 { last &-= 1 }
    let top = first &* 8 &+ word(first).trailingZeroBitCount &>> 3
    let end = last &* 8 &+ (71 &- word(last).leadingZeroBitCount) &>> 3
    if top == 0 && end == height {
      var row = 0
      while unsafe row < height && solid[row] == 255 { row &+= 1 }
      if row == height { return .full }
    }
    return .mask(rows: top..<end)
  }

  /// Adds up the cells of a tile one by one, leaving zeros: for sums of any size, and the reference for the fast
  /// version.
  mutating func sweepScalar<Cell: FixedWidthInteger & SignedInteger>(
    _ cells: UnsafeMutablePointer<Cell>, _ marks: UnsafeMutablePointer<StrandMarks>, height: Int
  ) {
    clear(except: Self.rows(height))
    for row in 0..<height {
      let source = unsafe cells + row * CellStrip<Cell>.stride
      let target = unsafe mask + row * Tile.edge
      unsafe marks[row] = StrandMarks()
      var sum = unsafe Cell(truncatingIfNeeded: carry[row])
      // In local variables: the compiler fails with the thread sanitizer if the stored bytes are changed in the loop.
      var (some, all): (UInt8, UInt8) = (0, 255)
      for x in 0..<Tile.edge {
        unsafe sum &+= source[x]
        unsafe source[x] = 0
        let value = byte(sum)
        unsafe target[x] = value
        let bit: UInt8 = 1 << UInt8(truncatingIfNeeded: x / 4)
        if value != 0 { some |= bit }
        if value != 255 { all &= ~bit }
      }
      unsafe occupied[row] = some
      unsafe solid[row] = all
      unsafe setCarry(row, Int(truncatingIfNeeded: sum &+ source[Tile.edge]))
      unsafe source[Tile.edge] = 0
    }
  }
}
