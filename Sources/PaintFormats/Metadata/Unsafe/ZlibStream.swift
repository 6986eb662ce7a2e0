import CPNG

// Unsafe: zlib reads and writes the memory of arrays.

/// Compresses as PNG does.
enum ZlibStream {
  /// The bytes compressed by zlib; nil without memory.
  static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var count = compressBound(uLong(bytes.count))
    var compressed = [UInt8](repeating: 0, count: Int(count))
    guard unsafe compress(&compressed, &count, bytes, uLong(bytes.count)) == Z_OK else { return nil }
    return Array(compressed[..<Int(count)])
  }

  /// The first `count` bytes of what zlib compressed; fewer if there are fewer, or if they are damaged.
  static func inflated(_ compressed: [UInt8], count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var found = uLong(count)
    let status = unsafe uncompress(&bytes, &found, compressed, uLong(compressed.count))
    // What does not fit is no error here.
    guard status == Z_OK || status == Z_BUF_ERROR else { return [] }
    return Array(bytes[..<min(Int(found), count)])
  }
}
