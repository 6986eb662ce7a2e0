// Unsafe: words are appended byte by byte.

extension PackBuilder {
  /// Appends a whole chunk with a tile.
  static func appendTileChunk(_ encoded: Span<UInt8>, crc: UInt32, to bytes: inout [UInt8]) {
    // Words instead of arrays of bytes: this runs for every tile and does not allocate.
    let head = (UInt32(truncatingIfNeeded: encoded.count).bigEndian, PackFormat.idatWord.bigEndian)
    unsafe withUnsafeBytes(of: head) { unsafe bytes.append(contentsOf: $0) }
    unsafe encoded.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    unsafe withUnsafeBytes(of: crc.bigEndian) { unsafe bytes.append(contentsOf: $0) }
  }
}
