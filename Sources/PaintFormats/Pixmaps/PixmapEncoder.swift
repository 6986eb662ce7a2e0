import PaintRaster

/// Encodes PPM, which has no transparency, or PAM with alpha.
final class PixmapEncoder: RowEncoder {
  private let width: Int
  private let channels: Int
  private let output: PictureOutput
  private var bytes: [UInt8]

  init(_ request: WritingRequest, hasAlpha: Bool) throws(PictureError) {
    width = request.size.width
    channels = hasAlpha ? 4 : 3
    output = request.output
    let (width, height) = (request.size.width, request.size.height)
    let header =
      hasAlpha
      ? "P7\nWIDTH \(width)\nHEIGHT \(height)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
      : "P6\n\(width) \(height)\n255\n"
    bytes = Array(header.utf8)
    try flush()
  }

  func write(_ pixels: Span<UInt32>, rows: Int) throws(PictureError) {
    for row in 0..<rows {
      bytes.removeAll(keepingCapacity: true)
      for x in 0..<width {
        let pixel = Pixel(bits: pixels[row * width + x])
        bytes.append(pixel.red)
        bytes.append(pixel.green)
        bytes.append(pixel.blue)
        if channels == 4 { bytes.append(pixel.alpha) }
      }
      try flush()
    }
  }

  func finish() throws(PictureError) {}

  private func flush() throws(PictureError) {
    // Lent while it cannot change.
    let bytes = bytes
    try output.write(bytes.span)
  }
}
