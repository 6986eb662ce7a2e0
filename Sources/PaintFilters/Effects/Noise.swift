import PaintRaster

/// Random grain.
public struct Noise: Filter {
  /// The standard deviation of the grain, as a fraction of full scale.
  public var amount: Double
  /// True for the same grain in all channels.
  public var monochrome: Bool
  /// The same seed gives the same grain on any machine.
  public var seed: Int

  /// The filter with these parameters.
  public init(amount: Double = 0.1, monochrome: Bool = false, seed: Int = 0) {
    self.amount = amount
    self.monochrome = monochrome
    self.seed = seed
  }

  /// The filter with values for all its parameters.
  public init(_ values: FilterValues) {
    self.init(
      amount: values.number("amount"), monochrome: values.flag("monochrome"), seed: values.integer("seed"))
  }

  /// The filter's entry in the table.
  public static let description = FilterDescription(
    "noise", aliases: ["grain"], "Adds random grain.",
    [
      .number("amount", default: 0.1, identity: 0, in: 0...1, "The standard deviation, as a part of full scale."),
      .flag("monochrome", default: false, "Whether all channels have the same grain."),
      .integer("seed", default: 0, in: 0...4_294_967_295, "The seed of the grain; the same seed gives the same grain."),
    ])

  /// True at amount 0.
  public var isIdentity: Bool { amount == 0 }

  /// The same box.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox { box }

  /// The grain of channel 0…2 of pixel (x, y), with standard deviation 1 and mean 0, within ±3.5.
  ///
  /// The sum of four uniform 16-bit numbers, which is nearly normal (Irwin and Hall), from SplitMix64's output for a
  /// state made of seed, position and channel.
  static func grain(_ x: Int, _ y: Int, channel: Int, seed: Int) -> Float {
    var bits = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15
    bits ^= (UInt64(truncatingIfNeeded: y) << 32 | UInt64(truncatingIfNeeded: x << 2 | channel))
    // Twice, since the states of neighbours differ in only a few bits.
    bits = mixed(mixed(bits &+ 0x9E37_79B9_7F4A_7C15))
    let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + bits >> 48
    // The mean is 2·65535 and the variance 4·(65536² − 1) / 12.
    return (Float(sum) - 131_070) * Float(1.7320508075688772 / 65_536)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Adds grain to the colours; alpha and fully transparent pixels do not change.
  public func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers) {
    let box = target.box
    let strength = Float(amount * 255)
    workers.forEachBand(of: box.height, cost: box.width * 12) { rows in
      target.map(source, in: box.part(rows: rows)) { x, y, old in
        let first = Self.grain(x, y, channel: 0, seed: seed)
        var grain = FloatPixel(repeating: first)
        if !monochrome {
          grain.y = Self.grain(x, y, channel: 1, seed: seed)
          grain.z = Self.grain(x, y, channel: 2, seed: seed)
        }
        let new = (FloatPixel(samplesOf: old) + grain * strength).clampedToBytes.roundedBits
        return old < 0x0100_0000 ? old : new & 0x00FF_FFFF | old & 0xFF00_0000
      }
    }
  }
}
