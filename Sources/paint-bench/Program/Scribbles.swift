import Glibc

/// Seeded scribbles: random walks of 20 points, 240 px long and 6 wide, each in a colour of its own.
///
/// A walk starts anywhere on the canvas in any direction and turns by up to 0.6 radians at each point; points are kept
/// inside the canvas and rounded to hundredths.
struct Scribbles {
  static let width = 3840
  static let height = 2160
  private static let points = 20
  private static let length = 240.0

  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  /// Writes a script with a line a scribble.
  static func write(_ count: Int, to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    var scribbles = Scribbles(seed: 1)
    for _ in 0..<count { fputs(scribbles.next(), file) }
    return fclose(file) == 0
  }

  /// The next line of the script.
  private mutating func next() -> String {
    var x = random.uniform(0, Double(Self.width))
    var y = random.uniform(0, Double(Self.height))
    var angle = random.uniform(0, 2 * .pi)
    var line = "stroke pencil"
    for _ in 0..<Self.points {
      line += " " + decimal(min(max(x, 0), Double(Self.width)), digits: 2)
      line += "," + decimal(min(max(y, 0), Double(Self.height)), digits: 2)
      angle += random.uniform(-0.6, 0.6)
      x += cos(angle) * Self.length / Double(Self.points)
      y += sin(angle) * Self.length / Double(Self.points)
    }
    let color = String(random.next() >> 40 | 0x100_0000, radix: 16).dropFirst()
    return line + " --width 6 --color \(color)\n"
  }
}

/// Steele, Lea and Flood's generator of 2014: small, quick and the same everywhere.
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
}
