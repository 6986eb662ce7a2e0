import PaintRaster

/// A pack, parsed: its chunks are checked against their CRCs, its tiles are not inflated.
///
/// This is the only parser of whole packs; ``PackReader`` inflates the tiles, too, and ``PackSalvage`` finds what is left in
/// a pack that this refuses.
public struct PackOutline: Sendable {
  /// The location of a tile's bytes, and their CRC.
  public struct Slot: Hashable, Sendable {
    /// The offset of the tile's bytes from the start of the file.
    public let offset: UInt32
    /// The number of bytes.
    public let length: UInt32
    /// The CRC-32 of their chunk.
    public let crc: UInt32

    var range: Range<Int> { Int(offset)..<Int(offset) + Int(length) }
  }

  /// The slots, from the top of the picture down.
  public let slots: [Slot]
  /// The text of all records.
  public let records: String
  /// Where the last block of the pixels and their checksum are.
  let end: Range<Int>
  private let bytes: [UInt8]

  /// Parses `bytes`, a whole file.
  ///
  /// - Throws: at the first chunk that is damaged or that `PackBuilder` would not have written: `.truncated`,
  ///   `.wrongChecksum`, `.malformed` or `.otherVersion`.
  public init(_ bytes: [UInt8]) throws(PackError) {
    var chunks = ChunkScanner(bytes)
    try chunks.skipSignature()
    let height = try Self.height(of: chunks.next(PackFormat.ihdr), in: bytes)
    let header = try chunks.next(PackFormat.idat)
    guard bytes[header] == PackFormat.zlibHeader[...] else {
      throw .malformed(offset: header.lowerBound, reason: "no zlib header")
    }
    var slots: [Slot] = []
    slots.reserveCapacity(height)
    for _ in 0..<height {
      let range = try chunks.next(PackFormat.idat)
      guard let offset = UInt32(exactly: range.lowerBound), let length = UInt32(exactly: range.count) else {
        throw .malformed(offset: range.lowerBound, reason: "4 GiB and more")
      }
      slots.append(Slot(offset: offset, length: length, crc: chunks.lastChecksum))
    }
    end = try chunks.next(PackFormat.idat)
    records = try Self.records(from: &chunks, in: bytes)
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
    EncodedTile(bytes: Array(bytes[slots[index].range]), crc: slots[index].crc, adler: adler)
  }

  /// The number of tiles according to the header in `range`.
  private static func height(of range: Range<Int>, in bytes: [UInt8]) throws(PackError) -> Int {
    guard range.count == 13 else { throw .malformed(offset: range.lowerBound, reason: "a header of another length") }
    let pixels = bytes[range].dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let tiles = pixels / Tile.edge
    guard (1...PackBuilder.capacity).contains(tiles), bytes[range] == PackFormat.header(tiles: tiles)[...] else {
      throw .malformed(offset: range.lowerBound, reason: "another size or kind of picture")
    }
    return tiles
  }

  private static func records(from chunks: inout ChunkScanner, in bytes: [UInt8]) throws(PackError) -> String {
    var text = ""
    while let range = try chunks.next(PackFormat.record, orEnd: PackFormat.iend) {
      if let version = PackFormat.version(of: bytes[range]), version != DocumentVersion.current {
        throw .otherVersion(version)
      }
      guard range.count <= PackFormat.recordChunkLimit, bytes[range].starts(with: PackFormat.recordStart) else {
        throw .malformed(offset: range.lowerBound, reason: "a record of \(range.count) bytes, or without a version")
      }
      guard let part = String(validating: bytes[range].dropFirst(PackFormat.recordStart.count), as: UTF8.self) else {
        throw .malformed(offset: range.lowerBound, reason: "a record that is not UTF-8")
      }
      text += part
    }
    return text
  }
}
