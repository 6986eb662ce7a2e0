/// The location of a tile in a pack, and its checksums.
public struct PackSlot: Hashable, Sendable {
  /// The offset of the tile's bytes (its chunk's data) from the start of the file.
  public var offset: UInt32
  /// The number of bytes.
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
