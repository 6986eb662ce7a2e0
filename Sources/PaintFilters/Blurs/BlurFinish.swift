/// Converts a blurred pixel to the result; the code is specialised for each type, so that it costs no call.
protocol BlurFinish: Sendable {
  /// The pixel to write, from the blurred one and the old one at its position.
  func pixel(blurred: FloatPixel, old: UInt32) -> UInt32
}

/// The blurred pixel itself.
struct PlainFinish: BlurFinish {
  @inline(__always)
  func pixel(blurred: FloatPixel, old: UInt32) -> UInt32 { blurred.unpremultiplied(over: old) }
}
