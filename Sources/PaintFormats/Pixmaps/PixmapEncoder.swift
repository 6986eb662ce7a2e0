import PaintRaster

/// Encodes PPM, which has no transparency, or PAM with alpha.
final class PixmapEncoder: RowEncoder {
  private let width: Int
  private let channels: Int
  private let output: PictureOutput

  init(_ request: WritingRequest, hasAlpha: Bool) throws(PictureError) {
    width = request.size.width
    channels = hasAlpha ? 4 : 3
    output = request.output
    let (width, height) = (request.size.width, request.size.height)
    let header =
      hasAlpha
      ? "P7\nWIDTH \(width)\nHEIGHT \(height)\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
      : "P6\n\(width) \(height)\n255\n"
    let bytes = Array(header.utf8)
    try output.write(bytes.span)
  }

  func write(_ pixels: Span<UInt32>, rows: Int) throws(PictureError) {
    var bytes = [UInt8](repeating: 0, count: width * channels)
    for row in 0..<rows {
      var samples = bytes.mutableSpan
      for x in 0..<width {
        let pixel = Pixel(bits: pixels[row * width + x])
        let place = channels * x
        samples[place] = pixel.red
        samples[place + 1] = pixel.green
        samples[place + 2] = pixel.blue
        if channels == 4 { samples[place + 3] = pixel.alpha }
      }
      try output.write(bytes.span)
    }
  }

  func finish() throws(PictureError) {}
}
