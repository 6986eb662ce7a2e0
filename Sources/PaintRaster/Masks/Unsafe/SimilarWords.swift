// Unsafe: a row of a tile's words is read through a pointer that is lent for one call.

/// The words of pixels that are similar to a colour, as `Pixel.isSimilar` defines, found without branches.
///
/// A pixel is similar if its alpha and each of its channels times alpha is in a range. The loop over a row compiles to
/// vectors of words.
struct SimilarWords {
  /// The ranges of red, green and blue times alpha, and of alpha times 255, with both ends.
  private let least, greatest: (red: Int32, green: Int32, blue: Int32, alpha: Int32)
  /// At tolerance 0 only this word is similar, and words below the other one: if the colour has no alpha, those without.
  private let exact: (word: UInt32, alphaless: UInt32)?

  /// The words of pixels that differ from `color` by at most `tolerance`, 0…255.
  init(to color: Pixel, tolerance: Int) {
    let limit = 255 * Int32(min(max(tolerance, 0), 255))
    let alpha = Int32(color.alpha)
    let (red, green, blue) = (Int32(color.red) * alpha, Int32(color.green) * alpha, Int32(color.blue) * alpha)
    least = (red - limit, green - limit, blue - limit, 255 * alpha - limit)
    greatest = (red + limit, green + limit, blue + limit, 255 * alpha + limit)
    exact = limit == 0 ? (color.bits, alpha == 0 ? 0x0100_0000 : 0) : nil
  }

  /// Bit x is set when word x of a row of 32 is one of them.
  @inline(__always)
  func columns(_ row: UnsafePointer<UInt32>) -> UInt32 {
    var columns: UInt32 = 0
    if let exact {
      for x in 0..<Tile.edge {
        let word = unsafe row[x]
        columns |= (word == exact.word || word < exact.alphaless ? 1 : 0) << UInt32(x)
      }
      return columns
    }
    for x in 0..<Tile.edge {
      let word = unsafe row[x]
      let alpha = Int32(bitPattern: word >> 24)
      let red = Int32(bitPattern: word & 255) &* alpha
      let green = Int32(bitPattern: word >> 8 & 255) &* alpha
      let blue = Int32(bitPattern: word >> 16 & 255) &* alpha
      // The sign is set if one of them is out of its range.
      var outside = (red &- least.red) | (greatest.red &- red)
      outside |= (green &- least.green) | (greatest.green &- green)
      outside |= (blue &- least.blue) | (greatest.blue &- blue)
      outside |= (255 &* alpha &- least.alpha) | (greatest.alpha &- 255 &* alpha)
      columns |= (outside >= 0 ? 1 : 0) << UInt32(x)
    }
    return columns
  }
}
