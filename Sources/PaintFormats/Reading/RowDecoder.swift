import PaintPNG
import PaintRaster

/// Decodes the rows of a picture as they are stored, from top to bottom.
protocol RowDecoder: AnyObject {
  /// What the header states; known before any row is decoded.
  var header: PictureHeader { get }
  /// Pixels of the rows: those of the header, unless they are scaled while they are decoded.
  var decodedWidth: Int { get }
  /// The number of rows.
  var decodedHeight: Int { get }
  /// The scale of the rows in eighths; then the last row and column may be partly outside of the picture.
  var decodedEighths: Int { get }
  /// Pixels that are in memory at once; 0 if these are only those of a band.
  var pixelsAtOnce: Int { get }
  /// The chunks for colour space and density that the file has for PNG; nil to make them from the profile.
  var colorChunks: PNGColorChunks? { get }
  /// Losses, as clauses for the user; complete after `finish`.
  var warnings: [String] { get }

  /// Lends the next rows to `body`, once; each call except the last asks for as many.
  ///
  /// - Throws: `.picture` with `.truncated`, `.damaged` or `.format` for rows that are damaged, as far as the decoder cannot
  ///   go on, before `body` is called; `.body` with the error of `body`.
  func lendRows<E: Error>(
    _ count: Int, to body: (Span<UInt32>) throws(E) -> Void
  ) throws(PictureBandError<E>)
  /// Reads what follows the last row.
  func finish() throws(PictureError)
}

extension RowDecoder {
  var decodedWidth: Int { header.storedWidth }
  var decodedHeight: Int { header.storedHeight }
  var decodedEighths: Int { 8 }
  var colorChunks: PNGColorChunks? { nil }
}
