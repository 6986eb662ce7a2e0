import PaintFilters
import PaintFormats
import PaintRaster

/// The scaled pixels of a placed picture on the canvas, made from top to bottom, some rows of tiles at a time.
struct PlacedRows {
  private let picture: StreamedPicture
  private let rows: ResampledRows
  /// The picture's box on the canvas.
  let box: PixelBox
  /// The visible part of that box.
  let visible: PixelBox
  /// Composites the picture's pixels.
  let blend: LayerBlend
  /// The rows of tiles that were made last.
  private(set) var made: PixelBlock?

  /// Creates the rows of a picture in `box`; nil after reading all of it if nothing is visible.
  init?(
    _ reader: PictureReader, in box: PixelBox, visible: PixelBox, method: ResamplingMethod, blend: LayerBlend
  ) throws(PictureError) {
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
    self.blend = blend
  }

  /// The ranges of rows of tiles that are made together: some MiB of pixels.
  var tileRows: [Range<Int>] {
    let (first, end) = (visible.y / Tile.edge, (visible.maxY - 1) / Tile.edge + 1)
    let count = max(1, min(16, (4 << 20) / (visible.width * 4 * Tile.edge)))
    return stride(from: first, to: end, by: count).map { $0..<min($0 + count, end) }
  }

  /// Makes the pixels of the next rows of tiles, in the order of `tileRows`.
  mutating func make(_ rows: Range<Int>) throws(PictureError) {
    let part = PixelBox(
      x: 0, y: rows.lowerBound * Tile.edge, width: visible.maxX, height: rows.count * Tile.edge
    ).intersection(visible)
    made = nil
    let block = PixelBlock(part.moved(byX: -box.x, y: -box.y))
    try self.rows.write(block.target) { (row, take) throws(PictureError) in try picture.lend(row, to: take) }
    made = block
  }

  /// Reads the rest of the picture's file.
  func finish() throws(PictureError) { try picture.finish() }
}
