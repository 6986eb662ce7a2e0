import PaintFilters
import PaintFormats
import PaintRaster

/// A picture file that is decoded on demand from top to bottom, some rows at a time.
///
/// A picture of usual size is decoded at once, so that damage is detected before an edit begins.
final class StreamedPicture {
  /// The maximum bytes of pixels of a picture that is decoded at once.
  static let byteLimitAtOnce = 64 << 20
  /// The bytes of pixels that are decoded together otherwise: some milliseconds of work for all processors.
  private static let bandBytes = 4 << 20

  private let reader: PictureReader
  /// The columns that are needed; nil for none.
  private let columns: Range<Int>?
  /// The number of rows in a block.
  private let height: Int
  private var block: PixelBlock?
  /// The first row that is not decoded yet.
  private var nextRow = 0

  /// Creates a picture; decodes it if it is small enough.
  ///
  /// - Throws: the picture's errors, if it is decoded at once.
  init(_ reader: PictureReader, columns: Range<Int>?, limit: Int = byteLimitAtOnce) throws(PictureError) {
    self.reader = reader
    self.columns = columns
    let size = reader.size
    let isSmall = size.width * size.height * 4 <= limit
    let rowBytes = size.width * 4
    height = isSmall ? size.height : max(1, Self.bandBytes / (rowBytes * Tile.edge)) * Tile.edge
    guard isSmall else { return }
    try read()
    try finish()
  }

  /// Passes decoded rows from row `first` on; rows must be requested in ascending order.
  func lend(_ first: Int, to take: (PixelSource) -> Void) throws(PictureError) {
    while first >= nextRow { try read() }
    guard let source = block?.source else { preconditionFailure("rows are requested of a picture that is kept") }
    // Starts with the requested row, because earlier rows are not needed again.
    take(source.part(PixelBox(x: source.box.x, y: first, width: source.box.width, height: nextRow - first)))
  }

  /// Decodes the rest, so that a damaged picture is never treated as complete.
  func finish() throws(PictureError) {
    while try readBand(into: nil) {}
  }

  /// Decodes the next rows into the block.
  private func read() throws(PictureError) {
    let end = min(nextRow + height, reader.size.height)
    let target = columns.map {
      PixelBlock(PixelBox(x: $0.lowerBound, y: nextRow, width: $0.count, height: end - nextRow))
    }
    block = target
    while nextRow < end { _ = try readBand(into: target) }
  }

  private func readBand(into target: PixelBlock?) throws(PictureError) -> Bool {
    do {
      return try reader.lendNextBand { (first, rows, pixels) throws(Never) in
        nextRow = first + rows
        target?.target.copy(band: pixels, width: reader.size.width, y: first)
      }
    } catch {
      switch error {
      case .picture(let error): throw error
      }
    }
  }
}
