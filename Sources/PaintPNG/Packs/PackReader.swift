import CPNG
import PaintRaster

/// A whole pack, parsed and checked byte by byte: for recovery, compaction and tests.
///
/// To read one tile of a pack that is in the index, `TileDecoder` is enough.
public struct PackReader: Sendable {
  /// The tiles, from the top of the picture down.
  public let slots: [PackSlot]
  /// The text of all records.
  public let records: String
  private let bytes: [UInt8]

  /// Parses `bytes`, a whole file: every chunk's CRC, every tile, the checksum of all.
  ///
  /// - Throws: at the first thing that `PackBuilder` would not have written, like `PackOutline.init` and, for a tile,
  ///   like `TileDecoder.decode`.
  /// - Complexity: Inflates every tile.
  public init(_ bytes: [UInt8]) throws(PackError) {
    try self.init(bytes) { _, _, _ in }
  }

  /// Parses `bytes` as above, and calls `body` for each slot with the pixels that were inflated to check it.
  init(_ bytes: [UInt8], _ body: (Int, PackSlot, TilePixels) -> Void) throws(PackError) {
    var chunks = ChunkScanner(bytes)
    try chunks.skipSignature()
    let height = try Self.height(of: chunks.next(PackFormat.ihdr), in: bytes)
    let header = try chunks.next(PackFormat.idat)
    guard bytes[header] == PackFormat.zlibHeader[...] else {
      throw .malformed(offset: header.lowerBound, reason: "no zlib header")
    }
    var slots: [PackSlot] = []
    slots.reserveCapacity(height)
    var decoder = TileDecoder()
    var total: UInt32 = 1
    for ordinal in 0..<height {
      let range = try chunks.next(PackFormat.idat)
      let crc = chunks.lastChecksum
      let (tile, adler) = try Self.decode(bytes[range], crc: crc, with: &decoder)
      total = PackFormat.combine(total, adler, secondLength: PackFormat.tileLength)
      guard let offset = UInt32(exactly: range.lowerBound), let length = UInt32(exactly: range.count) else {
        throw .malformed(offset: range.lowerBound, reason: "4 GiB and more")
      }
      slots.append(PackSlot(offset: offset, length: length, crc: crc, adler: adler))
      body(ordinal, slots[ordinal], tile)
    }
    let end = try chunks.next(PackFormat.idat)
    guard bytes[end] == (PackFormat.emptyLastBlock + PackFormat.bigEndian(total))[...] else {
      throw .malformed(offset: end.lowerBound, reason: "no end of the pixels with their checksum")
    }
    self.records = try Self.records(from: &chunks, in: bytes)
    self.slots = slots
    self.bytes = bytes
  }

  /// The tile in slot `index`.
  ///
  /// - Throws: like `TileDecoder.decode`, although `init` has already decoded every tile.
  public func tile(_ index: Int, with decoder: inout TileDecoder) throws(PackError) -> TilePixels {
    try Self.decode(bytes[range(of: slots[index])], crc: slots[index].crc, with: &decoder).tile
  }

  /// The encoded tile in slot `index`, to be appended unchanged to another pack.
  public func encodedTile(_ index: Int) -> EncodedTile {
    let slot = slots[index]
    return EncodedTile(bytes: Array(bytes[range(of: slot)]), crc: slot.crc, adler: slot.adler)
  }

  private func range(of slot: PackSlot) -> Range<Int> {
    Int(slot.offset)..<Int(slot.offset) + Int(slot.length)
  }

  /// The number of tiles according to the header in `range`.
  static func height(of range: Range<Int>, in bytes: [UInt8]) throws(PackError) -> Int {
    guard range.count == 13 else { throw .malformed(offset: range.lowerBound, reason: "a header of another length") }
    let pixels = bytes[range].dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let tiles = pixels / Tile.edge
    guard (1...PackBuilder.capacity).contains(tiles), bytes[range] == PackFormat.header(tiles: tiles)[...] else {
      throw .malformed(offset: range.lowerBound, reason: "another size or kind of picture")
    }
    return tiles
  }

  static func records(from chunks: inout ChunkScanner, in bytes: [UInt8]) throws(PackError) -> String {
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
