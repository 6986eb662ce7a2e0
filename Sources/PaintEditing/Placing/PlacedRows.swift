import PaintFilters
import PaintPNG
import PaintRaster

/// The scaled pixels of a placed picture on the canvas, made from top to bottom, some rows of tiles at a time.
struct PlacedRows {
  private let picture: StreamedPicture
  private let rows: ResampledRows
  /// The picture's box on the canvas.
  private let box: PixelBox
  /// The visible part of that box.
  let visible: PixelBox
  /// The blend strength for each alpha value.
  private let strengths: [UInt8]
  /// The rows of tiles that were made last.
  private var made: PixelBlock?

  /// Creates the rows of a picture in `box`; nil after reading all of it if nothing is visible.
  init?(
    _ reader: PNGReader, in box: PixelBox, visible: PixelBox, method: ResamplingMethod, opacity: Double
  ) throws(PNGError) {
    guard !visible.isEmpty, let size = CanvasSize(width: box.width, height: box.height) else {
      try StreamedPicture(reader, columns: nil).finish()
      return nil
    }
    rows = ResampledRows(
      Resampling(from: reader.size, to: size, method: method), columns: visible.x - box.x..<visible.maxX - box.x,
      from: visible.y - box.y, with: .all)
    picture = try StreamedPicture(reader, columns: rows.sourceColumns)
    self.box = box
    self.visible = visible
    strengths = (0...255).map { Blend(color: Pixel(red: 0, green: 0, blue: 0, alpha: $0), opacity: opacity).strength }
  }

  /// The ranges of rows of tiles that are made together: some MiB of pixels.
  var tileRows: [Range<Int>] {
    let (first, end) = (visible.y / Tile.edge, (visible.maxY - 1) / Tile.edge + 1)
    let count = max(1, min(16, (4 << 20) / (visible.width * 4 * Tile.edge)))
    return stride(from: first, to: end, by: count).map { $0..<min($0 + count, end) }
  }

  /// Makes the pixels of the next rows of tiles, in the order of `tileRows`.
  mutating func make(_ rows: Range<Int>) throws(PNGError) {
    let part = PixelBox(
      x: 0, y: rows.lowerBound * Tile.edge, width: visible.maxX, height: rows.count * Tile.edge
    ).intersection(visible)
    made = nil
    let block = PixelBlock(
      PixelBox(x: part.x - box.x, y: part.y - box.y, width: part.width, height: part.height))
    try self.rows.write(block.target) { (row, take) throws(PNGError) in try picture.lend(row, to: take) }
    made = block
  }

  /// Reads the rest of the picture's file.
  func finish() throws(PNGError) { try picture.finish() }

  /// Blends the pixels onto the tile at `index`, which is in the rows that were made last.
  func blend(onto tile: inout Tile, at index: TileIndex) {
    guard let made else { preconditionFailure("a row of tiles is made before it is laid over the canvas") }
    let part = index.box.intersection(visible)
    var pixels = tile.expanded
    // Releases the tile's reference, so that unshared pixels are not copied.
    tile = .color(.transparent)
    pixels.withUnsafeMutablePixels { target in
      for y in part.y..<part.maxY {
        let colors = made.source.row(y - box.y, from: part.x - box.x)
        let row = target + ((y - index.box.y) * Tile.edge + (part.x - index.box.x))
        for x in 0..<part.width { blend(Pixel(bits: colors[x]), onto: &row[x]) }
      }
    }
    tile = .pixels(pixels)
    withExtendedLifetime(made) {}
  }

  @inline(__always) private func blend(_ color: Pixel, onto word: inout UInt32) {
    let strength = strengths[Int(color.alpha)]
    if strength == 0 { return }
    // The formula gives the same result.
    if strength == 255 { return word = color.bits }
    word = Blend.blended(coverage: 255, color: color, strength: strength, onto: Pixel(bits: word)).bits
  }
}
