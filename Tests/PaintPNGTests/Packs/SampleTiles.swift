import CPNG
import PaintRaster

/// Kinds of tiles that are typical of drawings, and kinds that are hard to compress.
enum SampleTiles: String, CaseIterable {
  case transparent, oneColor, columns, rows, gradient, softGradient, strokes, strokesOverPaint, photograph, dithered,
    noise
  case noisyAlpha, fewColors, lonelyPixels, repeatedRow, checkerboard

  /// A tile of this kind; the same for the same seed.
  func tile(seed: UInt64) -> TilePixels {
    var random = SeededNumbers(seed: seed)
    let colors = (0..<16).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
    switch self {
    case .transparent: return TilePixels(filledWith: .transparent)
    case .oneColor: return TilePixels(filledWith: Pixel(bits: colors[0]))
    case .columns: return make { x, _ in colors[x & 15] }
    case .rows: return make { _, y in colors[y & 15] }
    case .gradient: return make { x, y in UInt32(x * 8 | y * 8 << 8 | (x + y) * 4 << 16) | 0xFF00_0000 }
    case .softGradient: return make { x, y in UInt32(100 + x / 4) * 0x01_0101 | UInt32(255 - y) << 24 }
    case .strokes: return strokes(over: 0, count: 3, using: &random)
    case .strokesOverPaint: return strokes(over: colors[0] | 0xFF00_0000, count: 12, using: &random)
    case .photograph:
      return make { x, y in
        let samples = [2, 3, 4].map { (90 + x * 2 + y) / $0 + Int.random(in: 0...9, using: &random) }
        return UInt32(samples[0]) | UInt32(samples[1]) << 8 | UInt32(samples[2]) << 16 | 0xFF00_0000
      }
    case .dithered:
      return make { x, y in
        let level = 90 + x * 2 + y + Int.random(in: -6...6, using: &random)
        return UInt32(level) | UInt32(level / 2 + 20) << 8 | UInt32(level * 2 / 3) << 16 | 0xFF00_0000
      }
    case .noise: return make { _, _ in UInt32.random(in: 0 ... .max, using: &random) }
    case .noisyAlpha: return make { _, _ in colors[0] & 0xFF_FFFF | UInt32.random(in: 0...255, using: &random) << 24 }
    case .fewColors: return make { _, _ in colors[Int.random(in: 0..<5, using: &random)] }
    case .lonelyPixels: return make { _, _ in UInt8.random(in: 0...255, using: &random) == 0 ? colors[1] : 0 }
    case .repeatedRow:
      let row = (0..<32).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
      return make { x, _ in row[x] }
    case .checkerboard: return make { x, y in colors[(x ^ y) & 1] }
    }
  }

  private func make(_ word: (Int, Int) -> UInt32) -> TilePixels {
    TilePixels { words in
      for y in 0..<32 { for x in 0..<32 { words[y * 32 + x] = word(x, y) } }
    }
  }

  /// Straight bands six pixels wide with soft edges, like those of strokes.
  private func strokes(over ground: UInt32, count: Int, using random: inout SeededNumbers) -> TilePixels {
    var tile = TilePixels(filledWith: Pixel(bits: ground))
    for _ in 0..<count {
      let color = UInt32.random(in: 0...0xFF_FFFF, using: &random)
      let (dx, dy) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
      let offset = Double.random(in: -20...20, using: &random)
      let length = max(0.01, (dx * dx + dy * dy).squareRoot())
      for y in 0..<32 {
        for x in 0..<32 {
          let distance = abs(((Double(x) - 16) * dy - (Double(y) - 16) * dx) / length - offset)
          let coverage = UInt32(max(0, min(1, 3.5 - distance)) * 255)
          if coverage == 0 { continue }
          let old = tile[x, y]
          let alpha = old.alpha == 0 ? coverage : 255
          func mix(_ shift: UInt32) -> UInt32 {
            let new = color >> shift & 255
            return old.alpha == 0 ? new : (new * coverage + (old.bits >> shift & 255) * (255 - coverage)) / 255
          }
          tile[x, y] = Pixel(bits: mix(0) | mix(8) << 8 | mix(16) << 16 | alpha << 24)
        }
      }
    }
    return tile
  }
}

extension SampleTiles {
  /// Seeded random numbers (SplitMix64), the same on every machine.
  struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}

extension TilePixels {
  /// The 1,024 pixels, row by row.
  var sampleWords: [UInt32] { withUnsafePixels { Array(UnsafeBufferPointer(start: $0, count: Tile.pixelCount)) } }
  /// The 4,096 bytes, row by row.
  var sampleBytes: [UInt8] {
    sampleWords.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }
}

extension SampleTiles {
  /// The tile's rows without filters, and one with Sub in every row.
  func filteredRows(seed: UInt64) -> [[UInt8]] {
    let bytes = tile(seed: seed).sampleBytes
    var none: [UInt8] = []
    var sub: [UInt8] = []
    for at in bytes.indices {
      if at % 128 == 0 {
        none.append(0)
        sub.append(1)
      }
      none.append(bytes[at])
      sub.append(at % 128 < 4 ? bytes[at] : bytes[at] &- bytes[at - 4])
    }
    return [none, sub]
  }
}
