import PaintPNG
import PaintRaster

/// Encodes PNG with the writer of PaintPNG.
final class PNGEncoder: RowEncoder {
  private let writer: PNGWriter
  private let output: PictureOutput
  /// The file that the writer writes to, for an output into memory.
  private let file: UnnamedFile?

  init(_ request: WritingRequest) throws(PictureError) {
    output = request.output
    file = output.descriptor == nil ? try UnnamedFile() : nil
    let descriptor = output.descriptor ?? file?.descriptor ?? -1
    writer = try PictureError.catching { () throws(PNGError) in
      try PNGWriter(
        fileDescriptor: descriptor, size: request.size, colorChunks: request.chunks, opaque: request.isOpaque)
    }
  }

  func write(_ pixels: Span<UInt32>, rows: Int) throws(PictureError) {
    do throws(PNGError) { try writer.writeRows(pixels, rows: rows) } catch { throw PictureError(error) }
  }

  func finish() throws(PictureError) {
    try PictureError.catching { () throws(PNGError) in try writer.finish() }
    try file?.copy(to: output)
  }
}
