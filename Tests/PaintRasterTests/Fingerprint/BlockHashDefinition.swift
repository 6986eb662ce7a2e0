import PaintRaster

/// `BlockHash` as plain scalar code, one word after the other, as the oracle of the vector version.
enum BlockHashDefinition {
  static func hash(_ tile: Tile, width: Int, height: Int) -> BlockHashValue {
    let keys = splitMix64(32)
    var lanes = Array(keys[0..<8])
    for y in 0..<height {
      // A row is 16 pairs of pixels; columns outside count as 0.
      let words = (0..<32).map { x in x < width ? UInt64(tile[x, y].bits) : 0 }
      for half in 0..<2 {
        for lane in 0..<8 {
          let at = 16 * half + 2 * lane
          let pair = words[at] | words[at + 1] << 32
          let keyed = pair ^ keys[8 + 8 * half + lane]
          lanes[lane] = lanes[lane] &+ (keyed & 0xFFFF_FFFF) &* (keyed >> 32)
          lanes[lane ^ 1] = lanes[lane ^ 1] &+ pair
        }
      }
      for lane in 0..<8 {
        lanes[lane] = (lanes[lane] ^ lanes[lane] >> 47 ^ keys[24 + lane]) &* 0x9E37_79B1
      }
    }
    let size = UInt64(width) | UInt64(height) << 32
    var low = size &* 0x9E37_79B1_85EB_CA87
    var high = (UInt64.max - size) &* 0xC2B2_AE3D_27D4_EB4F
    for pair in 0..<4 {
      let (a, b, c) = (2 * pair, 2 * pair + 1, (2 * pair + 2) % 8)
      low = low &+ folded(lanes[a] ^ keys[8 + a], lanes[b] ^ keys[8 + b])
      high = high &+ folded(lanes[b] ^ keys[16 + b], lanes[c] ^ keys[16 + c])
    }
    return BlockHashValue(low: finalized(low), high: finalized(high))
  }

  static func splitMix64(_ count: Int) -> [UInt64] {
    var generator = PixelGenerator(seed: 0)
    return (0..<count).map { _ in generator.next() }
  }

  private static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  private static func finalized(_ value: UInt64) -> UInt64 {
    var value = value
    value ^= value >> 33
    value = value &* 0xFF51_AFD7_ED55_8CCD
    value ^= value >> 33
    value = value &* 0xC4CE_B9FE_1A85_EC53
    return value ^ value >> 33
  }
}

/// Two halves to compare with those of a `BlockHash`.
struct BlockHashValue: Hashable {
  let low: UInt64
  let high: UInt64

  init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  init(_ hash: BlockHash) { self.init(low: hash.low, high: hash.high) }
}
