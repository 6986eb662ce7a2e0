// Unsafe: a row of a tile's words is read through a pointer that is lent for one call.

/// The words of pixels that are similar to a colour, as `Pixel.isSimilar` defines, found without branches.
///
/// A pixel is similar if each of its bytes is in a range. All four bytes of a word are compared at once, and the loop over
/// a row compiles to vectors of words.
struct SimilarWords {
  private let least, greatest: UInt32
  /// Words below it are similar too: those without alpha, whatever their colours, if the colour has none.
  private let alphaless: UInt32

  /// The words of pixels that differ from `color` by at most `tolerance`, 0…255, in each channel.
  init(to color: Pixel, tolerance: Int) {
    func bytes(_ bound: (Int) -> Int) -> UInt32 {
      [color.alpha, color.blue, color.green, color.red].reduce(0) { $0 << 8 | UInt32(bound(Int($1))) }
    }
    let tolerance = min(max(tolerance, 0), 255)
    least = bytes { max($0 - tolerance, 0) }
    greatest = bytes { min($0 + tolerance, 255) }
    alphaless = color.alpha == 0 ? 0x0100_0000 : 0
  }

  /// Bit x is set when word x of a row of 32 is one of them.
  @inline(__always)
  func columns(_ row: UnsafePointer<UInt32>) -> UInt32 {
    let high: UInt32 = 0x8080_8080
    var columns: UInt32 = 0
    for x in 0..<Tile.edge {
      let word = unsafe row[x]
      let isInside = Self.atLeast(word, least) & Self.atLeast(greatest, word) & high == high
      columns |= (isInside || word < alphaless ? 1 : 0) << UInt32(x)
    }
    return columns
  }

  /// The highest bit of each byte is set when that byte of `first` is at least that of `second`; other bits are any.
  @inline(__always)
  private static func atLeast(_ first: UInt32, _ second: UInt32) -> UInt32 {
    // Without its high bit no byte borrows from the next.
    let rest = (first | 0x8080_8080) &- (second & 0x7F7F_7F7F)
    return first & ~second | ~(first ^ second) & rest
  }
}
