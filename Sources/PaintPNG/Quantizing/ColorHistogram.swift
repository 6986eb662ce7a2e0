import PaintRaster

/// The colours of a picture and how often they occur, similar ones together.
///
/// Memory is 10 MiB, independent of the picture: five bits of each colour and three of alpha. Each cell keeps the mean of
/// its colours, so that a single colour in a cell is exact.
struct ColorHistogram {
  private static let cellCount = 1 << 18

  private var counts = [UInt64](repeating: 0, count: cellCount)
  private var sums = [SIMD4<UInt64>](repeating: .zero, count: cellCount)
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
    let cell = Int(pixel.alpha >> 5) << 15 | color
    counts[cell] += UInt64(count)
    sums[cell] &+=
      SIMD4(UInt64(pixel.red), UInt64(pixel.green), UInt64(pixel.blue), UInt64(pixel.alpha)) &* UInt64(count)
  }

  /// The colours that occur.
  var entries: [Entry] {
    counts.indices.compactMap { cell in
      let count = counts[cell]
      guard count > 0 else { return nil }
      let mean = (sums[cell] &+ SIMD4(repeating: count / 2)) / SIMD4(repeating: count)
      let pixel = Pixel(red: UInt8(mean.x), green: UInt8(mean.y), blue: UInt8(mean.z), alpha: UInt8(mean.w))
      return Entry(color: OklabColor(pixel), weight: Float(count))
    }
  }
}
