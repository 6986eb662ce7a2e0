// Unsafe: rows of tiles are copied through the pointers that they lend.

/// One row of tiles as rows of pixels, clipped to a box, for conversion between tiles and a picture file.
public struct PixelBand {
  private let box: PixelBox
  private var pixels: [UInt32]

  /// A band of a box of the canvas, which may be higher than a row of tiles.
  public init(box: PixelBox) {
    self.box = box
    pixels = [UInt32](repeating: 0, count: box.width * Tile.edge)
  }

  /// Copies the part of a tile that is inside the box.
  public mutating func copy(_ tile: Tile, at index: TileIndex) {
    let part = index.box.intersection(box)
    guard !part.isEmpty else { return }
    let left = part.x - box.x
    for y in part.y - index.box.y..<part.maxY - index.box.y {
      let start = y * box.width + left
      switch tile {
      case .color(let color):
        for x in start..<start + part.width { pixels[x] = color.bits }
      case .pixels(let source):
        unsafe source.withUnsafePixels { source in
          let row = unsafe source + y * Tile.edge + (part.x - index.box.x)
          unsafe pixels.withUnsafeMutableBufferPointer { target in
            _ = unsafe target[start..<start + part.width].update(
              fromContentsOf: UnsafeBufferPointer(start: row, count: part.width))
          }
        }
      }
    }
  }

  /// Lends the rows of a row of tiles inside the box, without gaps, and their number.
  ///
  /// - Throws: the errors of `body`.
  public func withRows<E: Error>(
    ofTileRow row: Int, _ body: (Span<UInt32>, Int) throws(E) -> Void
  ) throws(E) {
    let top = row * Tile.edge
    let first = max(box.y, top) - top
    let end = min(box.maxY, top + Tile.edge) - top
    guard first < end else { return }
    try body(pixels.span.extracting(first * box.width..<end * box.width), end - first)
  }
}
