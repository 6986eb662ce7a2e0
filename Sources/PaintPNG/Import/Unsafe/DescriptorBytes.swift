import CPNG

// Unsafe: C reads into the memory of an array.

/// Reads the bytes of a descriptor.
enum DescriptorBytes {
  /// Reads some bytes, at most as many as the buffer has; returns their number, 0 at the end.
  static func read(_ descriptor: CInt, into buffer: inout [UInt8]) throws(PNGError) -> Int {
    let count = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe paint_png_read_some(descriptor, $0.baseAddress, $0.count)
    }
    guard count >= 0 else {
      let errno = CInt(clamping: -count)
      throw .io(errno: errno, message: "reading failed: " + PNGError.reason(errno))
    }
    return Int(count)
  }
}
