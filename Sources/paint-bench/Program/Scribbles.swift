import Glibc

/// A script of seeded scribbles: random walks of 20 points, 240 px long and 6 wide, each in a random colour.
struct Scribbles {
  static let width = 3840
  static let height = 2160
  private static let points = 20
  private static let length = 240.0

  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(state: seed) }

  /// Writes a script with one line per scribble.
  static func write(_ count: Int, to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    var scribbles = Scribbles(seed: 1)
    for _ in 0..<count { fputs(scribbles.next(), file) }
    return fclose(file) == 0
  }

  /// The next line of the script.
  private mutating func next() -> String {
    var line = "stroke pencil"
    let step = Self.length / Double(Self.points)
    for point in random.walk(Self.points, step: step, width: Self.width, height: Self.height) {
      line += " " + decimal(point.x, digits: 2) + "," + decimal(point.y, digits: 2)
    }
    let color = String(random.next() >> 40 | 0x100_0000, radix: 16).dropFirst()
    return line + " --width 6 --color \(color)\n"
  }
}
