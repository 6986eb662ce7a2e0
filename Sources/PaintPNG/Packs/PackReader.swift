import CPNG
import PaintRaster

/// A whole pack, of which every tile is inflated and every byte checked: for recovery and tests.
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
    let outline = try PackOutline(bytes)
    var slots: [PackSlot] = []
    slots.reserveCapacity(outline.slots.count)
    var decoder = TileDecoder()
    var total: UInt32 = 1
    for (ordinal, slot) in outline.slots.enumerated() {
      let (tile, adler) = try Self.decode(bytes[slot.range], crc: slot.crc, with: &decoder)
      total = PackFormat.combine(total, adler, secondLength: PackFormat.tileLength)
      slots.append(PackSlot(offset: slot.offset, length: slot.length, crc: slot.crc, adler: adler))
      body(ordinal, slots[ordinal], tile)
    }
    let end = outline.end
    guard bytes[end] == (PackFormat.emptyLastBlock + PackFormat.bigEndian(total))[...] else {
      throw .malformed(offset: end.lowerBound, reason: "no end of the pixels with their checksum")
    }
    self.records = outline.records
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
}
