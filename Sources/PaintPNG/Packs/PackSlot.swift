/// Where a tile lies in a pack, and what guards it.
public struct PackSlot: Hashable, Sendable {
  /// Where the tile's bytes (its chunk's data) begin, counted from the start of the file.
  public var offset: UInt32
  /// How many bytes they are.
  public var length: UInt32
  /// The chunk's CRC-32, of the letters `IDAT` and the bytes.
  public var crc: UInt32
  /// The Adler-32 of the 4,128 filtered bytes that the tile inflates to.
  public var adler: UInt32

  /// The slot with these values.
  public init(offset: UInt32, length: UInt32, crc: UInt32, adler: UInt32) {
    self.offset = offset
    self.length = length
    self.crc = crc
    self.adler = adler
  }
}
