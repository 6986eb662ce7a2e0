import PaintRaster

extension Pixel {
  /// Whether red, green and blue are the same.
  var isGray: Bool { red == green && green == blue }
}
