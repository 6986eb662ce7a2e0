// Unsafe: lends a scanner's memory for one call, so that a mask is not copied for each tile.

/// The coverage of a tile's 32x32 pixels, lent for the duration of a call.
@safe public struct CoverageMask {
  /// 1,024 values 0…255, row by row; the scanner's memory, valid until the call that received it returns.
  ///
  /// Pixels beyond the canvas' edge can hold anything.
  public let bytes: UnsafePointer<UInt8>
  /// The rows outside of which every value is 0.
  public let rows: Range<Int>
  /// For each of the 32 rows a bit for every four pixels, the lowest for the leftmost; if clear, all four are 0.
  public let occupied: UnsafePointer<UInt8>
  /// For each of the 32 rows a bit for every four pixels; if set, all four are 255.
  public let solid: UnsafePointer<UInt8>
  /// Whether `occupied` and `solid` are known; otherwise they must not be read.
  var hasGroups = true
}

extension CoverageMask {
  /// The mask of 1,024 coverages, row by row, of which nothing else is known.
  public init(_ bytes: UnsafePointer<UInt8>) {
    unsafe self.init(bytes: bytes, rows: 0..<Tile.edge, occupied: bytes, solid: bytes, hasGroups: false)
  }
}
