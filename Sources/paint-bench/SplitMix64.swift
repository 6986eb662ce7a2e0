import Glibc
import PaintRaster

/// The SplitMix64 generator (Steele, Lea and Flood 2014): small, fast and the same on every machine.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from `low` to below `high`.
  mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// A number from `low` to below `high`, rounded to hundredths as in a script.
  mutating func hundredths(_ low: Double, _ high: Double) -> Double {
    (uniform(low, high) * 100).rounded() / 100
  }

  /// A random walk.
  ///
  /// It starts at a random point of the canvas in a random direction and turns by up to 0.6 radians at each point;
  /// points are clamped to the canvas and rounded to hundredths.
  mutating func walk(_ count: Int, step: Double, width: Int, height: Int) -> [Point] {
    var x = uniform(0, Double(width))
    var y = uniform(0, Double(height))
    var angle = uniform(0, 2 * .pi)
    return (0..<count).map { _ in
      let point = Point(
        x: (min(max(x, 0), Double(width)) * 100).rounded() / 100,
        y: (min(max(y, 0), Double(height)) * 100).rounded() / 100)
      angle += uniform(-0.6, 0.6)
      x += cos(angle) * step
      y += sin(angle) * step
      return point
    }
  }

  /// An opaque colour.
  mutating func color() -> Pixel { Pixel(bits: UInt32(truncatingIfNeeded: next() >> 40) | 0xFF00_0000) }
}
