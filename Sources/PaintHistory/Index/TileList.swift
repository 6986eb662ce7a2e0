import PaintRaster

/// The tiles that a revision wrote, as the index stores them: keys in rising order, each as the difference to the one
/// before in LEB128 (7 bits a byte, low bits first).
enum TileList {
  /// The bytes for `keys`, in any order and each once.
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

  /// The keys that `encode` wrote; bytes that end early give the keys before.
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
