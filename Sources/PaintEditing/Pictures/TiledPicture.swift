import PaintHistory
import PaintRaster

/// A picture whose tiles are written to a file: that of a revision, or one made from it.
protocol TiledPicture {
  /// Its size.
  var size: CanvasSize { get }

  /// Calls `body` once for each tile in the given rows and columns, in any order and on several threads at once.
  func forEachTile(
    rows: Range<Int>, columns: Range<Int>, with workers: Workers, _ body: @escaping @Sendable (TileIndex, Tile) -> Void
  ) throws(HistoryError)
}

extension Snapshot: TiledPicture {}

extension TiledPicture {
  /// Passes the pixels of a box of the picture as rows from top to bottom, in bands of several rows of tiles, about 512
  /// tiles, which are read on all processors.
  ///
  /// Memory is that of a band. The tiles are not cached.
  ///
  /// - Parameters:
  ///   - body: receives the pixels, row by row, the number of rows, and the number of rows of tiles.
  ///   - tile: called with each tile, by several threads at the same time.
  func forEachWideBand(
    in box: PixelBox, _ body: (Span<UInt32>, Int, Int) throws -> Void,
    visiting tile: @escaping @Sendable (TileIndex, Tile) -> Void = { _, _ in }
  ) throws {
    let columns = box.x / Tile.edge..<(box.maxX - 1) / Tile.edge + 1
    let end = (box.maxY - 1) / Tile.edge + 1
    let step = max(1, 512 / columns.count)
    var block: PixelBlock?
    for first in stride(from: box.y / Tile.edge, to: end, by: step) {
      let rows = first..<min(first + step, end)
      let part = PixelBox(
        x: box.x, y: rows.lowerBound * Tile.edge, width: box.width, height: rows.count * Tile.edge
      ).intersection(box)
      // Memory that has pages already is used again.
      let memory = if let block, block.box.height == part.height { block } else { PixelBlock(unwritten: part) }
      block = memory
      let target = memory.target.moved(to: part.x, part.y)
      try forEachTile(rows: rows, columns: columns, with: .all) { index, found in
        target.copy(found, at: index, in: part)
        tile(index, found)
      }
      try memory.withPixels { pixels in try body(pixels, part.height, rows.count) }
    }
  }

  /// Whether every pixel of a box of the picture is opaque.
  ///
  /// - Throws: the errors of `forEachTile`.
  /// - Complexity: O(pixels up to the first band of tiles with a transparent one).
  func isOpaque(in box: PixelBox) throws -> Bool { try all(in: box) { $0 >= 0xff00_0000 } }

  /// Whether red, green and blue of every pixel of a box of the picture are the same.
  ///
  /// - Throws: the errors of `forEachTile`.
  /// - Complexity: O(pixels up to the first band of tiles with a coloured one).
  func isGray(in box: PixelBox) throws -> Bool {
    // Each channel is compared with the next one.
    try all(in: box) { ($0 ^ $0 >> 8) & 0xffff == 0 }
  }

  @inline(__always)
  private func all(in box: PixelBox, _ isRight: (_ bits: UInt32) -> Bool) throws -> Bool {
    do {
      try forEachWideBand(in: box) { pixels, _, _ in
        for index in pixels.indices where !isRight(pixels[index]) { throw OtherPixel() }
      }
      return true
    } catch is OtherPixel {
      return false
    }
  }
}

private struct OtherPixel: Error {}
