import CPNG
import PaintRaster

/// The version of the format of drawings, which their index and every pack state.
///
/// A drawing of any other version, older or newer, is refused.
public enum DocumentVersion {
  /// The version that this program reads and writes.
  public static let current = 4

  /// A version in messages, as in "version 4"; what a file states can be too large for a number.
  public static func words(_ version: Int) -> String {
    version == .max ? "an unknown version" : "version \(version)"
  }
}

/// The fixed bytes of a pack: a PNG one tile wide and n tiles high, of 8-bit RGBA, whose tiles inflate one by one.
///
///     signature, IHDR
///     IDAT  78 01                    the zlib header
///     IDAT  one for each tile        raw deflate, begins on a byte, ends with a full flush
///     IDAT  03 00, Adler-32          an empty last block, the checksum of all filtered bytes
///     paNT  version, space, text     any number: the records
///     IEND
enum PackFormat {
  /// Bytes of a filtered row: the filter's number, then the samples.
  static let rowLength = 1 + Tile.edge * 4
  /// Bytes that a tile inflates to.
  static let tileLength = Tile.edge * rowLength

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  static let ihdr: [UInt8] = Array("IHDR".utf8)
  static let idat: [UInt8] = Array("IDAT".utf8)
  /// `IDAT` as a big-endian number.
  static var idatWord: UInt32 { 0x4944_4154 }
  static let record: [UInt8] = Array("paNT".utf8)
  static let iend: [UInt8] = Array("IEND".utf8)

  /// Deflate with a window of 32 KiB, the fastest level, no dictionary.
  static let zlibHeader: [UInt8] = [0x78, 0x01]
  /// The last block of the deflate stream: fixed codes and only the end of the block.
  static let emptyLastBlock: [UInt8] = [0x03, 0x00]
  /// How the data of every record chunk begins: the version of the format in decimal, and a space.
  static let recordStart = Array("\(DocumentVersion.current) ".utf8)
  /// The most bytes of a record chunk's data, with its start.
  static let recordChunkLimit = 1_000_000

  /// The offset of the data of the first tile's chunk: after the signature, IHDR, the header's IDAT and the start of
  /// its own chunk.
  static let firstTileOffset = 8 + (12 + 13) + (12 + 2) + 8

  /// The version that a record chunk's data states, `Int.max` for a larger number; nil if it begins with no number.
  static func version(of record: ArraySlice<UInt8>) -> Int? {
    let digits = record.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard !digits.isEmpty else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)) ?? .max
  }

  /// The data of IHDR for a pack of `tiles` tiles.
  static func header(tiles: Int) -> [UInt8] {
    bigEndian(UInt32(Tile.edge)) + bigEndian(UInt32(tiles * Tile.edge)) + [8, 6, 0, 0, 0]
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [
      UInt8(truncatingIfNeeded: value >> 24), UInt8(truncatingIfNeeded: value >> 16),
      UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value),
    ]
  }

  /// Appends a whole chunk: length, type, data, CRC.
  static func appendChunk(_ type: [UInt8], _ chunkBytes: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: bigEndian(UInt32(chunkBytes.count)))
    let start = bytes.count
    bytes.append(contentsOf: type)
    bytes.append(contentsOf: chunkBytes)
    bytes.append(contentsOf: bigEndian(crc(of: bytes[start...])))
  }

  /// The Adler-32 of two concatenated parts, from those of the parts and the length of the second.
  static func combine(_ first: UInt32, _ second: UInt32, secondLength: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: adler32_combine(UInt(first), UInt(second), secondLength))
  }
}
