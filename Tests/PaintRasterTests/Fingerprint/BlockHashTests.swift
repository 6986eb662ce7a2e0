import PaintRaster
import Testing

@Suite("BlockHash")
struct BlockHashTests {
  @Test("the values that documents store never change")
  func knownAnswers() {
    #expect(Tile.edge == BlockHash.edge, "a tile is a block: what depends on that is Fingerprint.add and replace")
    let ramp = TilePixels((0..<1024).map { UInt32($0) &* 0x0102_0305 })
    let answers: [(Tile, Int, Int, BlockHashValue)] = [
      (.color(.transparent), 32, 32, BlockHashValue(low: 0x40BD_56F7_4459_FD35, high: 0x6D78_A2ED_46CE_E08C)),
      (.color(.white), 32, 32, BlockHashValue(low: 0xFB3C_7387_FB03_88DC, high: 0xF577_BCC1_F80C_1BC0)),
      (.color(.white), 1, 1, BlockHashValue(low: 0xAC92_22F5_6295_82CD, high: 0x4DBD_9CDC_B871_B66A)),
      (.pixels(ramp), 32, 32, BlockHashValue(low: 0xA8E3_D0F8_793B_50A3, high: 0x4C6C_4141_6B49_E973)),
      (.pixels(ramp), 17, 5, BlockHashValue(low: 0x4E88_72A5_0050_F979, high: 0xF0AB_7674_12A3_69A4)),
    ]
    for (tile, width, height, answer) in answers {
      #expect(BlockHashValue(BlockHash(of: tile, width: width, height: height)) == answer)
    }
  }

  @Test("equals its definition for every width and height")
  func definition() {
    let seed: UInt64 = 0x4A5
    var random = PixelGenerator(seed: seed)
    for width in 1...32 {
      for height in Set([1, 2, 31, 32, 1 + Int(random.next() % 32)]) {
        let tile = Tile.pixels(random.tilePixels())
        #expect(
          BlockHashValue(BlockHash(of: tile, width: width, height: height))
            == BlockHashDefinition.hash(tile, width: width, height: height), "seed \(seed), \(width)x\(height)")
      }
    }
  }

  @Test("a colour hashes like the same pixels written out, for every size of block, and sizes differ")
  func oneColor() {
    var hashes: Set<BlockHash> = []
    for color in [Pixel.transparent, .white, Pixel(red: 1, green: 2, blue: 3, alpha: 4)] {
      let pixels = Tile.pixels(TilePixels(filledWith: color))
      for width in 1...32 {
        for height in [1, 7, 31, 32] {
          let hash = BlockHash(of: .color(color), width: width, height: height)
          #expect(hash == BlockHash(of: pixels, width: width, height: height))
          hashes.insert(hash)
        }
      }
    }
    #expect(hashes.count == 3 * 32 * 4)
  }

  @Test("pixels outside the canvas do not count, pixels inside do")
  func inside() {
    let seed: UInt64 = 0x1251DE
    var random = PixelGenerator(seed: seed)
    for round in 0..<40 {
      let pixels = random.tilePixels()
      let width = 1 + Int(random.next() % 32)
      let height = 1 + Int(random.next() % 32)
      let hash = BlockHash(of: .pixels(pixels), width: width, height: height)
      for _ in 0..<10 {
        let x = Int(random.next() % 32)
        let y = Int(random.next() % 32)
        var changed = pixels
        changed[x, y] = Pixel(bits: pixels[x, y].bits ^ 1 << UInt32(random.next() % 32))
        let isSame = BlockHash(of: .pixels(changed), width: width, height: height) == hash
        #expect(isSame == (x >= width || y >= height), "seed \(seed), round \(round)")
      }
    }
  }

  @Test(
    "every single flipped bit gives a different hash, in both halves",
    arguments: [0, 0xFFFF_FFFF, 0x80C0_1020] as [UInt32])
  func everyBit(color: UInt32) {
    var pixels = TilePixels(filledWith: Pixel(bits: color))
    let whole = BlockHash(of: .pixels(pixels))
    var lows: Set<UInt64> = [whole.low]
    var highs: Set<UInt64> = [whole.high]
    #if DEBUG
      let step = 5
    #else
      let step = 1
    #endif
    var tried = 1
    for bit in stride(from: 0, to: Tile.pixelCount * 32, by: step) {
      let x = bit / 32 % 32
      let y = bit / 1024
      pixels[x, y].bits ^= 1 << UInt32(bit % 32)
      let hash = BlockHash(of: .pixels(pixels))
      pixels[x, y].bits ^= 1 << UInt32(bit % 32)
      lows.insert(hash.low)
      highs.insert(hash.high)
      tried += 1
    }
    #expect(lows.count == tried)
    #expect(highs.count == tried)
  }

  @Test("exchanging any two pixels changes the hash")
  func exchanged() {
    let pixels = TilePixels((0..<1024).map { UInt32($0) | 0xFF00_0000 })
    var hashes: Set<BlockHash> = [BlockHash(of: .pixels(pixels))]
    var random = PixelGenerator(seed: 0xE8)
    var tried: Set<[Int]> = []
    // Neighbours, the same column of other rows, the other half of the row, and random pairs.
    for first in stride(from: 0, to: 1024, by: 3) {
      for second in [first ^ 1, first ^ 2, first ^ 16, first ^ 32, first ^ 64, first ^ 512, Int(random.next() % 1024)]
      where first != second {
        guard tried.insert([first, second].sorted()).inserted else { continue }
        var words = pixels.words
        words.swapAt(first, second)
        hashes.insert(BlockHash(of: .pixels(TilePixels(words))))
      }
    }
    #expect(hashes.count == tried.count + 1)
  }

  @Test("a flipped bit changes each output bit half of the time")
  func avalanche() {
    let seed: UInt64 = 0xA7A
    var random = PixelGenerator(seed: seed)
    var flips = [Int](repeating: 0, count: 128)
    let trials = 3000
    for trial in 0..<trials {
      // Flat blocks as well as noise: pictures are mostly flat.
      var pixels = trial % 2 == 0 ? TilePixels(filledWith: random.pixel()) : random.tilePixels()
      let before = BlockHash(of: .pixels(pixels))
      pixels[Int(random.next() % 32), Int(random.next() % 32)].bits ^= 1 << UInt32(random.next() % 32)
      let after = BlockHash(of: .pixels(pixels))
      for bit in 0..<64 {
        flips[bit] += Int((before.low ^ after.low) >> UInt64(bit) & 1)
        flips[64 + bit] += Int((before.high ^ after.high) >> UInt64(bit) & 1)
      }
    }
    // Six standard deviations of a fair coin.
    let bound = 6 * Double(trials).squareRoot() / 2
    for (bit, count) in flips.enumerated() {
      #expect(abs(Double(count) - Double(trials) / 2) < bound, "seed \(seed), bit \(bit)")
    }
  }
}
