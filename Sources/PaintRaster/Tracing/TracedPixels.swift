/// A set of pixels of a canvas, stored by tile as bits.
struct TracedPixels: Sendable {
  let canvas: CanvasSize
  /// By the key of a tile, the number of its part of `rows`.
  private var tiles: [UInt32: Int] = [:]
  /// For each stored tile 32 rows; bit x is for the pixel in column x.
  private var rows: [UInt32] = []
  private var lastKey = UInt32.max
  private var lastStart = 0

  init(on canvas: CanvasSize) { self.canvas = canvas }

  var isEmpty: Bool { tiles.isEmpty }

  /// Adds a pixel; none if it is not on the canvas.
  mutating func insert(_ pixel: PixelPosition) {
    guard pixel.x >= 0, pixel.y >= 0, pixel.x < canvas.width, pixel.y < canvas.height else { return }
    let key = TileIndex(x: pixel.x / Tile.edge, y: pixel.y / Tile.edge).key
    if key != lastKey {
      lastKey = key
      if let number = tiles[key] {
        lastStart = number * Tile.edge
      } else {
        tiles[key] = tiles.count
        lastStart = rows.count
        rows.append(contentsOf: repeatElement(0, count: Tile.edge))
      }
    }
    rows[lastStart + pixel.y % Tile.edge] |= 1 << UInt32(pixel.x % Tile.edge)
  }

  /// The tiles that have pixels, row by row.
  var tileIndices: [TileIndex] { tiles.keys.sorted().map { TileIndex(key: $0) } }

  /// The pixels of a tile; none if it has none.
  func pixels(of tile: TileIndex) -> TileMask {
    var pixels = TileMask.none
    if let number = tiles[tile.key] {
      for y in 0..<Tile.edge { pixels.rows[y] = rows[number * Tile.edge + y] }
    }
    return pixels
  }

  /// Calls `body` for all tiles that have pixels, row by row; a mask is valid only during its call.
  ///
  /// - Throws: what `body` throws.
  func forEachTile<E: Error>(_ body: (TileIndex, TileCoverage) throws(E) -> Void) throws(E) {
    for index in tileIndices {
      let pixels = pixels(of: index)
      if pixels.covers(width: Tile.edge, height: Tile.edge) {
        try body(index, .full)
      } else {
        try StoredMask(pixels).withMask { (mask) throws(E) in try body(index, .mask(mask)) }
      }
    }
  }
}

extension TileMask {
  /// Calls `body` with the runs of pixels of each row, from left to right.
  func forEachRun(_ body: (_ row: Int, Range<Int>) -> Void) {
    for y in 0..<Tile.edge {
      var rest = rows[y]
      while rest != 0 {
        let start = rest.trailingZeroBitCount
        let length = (~(rest >> UInt32(start))).trailingZeroBitCount
        body(y, start..<start + length)
        rest &= length + start < 32 ? UInt32.max << UInt32(start + length) : 0
      }
    }
  }
}
