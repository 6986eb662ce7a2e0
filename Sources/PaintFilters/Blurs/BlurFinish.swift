/// What becomes of a blurred pixel: generic code made once for each, so that it costs no call.
protocol BlurFinish: Sendable {
  /// The pixel to write for a blurred one and the one in its place before.
  func pixel(blurred: FloatPixel, old: UInt32) -> UInt32
}

/// The blurred pixel itself.
struct PlainFinish: BlurFinish {
  @inline(__always)
  func pixel(blurred: FloatPixel, old: UInt32) -> UInt32 { blurred.unpremultiplied(over: old) }
}
