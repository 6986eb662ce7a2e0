/// The chunks of a PNG, made in the plainest way.
public enum PNGChunk {
  /// The bytes before the first chunk.
  public static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]

  /// A chunk with its length and checksum; `type` has four letters.
  public static func bytes(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + payload
    return number(payload.count) + body + number(Int(checksum(body)))
  }

  /// A big-endian number of four bytes.
  public static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// CRC-32, bit by bit (PNG specification, "CRC algorithm").
  public static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var register: UInt32 = .max
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xedb8_8320 : register >> 1 }
    }
    return ~register
  }
}
