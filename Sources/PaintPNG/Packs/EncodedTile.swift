/// A tile as it is stored in a pack: raw deflate of its filtered rows, ending with a full flush, and its checksums.
public struct EncodedTile: Hashable, Sendable {
  /// The chunk's data.
  public let bytes: [UInt8]
  /// The chunk's CRC-32, of the letters `IDAT` and `bytes`.
  public let crc: UInt32
  /// The Adler-32 of the 4,128 filtered bytes that `bytes` inflates to.
  public let adler: UInt32

  /// A tile encoded before, for example copied from another pack; the caller must pass values that belong together
  /// (`TileDecoder` checks that).
  public init(bytes: [UInt8], crc: UInt32, adler: UInt32) {
    self.bytes = bytes
    self.crc = crc
    self.adler = adler
  }
}
