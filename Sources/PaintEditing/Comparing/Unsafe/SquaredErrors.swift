import PaintRaster

// Unsafe: the pixels of two pictures are read through pointers that are valid during the call.

/// The sums of the squared differences of each channel, in units of (1 / 255)².
///
/// Colours are multiplied by alpha, and alpha by 255. A channel's sum is at most 65,025² · 2^32, which is below 2^64.
struct SquaredErrors {
  private var red: UInt64 = 0
  private var green: UInt64 = 0
  private var blue: UInt64 = 0
  private var alpha: UInt64 = 0
  /// The lowest bits of all pixels that were added, whose alpha is 255 if all are opaque.
  private var common = UInt32.max

  /// The number of channels: alpha counts if any pixel is not opaque.
  var channels: Int { common >> 24 == 255 ? 3 : 4 }
  /// The sum of all channels; the alpha of opaque pictures is 0.
  var sum: Double { Double(red) + Double(green) + Double(blue) + Double(alpha) }

  /// Adds pixels of both pictures.
  mutating func add(_ first: Span<UInt32>, _ second: Span<UInt32>, count: Int) {
    precondition(count <= first.count && count <= second.count, "both pictures have the pixels")
    var sums = self
    unsafe first.withUnsafeBufferPointer { first in
      unsafe second.withUnsafeBufferPointer { second in
        for index in 0..<count {
          let (a, b) = unsafe (first[index], second[index])
          sums.common &= a & b
          if a != b { sums.add(Pixel(bits: a), Pixel(bits: b)) }
        }
      }
    }
    self = sums
  }

  @inline(__always) private mutating func add(_ one: Pixel, _ other: Pixel) {
    let (a, b) = (Int64(one.alpha), Int64(other.alpha))
    red &+= Self.square(Int64(one.red) &* a &- Int64(other.red) &* b)
    green &+= Self.square(Int64(one.green) &* a &- Int64(other.green) &* b)
    blue &+= Self.square(Int64(one.blue) &* a &- Int64(other.blue) &* b)
    alpha &+= Self.square(255 &* (a &- b))
  }

  @inline(__always) private static func square(_ difference: Int64) -> UInt64 {
    UInt64(truncatingIfNeeded: difference &* difference)
  }
}
