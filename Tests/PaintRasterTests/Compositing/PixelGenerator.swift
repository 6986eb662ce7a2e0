import PaintRaster

/// Random pixels and masks from a seed, so that a failure can be reproduced: SplitMix64 (Steele, Lea and Flood, 2014).
struct PixelGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// Any bytes.
  mutating func pixel() -> Pixel { Pixel(bits: UInt32(truncatingIfNeeded: next())) }

  /// 0 and 255 often, everything else sometimes.
  mutating func byte() -> UInt8 {
    switch next() % 4 {
    case 0: 0
    case 1: 255
    default: UInt8(truncatingIfNeeded: next())
    }
  }

  /// Pixels in runs that are opaque, empty or random.
  mutating func pixels(_ count: Int) -> [UInt32] {
    var pixels: [UInt32] = []
    while pixels.count < count {
      let kind = next() % 3
      for _ in 0..<(1 + next() % 24) where pixels.count < count {
        let bits = pixel().bits
        pixels.append(kind == 0 ? bits | 0xFF00_0000 : kind == 1 ? bits & 0x00FF_FFFF : bits)
      }
    }
    return pixels
  }

  /// Coverage in runs that are 0, 255, a single value or random.
  mutating func mask(_ count: Int) -> [UInt8] {
    var mask: [UInt8] = []
    while mask.count < count {
      let kind = next() % 4
      let value = UInt8(truncatingIfNeeded: next())
      for _ in 0..<(1 + next() % 40) where mask.count < count {
        mask.append(kind == 0 ? 0 : kind == 1 ? 255 : kind == 2 ? value : byte())
      }
    }
    return mask
  }

  /// A tile of `pixels(_:)`.
  mutating func tilePixels() -> TilePixels {
    let words = pixels(Tile.pixelCount)
    return TilePixels(words)
  }

  /// A box with corners in the tile or a little outside; often the whole tile.
  mutating func box() -> PixelBox {
    if next() % 3 == 0 { return .tile }
    let x = Int(next() % 40) - 4
    let y = Int(next() % 40) - 4
    return PixelBox(x: x, y: y, width: Int(next() % 40), height: Int(next() % 40))
  }
}

extension Tile {
  /// The tile after compositing with a coverage for each of its first pixels, and none for the others.
  func composited(_ mask: [UInt8], _ compositor: some Compositor, inside: PixelBox = .tile) -> Tile {
    let whole = mask + [UInt8](repeating: 0, count: Tile.pixelCount - mask.count)
    var tile = self
    whole.withUnsafeBufferPointer { mask in
      guard let mask = mask.baseAddress else { return }
      tile.composite(.mask(CoverageMask(mask)), compositor, inside: inside)
    }
    return tile
  }

  /// The tile after compositing with full coverage.
  func covered(by compositor: some Compositor, inside: PixelBox = .tile) -> Tile {
    var tile = self
    tile.composite(.full, compositor, inside: inside)
    return tile
  }
}

extension TilePixels {
  /// The tile with these 1,024 words.
  init(_ words: [UInt32]) {
    precondition(words.count == Tile.pixelCount)
    self.init { target in
      for (position, word) in words.enumerated() { target[position] = word }
    }
  }

  /// The 1,024 words.
  var words: [UInt32] {
    withUnsafePixels { Array(UnsafeBufferPointer(start: $0, count: Tile.pixelCount)) }
  }
}

/// Values of 0…255 for exhaustive loops: all in optimised builds, the limits and a few more in debug builds.
let testedBytes: [Int] = {
  #if DEBUG
    [0, 1, 2, 63, 85, 127, 128, 129, 192, 210, 253, 254, 255]
  #else
    Array(0...255)
  #endif
}()
