import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("TileMask")
struct TileMaskTests {
  @Test("set operations equal those of a plain set of points", arguments: 0..<UInt64(60))
  func operations(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (first, second) = (random.tileMask(), random.tileMask())
    let (one, other) = (PlainMask(first).spots, PlainMask(second).spots)
    #expect(PlainMask(first.intersection(second)).spots == one.intersection(other))
    #expect(PlainMask(first.union(second)).spots == one.union(other))
    #expect(PlainMask(first.subtracting(second)).spots == one.subtracting(other))
    #expect((first == second) == (one == other))
    #expect(first == PlainMask(first).tile(0, 0))
    #expect(first.count == one.count)
    #expect(first.isEmpty == one.isEmpty)
    for (width, height) in [(32, 32), (32, 7), (9, 32), (random.whole(1...32), random.whole(1...32))] {
      let box = PlainMask(PixelBox(x: 0, y: 0, width: width, height: height))
      #expect(first.covers(width: width, height: height) == box.spots.isSubset(of: one))
    }
  }

  @Test("a box has its pixels, and the bounding box of a set is the smallest", arguments: 0..<UInt64(60))
  func boxes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let box = random.box()
    let inside = box.intersection(.tile)
    #expect(PlainMask(TileMask(box)) == PlainMask(inside))
    #expect(TileMask(box).bounds == inside)
    let mask = random.tileMask()
    let spots = PlainMask(mask).spots
    let bounds = mask.bounds
    if let left = spots.map(\.x).min(), let right = spots.map(\.x).max(), let top = spots.map(\.y).min(),
      let bottom = spots.map(\.y).max()
    {
      #expect(bounds == PixelBox(x: left, y: top, width: right + 1 - left, height: bottom + 1 - top))
    } else {
      #expect(bounds == .empty)
    }
  }

  @Test("seeds for the neighbours are the pixels next to the edge", arguments: 0..<UInt64(20))
  func seeds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let mask = random.tileMask()
    for place in 0..<Tile.edge {
      if !(mask.seedsToTheLeft.contains(x: 31, y: place) == mask.contains(x: 0, y: place)) {
        Issue.record("seed \(seed)")
      }
      if !(mask.seedsToTheRight.contains(x: 0, y: place) == mask.contains(x: 31, y: place)) {
        Issue.record("seed \(seed)")
      }
      if !(mask.seedsAbove.contains(x: place, y: 31) == mask.contains(x: place, y: 0)) { Issue.record("seed \(seed)") }
      if !(mask.seedsBelow.contains(x: place, y: 0) == mask.contains(x: place, y: 31)) { Issue.record("seed \(seed)") }
    }
    if !(mask.seedsToTheLeft.intersection(TileMask(width: 31, height: 32)).isEmpty) { Issue.record("seed \(seed)") }
    if !(mask.seedsAbove.intersection(TileMask(width: 32, height: 31)).isEmpty) { Issue.record("seed \(seed)") }
  }

  /// Tiles of few colours, so that pixels are often equal or similar.
  private func tile(_ random: inout SeededGenerator) -> Tile {
    let colors: [UInt32] = [0, 0x00FF_0000, 0xFF10_2030, 0xFF11_2130, 0xFF20_2030]
    if random.whole(0...3) == 0 { return .color(Pixel(bits: colors[random.whole(0...4)])) }
    var tile = Tile.color(.transparent)
    for color in colors { tile.set(random.tileMask(), to: Pixel(bits: color)) }
    return tile
  }

  @Test(
    "every sample of each channel is similar to every other as the definition says",
    arguments: [0, 1, 20, 127, 128, 254, 255])
  func similarSamples(tolerance: Int) {
    for own in UInt8.min...255 {
      let color = Pixel(red: own, green: own, blue: own, alpha: own)
      var tile = Tile.color(.transparent)
      // Words 0…255 have all samples of red, the next those of green, blue and alpha; the other channels are the colour's.
      var words: [UInt32] = []
      for shift: UInt32 in [0, 8, 16, 24] {
        let others: UInt32 = color.bits & ~(0xFF << shift)
        for sample: UInt32 in 0...255 { words.append(others | sample << shift) }
      }
      for (word, bits) in words.enumerated() {
        var pixel = TileMask.none
        pixel.insert(x: word % 32, y: word / 32)
        tile.set(pixel, to: Pixel(bits: bits))
      }
      let similar = TileMask(of: tile, similarTo: color, tolerance: tolerance, width: 32, height: 32)
      for (word, bits) in words.enumerated() {
        let isNear = PlainPicture.areSimilar(Pixel(bits: bits), color, tolerance: tolerance)
        if similar.contains(x: word % 32, y: word / 32) != isNear {
          Issue.record("\(String(bits, radix: 16)) and \(String(color.bits, radix: 16))")
        }
      }
    }
  }

  @Test("differences, similar pixels, copies and fills equal the same pixel by pixel", arguments: 0..<UInt64(80))
  func tiles(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (old, new, box, mask) = (tile(&random), tile(&random), random.box(), random.tileMask())
    let color = Pixel(bits: 0xFF10_2030)
    let tolerance = random.whole(0...20)
    let (width, height) = (random.whole(1...32), random.whole(1...32))
    let differences = TileMask(differencesFrom: old, to: new, inside: box)
    let similar = TileMask(of: old, similarTo: color, tolerance: tolerance, width: width, height: height)
    var (copied, filled) = (old, old)
    copied.copy(mask, from: new)
    filled.set(mask, to: color)
    var isTouched = false
    for y in 0..<Tile.edge {
      for x in 0..<Tile.edge {
        if !(differences.contains(x: x, y: y) == (box.contains(x: x, y: y) && old[x, y] != new[x, y])) {
          Issue.record("seed \(seed)")
        }
        let pixel = old[x, y]
        let isNear = PlainPicture.areSimilar(pixel, color, tolerance: tolerance)
        if !(similar.contains(x: x, y: y) == (x < width && y < height && isNear)) { Issue.record("seed \(seed)") }
        let isIn = mask.contains(x: x, y: y)
        if !(copied[x, y] == (isIn ? new[x, y] : pixel)) { Issue.record("seed \(seed)") }
        if !(filled[x, y] == (isIn ? color : pixel)) { Issue.record("seed \(seed)") }
        isTouched = isTouched || isIn && pixel != new[x, y]
      }
    }
    #expect(mask.hasDifferences(from: old, to: new) == isTouched)
  }

  @Test("similar pixels of a tile are those that are similar one by one, for all samples of each channel")
  func similar() {
    var random = SeededGenerator(seed: 0x51A1)
    for alpha: UInt32 in [0, 1, 127, 255] {
      for tolerance in [0, 1, 20, 127, 128, 254, 255] {
        let color = Pixel(bits: UInt32(random.whole(0...0xFF_FFFF)) | alpha << 24)
        // Each quarter of the rows has all samples in one channel; the others are those of the colour.
        let words = (0..<Tile.pixelCount).map { at in
          let shift = UInt32(at / 256 * 8)
          return color.bits & ~(0xFF << shift) | UInt32(at % 256) << shift
        }
        for words in [words, words.map { $0 & 0x00FF_FFFF }] {
          let mask = TileMask(
            of: .pixels(TilePixels(words)), similarTo: color, tolerance: tolerance, width: 32, height: 32)
          let isRight = words.indices.allSatisfy { at in
            mask.contains(x: at % 32, y: at / 32)
              == PlainPicture.areSimilar(Pixel(bits: words[at]), color, tolerance: tolerance)
          }
          #expect(isRight, "\(color) with tolerance \(tolerance)")
        }
      }
    }
  }

  @Test("fully transparent pixels are similar, whatever their hidden colours")
  func hiddenColors() {
    #expect(Pixel(bits: 0x00FF_FFFF).isSimilar(to: .transparent, tolerance: 0))
    #expect(!Pixel(bits: 0x01FF_FFFF).isSimilar(to: .transparent, tolerance: 0))
    #expect(Pixel(bits: 0x01FF_FFFF).isSimilar(to: .transparent, tolerance: 1))
    #expect(Pixel(bits: 0x0110_2030).difference(from: Pixel(bits: 0x0010_0030)) == 1)
    // Next to what is transparent only alpha counts: a black and a white edge are equally far away.
    for alpha: UInt32 in 0...255 {
      for color: UInt32 in [0, 0xFF_FFFF, 0x00_FF00] {
        #expect(Pixel(bits: alpha << 24 | color).difference(from: Pixel(bits: 0x0012_3456)) == Int(alpha))
      }
    }
  }

  @Test("one by one and in rows, similarity is that of the plain definition", arguments: 0..<UInt64(8))
  func distance(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<40 {
      let color = Pixel(bits: UInt32(truncatingIfNeeded: random.next()))
      let words = (0..<Tile.pixelCount).map { _ -> UInt32 in
        let bits = UInt32(truncatingIfNeeded: random.next())
        // Any colours, or near ones with any alpha.
        return round % 2 == 0 ? bits : (color.bits ^ bits & 0x0303_0303) & 0xFF_FFFF | bits & 0xFF00_0000
      }
      let tolerance = round < 4 ? 0 : random.whole(0...255)
      let mask = TileMask(
        of: .pixels(TilePixels(words)), similarTo: color, tolerance: tolerance, width: 32, height: 32)
      for (at, bits) in words.enumerated() {
        let pixel = Pixel(bits: bits)
        let isNear = PlainPicture.areSimilar(pixel, color, tolerance: tolerance)
        let isRight =
          mask.contains(x: at % 32, y: at / 32) == isNear
          && pixel.isSimilar(to: color, tolerance: tolerance) == isNear
          && color.isSimilar(to: pixel, tolerance: tolerance) == isNear
        if !isRight { Issue.record("seed \(seed): \(pixel) and \(color), tolerance \(tolerance)") }
      }
      let pixel = Pixel(bits: words[round])
      #expect(pixel.difference(from: color) == PlainPicture.distance(pixel, color))
    }
  }
}
