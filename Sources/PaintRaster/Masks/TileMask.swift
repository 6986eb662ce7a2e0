/// A set of pixels of a tile, one bit each: bit x of row y represents pixel (x, y).
///
/// Operations use vectors of eight lanes: with 32 lanes the compiler works lane by lane and spills the vector each
/// time, some 1,600 instructions for `==`; with an `InlineArray` it copies the whole array for every element.
public struct TileMask: Equatable, Sendable {
  /// The rows from top to bottom.
  public var rows: SIMD32<UInt32>

  /// No pixels.
  @inlinable @inline(__always) public static var none: TileMask { TileMask(rows: SIMD32(repeating: 0)) }
  /// All pixels.
  @inlinable @inline(__always) public static var all: TileMask { TileMask(rows: SIMD32(repeating: .max)) }

  /// The pixels whose bits are set in `rows`.
  @inlinable @inline(__always)
  public init(rows: SIMD32<UInt32>) { self.rows = rows }

  /// The pixels of a box at the tile's top left corner; both sides are 0…32.
  public init(width: Int, height: Int) { self.init(PixelBox(x: 0, y: 0, width: width, height: height)) }

  /// The pixels of a tile-relative box, as far as it is in the tile.
  public init(_ box: PixelBox) {
    let box = box.intersection(.tile)
    // A whole tile needs no row of its own.
    rows = SIMD32(repeating: box == .tile ? .max : 0)
    if box.isEmpty || box == .tile { return }
    let row = (UInt32.max >> UInt32(Tile.edge - box.width)) << UInt32(box.x)
    for y in box.y..<box.maxY { rows[y] = row }
  }

  /// Whether pixel (x, y) is in the set; both are 0 ..< 32.
  @inlinable public func contains(x: Int, y: Int) -> Bool { rows[y] >> UInt32(x) & 1 == 1 }

  /// Adds pixel (x, y); both are 0 ..< 32.
  @inlinable public mutating func insert(x: Int, y: Int) { rows[y] |= 1 << UInt32(x) }

  /// The number of pixels.
  public var count: Int { (0..<Tile.edge).reduce(0) { $0 + rows[$1].nonzeroBitCount } }

  /// The smallest box that contains all pixels; `PixelBox.empty` if there are none.
  public var bounds: PixelBox {
    let used = (0..<Tile.edge).filter { rows[$0] != 0 }
    guard let top = used.first, let bottom = used.last else { return .empty }
    let columns = used.reduce(UInt32(0)) { $0 | rows[$1] }
    let left = columns.trailingZeroBitCount
    return PixelBox(
      x: left, y: top, width: Tile.edge - columns.leadingZeroBitCount - left, height: bottom + 1 - top)
  }

  /// Whether the set is empty.
  @inlinable @inline(__always) public var isEmpty: Bool {
    let sixteen = rows.lowHalf | rows.highHalf
    let eight = sixteen.lowHalf | sixteen.highHalf
    let four = eight.lowHalf | eight.highHalf
    let two = four.lowHalf | four.highHalf
    return two.x | two.y == 0
  }

  /// Whether all pixels of a box at the tile's top left corner are in the set.
  public func covers(width: Int, height: Int) -> Bool {
    let beyond = width < Tile.edge ? UInt32.max << UInt32(width) : 0
    for y in 0..<height where rows[y] | beyond != .max { return false }
    return true
  }

  /// Calls `body` with the runs of pixels of each row, from left to right.
  func forEachRun(_ body: (_ row: Int, _ columns: Range<Int>) -> Void) {
    for y in 0..<Tile.edge {
      var rest = rows[y]
      while rest != 0 {
        let start = rest.trailingZeroBitCount
        let length = (~(rest >> UInt32(start))).trailingZeroBitCount
        body(y, start..<start + length)
        rest &= length + start < Tile.edge ? UInt32.max << UInt32(start + length) : 0
      }
    }
  }

  /// Whether both sets have the same pixels.
  @inlinable @inline(__always) public static func == (first: TileMask, second: TileMask) -> Bool {
    first.combined(with: second, ^).isEmpty
  }

  /// The pixels in both.
  @inlinable @inline(__always) public func intersection(_ other: TileMask) -> TileMask { combined(with: other, &) }

  /// The pixels in either.
  @inlinable @inline(__always) public func union(_ other: TileMask) -> TileMask { combined(with: other, |) }

  /// The pixels that are not in the other.
  @inlinable @inline(__always) public func subtracting(_ other: TileMask) -> TileMask {
    combined(with: other) { $0 & ~$1 }
  }

  @inlinable @inline(__always)
  func combined(
    with other: TileMask, _ operation: (SIMD8<UInt32>, SIMD8<UInt32>) -> SIMD8<UInt32>
  ) -> TileMask {
    let (first, second) = (rows, other.rows)
    return TileMask(
      rows: SIMD32(
        lowHalf: SIMD16(
          lowHalf: operation(first.lowHalf.lowHalf, second.lowHalf.lowHalf),
          highHalf: operation(first.lowHalf.highHalf, second.lowHalf.highHalf)),
        highHalf: SIMD16(
          lowHalf: operation(first.highHalf.lowHalf, second.highHalf.lowHalf),
          highHalf: operation(first.highHalf.highHalf, second.highHalf.highHalf))))
  }
}
