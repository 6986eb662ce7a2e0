/// A pack whose chunks were checked against their CRCs, but whose tiles were not inflated: for copying slots.
public struct PackOutline: Sendable {
  /// The location of a tile's bytes, and their CRC.
  public struct Slot: Hashable, Sendable {
    /// The offset of the tile's bytes from the start of the file.
    public let offset: UInt32
    /// The number of bytes.
    public let length: UInt32
    /// The CRC-32 of their chunk.
    public let crc: UInt32
  }

  /// The slots, from the top of the picture down.
  public let slots: [Slot]
  /// The text of all records.
  public let records: String
  private let bytes: [UInt8]

  /// Parses `bytes`, a whole file.
  ///
  /// - Throws: at the first chunk that is damaged or that `PackBuilder` would not have written: `.truncated`,
  ///   `.wrongChecksum`, `.malformed` or `.otherVersion`.
  public init(_ bytes: [UInt8]) throws(PackError) {
    var chunks = ChunkScanner(bytes)
    try chunks.skipSignature()
    let height = try PackReader.height(of: chunks.next(PackFormat.ihdr), in: bytes)
    _ = try chunks.next(PackFormat.idat)
    var slots: [Slot] = []
    slots.reserveCapacity(height)
    for _ in 0..<height {
      let range = try chunks.next(PackFormat.idat)
      guard let offset = UInt32(exactly: range.lowerBound), let length = UInt32(exactly: range.count) else {
        throw .malformed(offset: range.lowerBound, reason: "4 GiB and more")
      }
      slots.append(Slot(offset: offset, length: length, crc: chunks.lastChecksum))
    }
    _ = try chunks.next(PackFormat.idat)
    records = try PackReader.records(from: &chunks, in: bytes)
    self.slots = slots
    self.bytes = bytes
  }

  /// The version that the first record of a file states, whether the file is damaged or not; nil if none is found.
  ///
  /// Checksums are not compared.
  public static func version(statedBy bytes: [UInt8]) -> Int? {
    var position = PackFormat.signature.count
    while bytes.count - position >= 12 {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - position - 12 else { return nil }
      let start = position + 8
      if bytes[position + 4..<start] == PackFormat.record[...] {
        return PackFormat.version(of: bytes[start..<start + length])
      }
      position = start + length + 4
    }
    return nil
  }

  /// The encoded tile in slot `index`, to be appended unchanged to another pack; `adler` is the value in its record.
  public func encodedTile(_ index: Int, adler: UInt32) -> EncodedTile {
    let slot = slots[index]
    return EncodedTile(
      bytes: Array(bytes[Int(slot.offset)..<Int(slot.offset) + Int(slot.length)]), crc: slot.crc, adler: adler)
  }
}
