import PaintFilters
import PaintPNG
import PaintRaster

/// The pixels of a placed picture where it lies on the canvas, in the size that it has there, made from top to bottom some rows
/// of tiles at a time.
struct PlacedRows {
  private let picture: ArrivingPicture
  private let rows: ResampledRows
  /// Where the picture lies, in the size that it has there.
  private let box: PixelBox
  /// What of it lies on the canvas.
  let visible: PixelBox
  /// By a pixel's alpha, how strongly it is laid over what is there.
  private let strengths: [UInt8]
  /// The rows of tiles that were made last.
  private var made: PixelBlock?

  /// The picture, which is to lie in `box`; nil where nothing of it is visible, and then all of it was read.
  init?(
    _ reader: PNGReader, in box: PixelBox, visible: PixelBox, method: ResamplingMethod, opacity: Double
  ) throws(PNGError) {
    guard !visible.isEmpty, let size = CanvasSize(width: box.width, height: box.height) else {
      try ArrivingPicture(reader, columns: nil).finish()
      return nil
    }
    rows = ResampledRows(
      Resampling(from: reader.size, to: size, method: method), columns: visible.x - box.x..<visible.maxX - box.x,
      from: visible.y - box.y, with: .all)
    picture = try ArrivingPicture(reader, columns: rows.sourceColumns)
    self.box = box
    self.visible = visible
    strengths = (0...255).map { Blend(color: Pixel(red: 0, green: 0, blue: 0, alpha: $0), opacity: opacity).strength }
  }

  /// The rows of tiles that the picture meets, as they are made together: some MiB of pixels.
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

  /// Reads what of the picture's file was not needed.
  func finish() throws(PNGError) { try picture.finish() }

  /// Lays the pixels over the tile at `index`, which is in the rows that were made last.
  func lay(over tile: inout Tile, at index: TileIndex) {
    guard let made else { preconditionFailure("a row of tiles is made before it is laid over the canvas") }
    let part = index.box.intersection(visible)
    var pixels = tile.expanded
    // So that the pixels are not copied when nobody else shares them.
    tile = .color(.transparent)
    pixels.withUnsafeMutablePixels { target in
      for y in part.y..<part.maxY {
        let colors = made.source.row(y - box.y, from: part.x - box.x)
        let row = target + ((y - index.box.y) * Tile.edge + (part.x - index.box.x))
        for x in 0..<part.width { lay(Pixel(bits: colors[x]), over: &row[x]) }
      }
    }
    tile = .pixels(pixels)
    withExtendedLifetime(made) {}
  }

  @inline(__always) private func lay(_ color: Pixel, over word: inout UInt32) {
    let strength = strengths[Int(color.alpha)]
    if strength == 0 { return }
    // What the formula gives, too.
    if strength == 255 { return word = color.bits }
    word = Blend.blended(coverage: 255, color: color, strength: strength, onto: Pixel(bits: word)).bits
  }
}
