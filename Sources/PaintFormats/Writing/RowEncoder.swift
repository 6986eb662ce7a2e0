import PaintPNG
import PaintRaster

/// Encodes the rows of a picture from top to bottom.
protocol RowEncoder: AnyObject {
  /// Takes the next rows, which have all their pixels; those of formats without transparency are opaque.
  func write(_ pixels: Span<UInt32>, rows: Int) throws(PictureError)
  /// Ends the picture, after its last row; all its bytes are then in the output.
  func finish() throws(PictureError)
}

/// What an encoder gets.
struct WritingRequest {
  var size: CanvasSize
  /// The user's options, completed by the format's defaults.
  var options: WritingOptions
  /// Every pixel will have alpha 255.
  var isOpaque: Bool
  /// Every pixel will be grey, and is stored as that.
  var isGray: Bool
  /// What a PNG gets.
  var chunks: PNGColorChunks
  /// What other formats get.
  var metadata: WrittenMetadata
  var output: PictureOutput
}
