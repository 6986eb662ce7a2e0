// Unsafe: vectors are loaded from the memory of filtered rows.

/// The Adler-32 of a tile's filtered bytes, summed by columns instead of byte by byte.
///
/// With n bytes b(0) ... b(n-1), Adler-32 (RFC 1950) is A = 1 + the sum of b(i) and B = n + the sum of (n - i)·b(i), both
/// modulo 65,521. A tile is 129 blocks of 32 bytes: within a block the weight decreases from left to right, from block
/// to block by 32, so sums by column and their running sums give both. No sum exceeds 32 bits before the end.
enum AdlerSum {
  /// Blocks whose running sums fit 16 bits: 255 times 231 is 58,905.
  private static let groupSize = 21
  private static let blockCount = PackFormat.tileLength / 32

  /// The Adler-32 of the 4,128 bytes at `bytes`.
  static func ofTile(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    let raw = unsafe UnsafeRawPointer(bytes)
    let low = SIMD16<UInt16>(repeating: 255)
    // Sums of the bytes in even and in odd columns; 129·255 = 32,895 fits.
    var even = SIMD16<UInt16>()
    var odd = SIMD16<UInt16>()
    var before: UInt32 = 0
    var runningSum: UInt32 = 0
    var block = 0
    while block < blockCount {
      let size = min(groupSize, blockCount &- block)
      var groupEven = SIMD16<UInt16>()
      var groupOdd = SIMD16<UInt16>()
      var running = SIMD16<UInt16>()
      var runningOdd = SIMD16<UInt16>()
      for index in block..<block &+ size {
        let pair = unsafe raw.loadUnaligned(fromByteOffset: index &* 32, as: SIMD16<UInt16>.self)
        groupEven &+= pair & low
        groupOdd &+= pair &>> 8
        running &+= groupEven
        runningOdd &+= groupOdd
      }
      runningSum &+= before &* UInt32(truncatingIfNeeded: size) &+ sum(running) &+ sum(runningOdd)
      before &+= sum(groupEven) &+ sum(groupOdd)
      even &+= groupEven
      odd &+= groupOdd
      block &+= size
    }
    // The weight of block k's first byte is 32·(129 - k); the weight of column j is j less.
    var weighted = 32 &* runningSum
    for column in 0..<16 {
      weighted &-= UInt32(even[column]) &* UInt32(2 &* column) &+ UInt32(odd[column]) &* UInt32(2 &* column &+ 1)
    }
    let a = (1 &+ before) % 65_521
    let b = (UInt32(PackFormat.tileLength) &+ weighted) % 65_521
    return b &<< 16 | a
  }

  @inline(__always)
  private static func sum(_ lanes: SIMD16<UInt16>) -> UInt32 {
    let words = unsafe unsafeBitCast(lanes, to: SIMD8<UInt32>.self)
    return ((words & 0xFFFF) &+ (words &>> 16)).wrappedSum()
  }
}
