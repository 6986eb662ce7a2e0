import PaintRaster

/// The encoding of a revision's tile list in the index: keys in ascending order, each as the difference to the previous
/// one in LEB128 (7 bits per byte, low bits first).
enum TileList {
  /// Encodes distinct keys, given in any order.
  static func encode(_ keys: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(keys.count * 2)
    var previous: UInt32 = 0
    for key in keys.sorted() {
      var rest = key &- previous
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
      previous = key
    }
    return bytes
  }

  /// Decodes the keys that `encode` wrote; an incomplete last key is ignored.
  static func decode(_ bytes: [UInt8]) -> [UInt32] {
    var keys: [UInt32] = []
    var previous: UInt32 = 0
    var value: UInt32 = 0
    var shift: UInt32 = 0
    for byte in bytes {
      value |= UInt32(byte & 0x7f) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      previous &+= value
      keys.append(previous)
      value = 0
      shift = 0
    }
    return keys
  }
}
