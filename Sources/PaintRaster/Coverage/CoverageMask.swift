/// The coverage of a tile's 32x32 pixels, lent for the duration of a call.
public struct CoverageMask {
  /// 1,024 values 0…255, row by row; the scanner's memory, valid until the call that received it returns.
  ///
  /// Pixels beyond the canvas' edge can hold anything.
  public let bytes: UnsafePointer<UInt8>
  /// The rows outside of which every value is 0.
  public let rows: Range<Int>
}
