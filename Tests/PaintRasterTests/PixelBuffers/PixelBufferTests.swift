import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("Pixel buffers")
struct PixelBufferTests {
  /// A block at a random position, with random pixels.
  private func block(_ random: inout SeededGenerator) -> PixelBlock {
    let box = PixelBox(
      x: random.whole(0...70), y: random.whole(0...70), width: random.whole(1...90), height: random.whole(1...90))
    let block = PixelBlock(box)
    for y in box.y..<box.maxY {
      for x in box.x..<box.maxX { block[x, y] = Pixel(bits: UInt32(truncatingIfNeeded: random.next())) }
    }
    return block
  }

  /// A box inside another one, with at least one pixel.
  private func part(of box: PixelBox, _ random: inout SeededGenerator) -> PixelBox {
    let (x, y) = (random.whole(box.x...box.maxX - 1), random.whole(box.y...box.maxY - 1))
    return PixelBox(x: x, y: y, width: random.whole(1...box.maxX - x), height: random.whole(1...box.maxY - y))
  }

  private func words(of block: PixelBlock) -> [UInt32] {
    var words: [UInt32] = []
    block.withPixels { words.append(copying: $0) }
    return words
  }

  @Test("parts are copied, moved, mirrored and filled like pixels one by one", arguments: 0..<UInt64(40))
  func copies(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let source = block(&random)
    let box = part(of: source.box, &random)
    let (copy, across, down) = (PixelBlock(box), PixelBlock(box), PixelBlock(box))
    copy.target.copy(source.source)
    across.target.copy(mirrored: source.source.part(box), isHorizontal: true)
    down.target.copy(mirrored: source.source.part(box).moved(to: 5, 7), isHorizontal: false)
    let hole = part(of: box, &random)
    let filled = PixelBlock(box)
    filled.target.copy(source.source)
    filled.target.part(hole).moved(to: 1, 2).fill(
      PixelBox(x: 1, y: 2, width: hole.width, height: hole.height), with: .white)
    for y in box.y..<box.maxY {
      for x in box.x..<box.maxX {
        let pixel = source[x, y]
        if !(copy[x, y] == pixel) { Issue.record("seed \(seed)") }
        if !(across[box.x + box.maxX - 1 - x, y] == pixel) { Issue.record("seed \(seed)") }
        if !(down[x, box.y + box.maxY - 1 - y] == pixel) { Issue.record("seed \(seed)") }
        if !(filled[x, y] == (hole.contains(x: x, y: y) ? .white : pixel)) { Issue.record("seed \(seed)") }
      }
    }
  }

  @Test("tiles, bands and blocks are converted without a change", arguments: 0..<UInt64(30))
  func converts(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let source = block(&random)
    let box = source.box
    let canvas = try #require(CanvasSize(width: box.maxX, height: box.maxY))
    let copy = PixelBlock(box)
    let whole = PixelBlock(canvas.box)
    var band = PixelBand(box: box)
    var rows: [UInt32] = []
    for y in 0..<canvas.tileRows {
      for x in 0..<canvas.tileColumns {
        let index = TileIndex(x: x, y: y)
        let tile = source.source.tile(at: index)
        copy.target.copy(tile, at: index, in: box)
        band.copy(tile, at: index)
      }
      band.withRows(ofTileRow: y) { pixels, count in
        #expect(pixels.count == count * box.width)
        rows.append(copying: pixels)
      }
    }
    #expect(words(of: copy) == words(of: source))
    #expect(rows.count == box.width * box.height)
    for (place, bits) in rows.enumerated() {
      if !(Pixel(bits: bits) == source[box.x + place % box.width, box.y + place / box.width]) {
        Issue.record("seed \(seed)")
      }
    }
    // Bands of a whole picture, as a file has them.
    whole.target.copy(source.source, in: box)
    let words = words(of: whole)
    let narrow = PixelBlock(PixelBox(x: box.x, y: 0, width: box.width, height: box.maxY))
    for row in 0..<canvas.tileRows {
      let count = min(Tile.edge, canvas.height - row * Tile.edge)
      let part = words.span.extracting(row * Tile.edge * canvas.width..<(row * Tile.edge + count) * canvas.width)
      narrow.target.copy(band: part, width: canvas.width, y: row * Tile.edge)
      for x in 0..<canvas.tileColumns {
        let tile = Tile.pixels(TilePixels(column: x, ofBand: part, rows: count, width: canvas.width))
        let index = TileIndex(x: x, y: row)
        #expect(TileMask(differencesFrom: tile, to: whole.source.tile(at: index), inside: .tile).isEmpty)
      }
    }
    for y in box.y..<box.maxY {
      for x in box.x..<box.maxX { if !(narrow[x, y] == source[x, y]) { Issue.record("seed \(seed)") } }
    }
  }
}
