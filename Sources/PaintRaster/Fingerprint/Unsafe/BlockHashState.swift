// Unsafe: reads a row of pixels through a pointer that the caller holds.

#if _endian(big)
  #error("rows are read as little-endian pairs of pixels; swap them here before building for this machine")
#endif

/// Eight 64-bit lanes that absorb a block's pixels row by row.
///
/// Built from XXH3's blocks (Yann Collet, xxHash, "XXH3_accumulate_512" and "XXH3_scrambleAcc"): of each pair of pixels,
/// exclusive-or'ed with a key, one half is multiplied with the other, 32x32 -> 64 bits, as baseline x86-64 and arm64 do in
/// vectors; the pair itself goes to the neighbouring lane, so that a product with 0 loses nothing. Keys differ for every
/// lane within a row and a bijective scramble follows each row, so that neither columns nor rows can change places
/// unnoticed. The ends are folded with 64x64 -> 128-bit multiplications and mixed by MurmurHash3's finaliser (Austin
/// Appleby). Keys, order and widths are our own, so the values differ from XXH3's.
struct BlockHashState {
  private typealias Lanes = SIMD8<UInt64>

  private var lanes = BlockHashKeys.start

  /// Absorbs one row: 32 words (`Pixel.bits`).
  @inline(__always)
  mutating func absorb(_ row: UnsafeRawPointer) {
    let first = unsafe row.loadUnaligned(as: Lanes.self)
    let second = unsafe row.loadUnaligned(fromByteOffset: 64, as: Lanes.self)
    lanes &+= Self.product(first ^ BlockHashKeys.first) &+ Self.neighbours(first)
    lanes &+= Self.product(second ^ BlockHashKeys.second) &+ Self.neighbours(second)
    scramble()
  }

  /// The hash of the absorbed rows, `width` x `height` pixels.
  func finished(width: Int, height: Int) -> BlockHash {
    let size = UInt64(truncatingIfNeeded: width) | UInt64(truncatingIfNeeded: height) << 32
    var low = size &* 0x9E37_79B1_85EB_CA87
    var high = ~size &* 0xC2B2_AE3D_27D4_EB4F
    let lowEnds = lanes ^ BlockHashKeys.first
    let highEnds = lanes ^ BlockHashKeys.second
    for pair in 0..<4 {
      low &+= Self.folded(lowEnds[2 * pair], lowEnds[2 * pair + 1])
      // Other partners than above, so that a factor of 0 hides a lane from one half only.
      high &+= Self.folded(highEnds[2 * pair + 1], highEnds[(2 * pair + 2) % 8])
    }
    return BlockHash(low: avalanche(low), high: avalanche(high))
  }

  /// The lower times the upper half of every lane.
  @inline(__always)
  private static func product(_ keyed: Lanes) -> Lanes {
    (keyed & 0xFFFF_FFFF) &* (keyed &>> Lanes(repeating: 32))
  }

  /// Lanes 2n and 2n + 1 exchanged.
  @inline(__always)
  private static func neighbours(_ lanes: Lanes) -> Lanes {
    var exchanged = lanes
    exchanged.evenHalf = lanes.oddHalf
    exchanged.oddHalf = lanes.evenHalf
    return exchanged
  }

  /// A bijection of every lane: its upper bits reach down, then a 32-bit prime carries all upwards.
  @inline(__always)
  private mutating func scramble() {
    let keyed = lanes ^ lanes &>> Lanes(repeating: 47) ^ BlockHashKeys.scramble
    let prime: UInt64 = 0x9E37_79B1
    lanes =
      (keyed & 0xFFFF_FFFF) &* Lanes(repeating: prime)
      &+ ((keyed &>> Lanes(repeating: 32)) &* Lanes(repeating: prime)) &<< Lanes(repeating: 32)
  }

  /// Both halves of the 128-bit product, exclusive-or'ed.
  @inline(__always)
  private static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}

/// MurmurHash3's 64-bit finaliser: a bijection in which every input bit changes each output bit half of the time.
@inline(__always)
func avalanche(_ value: UInt64) -> UInt64 {
  var mixed = value
  mixed = (mixed ^ mixed &>> 33) &* 0xFF51_AFD7_ED55_8CCD
  mixed = (mixed ^ mixed &>> 33) &* 0xC4CE_B9FE_1A85_EC53
  return mixed ^ mixed &>> 33
}
