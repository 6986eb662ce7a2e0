import CPNG

// Unsafe: C reads the bytes of an array.

enum ColorProfile {
  /// The four letters of the colour space of a profile, which is compressed as in an iCCP chunk; nil if it is damaged
  /// or has more bytes.
  static func colorSpace(of payload: [UInt8], byteLimit: Int) -> [UInt8]? {
    var colorSpace: [UInt8] = [0, 0, 0, 0]
    let isWhole = unsafe payload.withUnsafeBufferPointer { bytes in
      unsafe bytes.count > 0 && paint_png_profile_color_space(bytes.baseAddress, bytes.count, byteLimit, &colorSpace)
    }
    return isWhole ? colorSpace : nil
  }
}
