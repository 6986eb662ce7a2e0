import PaintRaster
import Testing

@Suite("Fingerprint")
struct FingerprintTests {
  private func size(_ width: Int, _ height: Int) throws -> CanvasSize {
    try #require(CanvasSize(width: width, height: height))
  }

  /// Added tile by tile in an order made by `shuffle`.
  private func fromScratch(
    _ tiles: [TileIndex: Tile], _ canvas: CanvasSize, shuffle: (inout [TileIndex]) -> Void = { _ in }
  ) -> Fingerprint {
    var order = Array(tiles.keys)
    shuffle(&order)
    var fingerprint = Fingerprint(size: canvas)
    for index in order { fingerprint.add(tiles[index] ?? .color(.transparent), at: index, canvas: canvas) }
    return fingerprint
  }

  private func blank(_ canvas: CanvasSize, _ color: Pixel) -> [TileIndex: Tile] {
    var tiles: [TileIndex: Tile] = [:]
    for y in 0..<canvas.tileRows {
      for x in 0..<canvas.tileColumns { tiles[TileIndex(x: x, y: y)] = .color(color) }
    }
    return tiles
  }

  @Test("the values that documents store never change")
  func knownAnswers() throws {
    #expect(Fingerprint(blank: try size(1, 1), color: .transparent).hex == "805a6d96786d6efcf1a3625a2b074fe8")
    #expect(Fingerprint(blank: try size(1920, 1080), color: .white).hex == "01b9321ebc8cee4ba3213eec3bade5c5")
    #expect(
      Fingerprint(blank: try size(65_536, 33), color: Pixel(red: 1, green: 2, blue: 3, alpha: 4)).hex
        == "a664f1fa32ce5277d75c357e6ceb6ec4")
    let canvas = try size(70, 50)
    var fingerprint = Fingerprint(blank: canvas, color: .transparent)
    var random = PixelGenerator(seed: 7)
    fingerprint.replace(
      tile: TileIndex(x: 2, y: 1), old: .color(.transparent), new: .pixels(random.tilePixels()), canvas: canvas)
    #expect(fingerprint.hex == "6a8d01206b40d5e73a2d63c6a2f2d87c")
  }

  @Test(
    "a blank canvas is the sum of its tiles",
    arguments: [(1, 1), (32, 32), (33, 32), (32, 33), (31, 65), (100, 200), (640, 64)])
  func blankCanvas(width: Int, height: Int) throws {
    let canvas = try size(width, height)
    for color in [Pixel.transparent, .white] {
      #expect(Fingerprint(blank: canvas, color: color) == fromScratch(blank(canvas, color), canvas))
    }
  }

  @Test("updating with every change equals a full computation, in any order; undoing a change restores it")
  func incremental() throws {
    let seed: UInt64 = 0xF1
    var random = PixelGenerator(seed: seed)
    let canvas = try size(150, 90)
    var tiles = blank(canvas, .white)
    let start = Fingerprint(blank: canvas, color: .white)
    var fingerprint = start
    var undo: [(TileIndex, old: Tile, new: Tile)] = []
    for round in 0..<60 {
      let index = TileIndex(
        x: Int(random.next() % UInt64(canvas.tileColumns)), y: Int(random.next() % UInt64(canvas.tileRows)))
      let old = try #require(tiles[index])
      let new: Tile = random.next() % 3 == 0 ? .color(random.pixel()) : .pixels(random.tilePixels())
      fingerprint.replace(tile: index, old: old, new: new, canvas: canvas)
      tiles[index] = new
      undo.append((index, old, new))
      let whole = fromScratch(tiles, canvas) { $0.shuffle(using: &random) }
      #expect(fingerprint == whole, "seed \(seed), round \(round)")
    }
    for (index, old, new) in undo.reversed() {
      let oldHash = Fingerprint.blockHash(of: old, at: index, canvas: canvas)
      let newHash = Fingerprint.blockHash(of: new, at: index, canvas: canvas)
      fingerprint.replace(tile: index, old: newHash, new: oldHash)
    }
    #expect(fingerprint == start)
  }

  @Test("replacing a tile by an equal one changes nothing, and equal pixels count as one colour")
  func noChange() throws {
    let canvas = try size(64, 64)
    let start = Fingerprint(blank: canvas, color: .white)
    var fingerprint = start
    let index = TileIndex(x: 1, y: 1)
    let pixels = TilePixels(filledWith: .white)
    fingerprint.replace(tile: index, old: .color(.white), new: .color(.white), canvas: canvas)
    #expect(fingerprint == start)
    fingerprint.replace(tile: index, old: .color(.white), new: .pixels(pixels), canvas: canvas)
    #expect(fingerprint == start)
    fingerprint.replace(tile: index, old: .pixels(pixels), new: .pixels(pixels), canvas: canvas)
    #expect(fingerprint == start)
  }

  @Test("moved pixels, exchanged blocks and other sizes differ")
  func places() throws {
    let canvas = try size(512, 512)
    var random = PixelGenerator(seed: 0x91ACE)
    let stamp = Tile.pixels(random.tilePixels())
    let other = Tile.pixels(random.tilePixels())
    var all: Set<Fingerprint> = [Fingerprint(blank: canvas, color: .white)]
    var tried = 1
    for y in 0..<canvas.tileRows {
      for x in 0..<canvas.tileColumns {
        var one = Fingerprint(blank: canvas, color: .white)
        one.replace(tile: TileIndex(x: x, y: y), old: .color(.white), new: stamp, canvas: canvas)
        all.insert(one)
        tried += 1
        guard x != y else { continue }
        var two = one
        two.replace(tile: TileIndex(x: y, y: x), old: .color(.white), new: other, canvas: canvas)
        all.insert(two)
        tried += 1
      }
    }
    for width in 1...80 {
      for height in [1, 2, 32, 33, 80] {
        all.insert(Fingerprint(blank: try size(width, height), color: .white))
        tried += 1
      }
    }
    #expect(all.count == tried)
  }

  @Test("the position of a block changes each output bit half of the time")
  func avalancheOfPlaces() throws {
    let canvas = try size(65_536, 65_536)
    var random = PixelGenerator(seed: 0xA11)
    var flips = [Int](repeating: 0, count: 128)
    let trials = 3000
    let empty = Fingerprint(high: 0, low: 0)
    for _ in 0..<trials {
      let x = Int(random.next() % 2048)
      let y = Int(random.next() % 2048)
      let bit = 1 << Int(random.next() % 11)
      let isColumn = random.next() % 2 == 0
      let hash = Fingerprint.blockHash(of: .color(.white), at: TileIndex(x: x, y: y), canvas: canvas)
      var first = empty
      first.add(hash, at: TileIndex(x: x, y: y))
      var second = empty
      second.add(hash, at: TileIndex(x: isColumn ? x ^ bit : x, y: isColumn ? y : y ^ bit))
      for bit in 0..<64 {
        flips[bit] += Int((first.low ^ second.low) >> UInt64(bit) & 1)
        flips[64 + bit] += Int((first.high ^ second.high) >> UInt64(bit) & 1)
      }
    }
    let bound = 6 * Double(trials).squareRoot() / 2
    for (bit, count) in flips.enumerated() {
      #expect(abs(Double(count) - Double(trials) / 2) < bound, "bit \(bit)")
    }
  }

  @Test("its text is 32 lower-case digits and reads back")
  func text() throws {
    var random = PixelGenerator(seed: 0x7E87)
    for _ in 0..<100 {
      let fingerprint = Fingerprint(high: random.next(), low: random.next())
      #expect(fingerprint.hex.utf8.count == 32)
      #expect(fingerprint.hex.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) })
      #expect(Fingerprint(hex: fingerprint.hex) == fingerprint)
      #expect(Fingerprint(hex: fingerprint.hex.uppercased()) == fingerprint)
      #expect("\(fingerprint)" == fingerprint.hex)
    }
    #expect(Fingerprint(high: 1, low: 0xAB).hex == "000000000000000100000000000000ab")
  }

  @Test(
    "other texts are refused",
    arguments: [
      "", "0", "0000000000000001000000000000000", "000000000000000100000000000000000", "r12",
      "0x000000000000000000000000000001", "000000000000000100000000000000 b", "+0000000000000010000000000000000",
      "0000000000000001000000000000000g", "０0000000000000010000000000000000",
    ])
  func badText(text: String) {
    #expect(Fingerprint(hex: text) == nil)
  }
}
