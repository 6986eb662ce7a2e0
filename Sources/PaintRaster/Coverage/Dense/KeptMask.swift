// Unsafe: a scanner's mask is copied from memory that the scanner lends.

/// A copy of a tile's coverage, kept until it is needed.
struct KeptMask: Sendable {
  private let rows: Range<Int>
  /// The coverages, then for each row the groups of four pixels that are not empty, then those that are solid.
  private let bytes: [UInt8]

  /// A copy of a mask, in which some pixels are known to be covered.
  init(_ mask: CoverageMask, covered: SolidPixels?) {
    var first = mask.rows.lowerBound
    var end = mask.rows.upperBound
    bytes = [UInt8](unsafeUninitializedCapacity: Tile.pixelCount + 2 * Tile.edge) { buffer, count in
      // The buffer is not empty, so it has an address.
      let base = buffer.baseAddress.unsafelyUnwrapped
      let occupied = base + Tile.pixelCount
      let solid = occupied + Tile.edge
      base.initialize(from: mask.bytes, count: Tile.pixelCount)
      occupied.initialize(from: mask.occupied, count: Tile.edge)
      solid.initialize(from: mask.solid, count: Tile.edge)
      count = Tile.pixelCount + 2 * Tile.edge
      guard let covered else { return }
      for y in 0..<Tile.edge where covered.rows[y] != 0 {
        (first, end) = (min(first, y), max(end, y + 1))
        let row = base + y * Tile.edge
        for x in 0..<Tile.edge where covered.rows[y] >> UInt32(x) & 1 == 1 { row[x] = 255 }
        (occupied[y], solid[y]) = (0, 0)
        for four in 0..<Tile.edge / 4 {
          let values = (0..<4).map { row[four * 4 + $0] }
          if values.contains(where: { $0 != 0 }) { occupied[y] |= 1 << UInt8(four) }
          if values.allSatisfy({ $0 == 255 }) { solid[y] |= 1 << UInt8(four) }
        }
      }
    }
    rows = first..<end
  }

  /// Lends the coverage.
  func withMask<E: Error>(_ body: (CoverageMask) throws(E) -> Void) throws(E) {
    let result = bytes.withUnsafeBufferPointer { buffer in
      let base = buffer.baseAddress.unsafelyUnwrapped
      return Result { () throws(E) in
        try body(
          CoverageMask(
            bytes: base, rows: rows, occupied: base + Tile.pixelCount, solid: base + Tile.pixelCount + Tile.edge))
      }
    }
    try result.get()
  }
}

/// Pixels of a tile that are known to be covered completely: bit x of row y is for the pixel (x, y).
struct SolidPixels {
  var rows = SIMD32<UInt32>(repeating: 0)

  /// Whether all pixels in the first columns and rows are covered.
  func isWhole(width: Int, height: Int) -> Bool {
    let beyond = width < Tile.edge ? UInt32.max << UInt32(width) : 0
    for y in 0..<height where rows[y] | beyond != .max { return false }
    return true
  }
}
