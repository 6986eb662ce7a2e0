import CPNG

// Unsafe: zlib takes the address of bytes.

extension PackFormat {
  /// The CRC-32 of `bytes`, as in PNG.
  static func crc(of bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { unsafe UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
