/// The reason why bytes are not a pack, or not the expected tile.
public enum PackError: Error, Equatable, Sendable {
  /// The bytes end inside the chunk that begins at `offset`, or before the last chunk.
  case truncated(offset: Int)
  /// The CRC of the chunk whose data begin at `offset` differs from the one stored with it.
  case wrongChecksum(offset: Int, stored: UInt32, computed: UInt32)
  /// The bytes at `offset` are not part of a pack.
  case malformed(offset: Int, reason: String)
  /// A record states another version of the format, older or newer; `Int.max` if the number is larger.
  case otherVersion(Int)
  /// The CRC of a tile's bytes differs from the one that the caller expects: they are damaged, or of another tile.
  case unexpectedTile(expected: UInt32, computed: UInt32)
  /// A tile's bytes have the right CRC, but are not a tile.
  case undecodableTile(reason: String)
}

extension PackError: CustomStringConvertible {
  /// A message of one line for the user.
  public var description: String {
    switch self {
    case .truncated(let offset): "the pack is cut off in the chunk at byte \(offset)"
    case .wrongChecksum(let offset, let stored, let computed):
      "the pack is damaged at byte \(offset): CRC \(Self.hexadecimal(computed)), stored \(Self.hexadecimal(stored))"
    case .malformed(let offset, let reason): "not a pack of tiles, at byte \(offset): \(reason)"
    case .otherVersion(let version):
      "the pack has \(DocumentVersion.words(version)) of the format of drawings, not version \(DocumentVersion.current)"
    case .unexpectedTile(let expected, let computed):
      "the tile is damaged: CRC \(Self.hexadecimal(computed)), expected \(Self.hexadecimal(expected))"
    case .undecodableTile(let reason): "the tile cannot be decoded: \(reason)"
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
