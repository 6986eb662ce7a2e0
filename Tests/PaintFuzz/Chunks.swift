@testable import PaintPNG

/// The chunks of a PNG file, valid or not.
enum Chunks {
  /// The bytes with the correct CRC in every complete chunk, so that the code after the CRC check is reached.
  ///
  /// - Parameter kind: only chunks of this type; nil for all.
  static func repaired(_ bytes: [UInt8], only kind: [UInt8]? = nil) -> [UInt8] {
    var bytes = bytes
    var start = PackFormat.signature.count
    while start + 12 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - start - 12 else { break }
      let end = start + 8 + length
      if kind.map({ $0 == Array(bytes[start + 4..<start + 8]) }) ?? true {
        bytes.replaceSubrange(end..<end + 4, with: PackFormat.bigEndian(PackFormat.crc(of: bytes[start + 4..<end])))
      }
      start = end + 4
    }
    return bytes
  }
}
