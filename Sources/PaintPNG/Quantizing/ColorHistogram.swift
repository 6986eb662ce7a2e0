import PaintRaster

/// The colours of a picture and how often they occur, similar ones together.
///
/// Memory is 15 MiB, independent of the picture: five bits of each colour and three of alpha, and opaque colours apart. Each
/// cell keeps the mean of its colours, so that a single colour in a cell is exact, and the colour that has most of its pixels.
struct ColorHistogram {
  private static let cellCount = 9 << 15

  private var counts = [UInt64](repeating: 0, count: cellCount)
  private var sums = [SIMD4<UInt64>](repeating: .zero, count: cellCount)
  /// For each cell the colour that wins the majority vote of Boyer and Moore (1981), and by how many votes at least.
  private var winners = [UInt32](repeating: 0, count: cellCount)
  private var votes = [UInt64](repeating: 0, count: cellCount)
  /// Whether a pixel is completely transparent; all those count as one colour, and not here.
  private(set) var hasTransparent = false

  /// A colour that stands for similar ones.
  struct Entry {
    /// Their mean.
    var color: OklabColor
    /// The number of their pixels.
    var weight: Float
  }

  /// Adds pixels (`Pixel.bits`).
  mutating func add(_ pixels: Span<UInt32>) {
    for index in 0..<pixels.count { add(Pixel(bits: pixels[index]), count: 1) }
  }

  /// Adds pixels of one colour.
  mutating func add(_ pixel: Pixel, count: Int) {
    if pixel.alpha == 0 {
      hasTransparent = true
      return
    }
    let color = Int(pixel.red >> 3) << 10 | Int(pixel.green >> 3) << 5 | Int(pixel.blue >> 3)
    let cell = (pixel.alpha == 255 ? 8 : Int(pixel.alpha >> 5)) << 15 | color
    let count = UInt64(count)
    counts[cell] += count
    if winners[cell] == pixel.bits {
      votes[cell] += count
    } else if votes[cell] < count {
      (winners[cell], votes[cell]) = (pixel.bits, count - votes[cell])
    } else {
      votes[cell] -= count
    }
    sums[cell] &+=
      SIMD4(UInt64(pixel.red), UInt64(pixel.green), UInt64(pixel.blue), UInt64(pixel.alpha)) &* SIMD4(repeating: count)
  }

  /// The number of pixels that are not completely transparent.
  private var total: UInt64 { counts.reduce(0, +) }

  /// Whether all colours are greys.
  var isGray: Bool { sums.allSatisfy { $0.x == $0.y && $0.y == $0.z } }

  /// Takes out the pixels of large areas of one colour.
  ///
  /// Those are the colours that have more than one of `parts` equal parts of the pixels; they are returned, less than `parts`.
  mutating func takeAreas(parts: Int) -> [Pixel] {
    let least = total / UInt64(parts)
    return votes.indices.compactMap { cell in
      let (count, pixel) = (votes[cell], Pixel(bits: winners[cell]))
      guard count > least else { return nil }
      votes[cell] = 0
      counts[cell] -= count
      sums[cell] &-=
        SIMD4(UInt64(pixel.red), UInt64(pixel.green), UInt64(pixel.blue), UInt64(pixel.alpha))
        &* SIMD4(repeating: count)
      return pixel
    }
  }

  /// The opaque colours that occur, or the translucent ones.
  func entries(opaque: Bool) -> [Entry] {
    (opaque ? 8 << 15..<9 << 15 : 0..<8 << 15).compactMap { cell in
      let count = counts[cell]
      guard count > 0 else { return nil }
      let mean = (sums[cell] &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)
      let pixel = Pixel(red: UInt8(mean.x), green: UInt8(mean.y), blue: UInt8(mean.z), alpha: UInt8(mean.w))
      return Entry(color: OklabColor(pixel), weight: Float(count))
    }
  }
}
