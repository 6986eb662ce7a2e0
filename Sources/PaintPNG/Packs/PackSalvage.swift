import CPNG
import PaintRaster

/// The readable parts of a pack: all of an intact one, or the chunks of a damaged one whose CRC is right.
///
/// Safe for any bytes.
public struct PackSalvage: Sendable {
  /// A tile that was read.
  public struct Tile: Sendable {
    /// The number of its slot in the pack, from 0; nil after damage that hides the number of damaged slots.
    public var ordinal: Int?
    /// Its location.
    public var slot: PackSlot
    /// Its pixels.
    public var pixels: TilePixels
  }

  /// The tiles, in the order of the file.
  public private(set) var tiles: [Tile] = []
  /// The text of the records, one element for each run of chunks without gaps.
  public private(set) var records: [String] = []
  /// Another version that an intact record chunk states; nil if there is none.
  public private(set) var otherVersion: Int?
  /// The first error; nil for an intact pack.
  public private(set) var damage: PackError?

  /// Reads `bytes`, a whole file.
  ///
  /// - Complexity: O(bytes); inflates every tile.
  public init(_ bytes: [UInt8]) {
    do throws(PackError) {
      var tiles: [Tile] = []
      let reader = try PackReader(bytes) { ordinal, slot, pixels in
        tiles.append(Tile(ordinal: ordinal, slot: slot, pixels: pixels))
      }
      self.tiles = tiles
      records = [reader.records]
    } catch {
      damage = error
      salvage(bytes)
    }
  }

  /// Another version that an intact record chunk of a file states; nil if there is none.
  ///
  /// - Complexity: O(bytes); inflates tiles only of a damaged pack.
  public static func otherVersion(in bytes: [UInt8]) -> Int? {
    do throws(PackError) {
      _ = try PackOutline(bytes)
      return nil
    } catch {
      if case .otherVersion(let version) = error { return version }
      return PackSalvage(bytes).otherVersion
    }
  }

  /// Whether a file begins like a pack.
  public static func hasSignature(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: PackFormat.signature) }

  /// Whether a file ends like a pack, so that it was completely written, even if it was damaged later.
  public static func hasEnd(_ bytes: [UInt8]) -> Bool {
    // An empty chunk with its type and CRC.
    bytes.count > 12 && bytes.suffix(12).elementsEqual([0, 0, 0, 0] + PackFormat.iend + [0xae, 0x42, 0x60, 0x82])
  }

  private mutating func salvage(_ bytes: [UInt8]) {
    var decoder = TileDecoder()
    var ordinal: Int? = 0
    var text: [UInt8]? = []
    var position = PackFormat.signature.count
    // The search for the next valid chunk computes CRCs of the same bytes repeatedly; hostile bytes could make that
    // endless.
    var budget = 64 * (bytes.count + 4_096)
    while position + 12 <= bytes.count {
      guard let chunk = Chunk(bytes, at: position, budget: &budget) else {
        endText(&text)
        let length = Chunk.length(bytes, at: position)
        // If only a tile's bytes are damaged, it still counts as a slot: the next chunk begins where its length says.
        if let length, Chunk.isTile(bytes, at: position, length: length),
          Chunk(bytes, at: position + 12 + length, budget: &budget) != nil
        {
          ordinal = ordinal.map { $0 + 1 }
          position += 12 + length
        } else {
          ordinal = nil
          position = Chunk.next(bytes, from: position + 1)
          while position + 12 <= bytes.count, budget > 0, Chunk(bytes, at: position, budget: &budget) == nil {
            position = Chunk.next(bytes, from: position + 1)
          }
          if budget <= 0 { break }
        }
        continue
      }
      if chunk.isRecord {
        if let part = chunk.record(bytes) {
          text = (text ?? []) + part
        } else {
          endText(&text)
          if let version = PackFormat.version(of: bytes[chunk.range]), version != DocumentVersion.current {
            otherVersion = version
          }
        }
      } else if Chunk.isTile(bytes, at: position, length: chunk.range.count) {
        if let found = try? PackReader.decode(bytes[chunk.range], crc: chunk.crc, with: &decoder),
          let offset = UInt32(exactly: chunk.range.lowerBound), let length = UInt32(exactly: chunk.range.count)
        {
          let slot = PackSlot(offset: offset, length: length, crc: chunk.crc, adler: found.adler)
          tiles.append(Tile(ordinal: ordinal, slot: slot, pixels: found.tile))
        }
        ordinal = ordinal.map { $0 + 1 }
      }
      position = chunk.range.upperBound + 4
    }
    endText(&text)
  }

  private mutating func endText(_ text: inout [UInt8]?) {
    if let text, !text.isEmpty { records.append(String(decoding: text, as: UTF8.self)) }
    text = nil
  }

  /// A chunk of one of a pack's types with the right CRC.
  private struct Chunk {
    let isRecord: Bool
    let range: Range<Int>
    let crc: UInt32

    /// The next position at which the type of a chunk may begin four bytes on; past the end where there is none.
    ///
    /// A long run of other bytes, as a file system leaves it after a power cut, costs a comparison a byte.
    static func next(_ bytes: [UInt8], from position: Int) -> Int {
      let (first, second) = (PackFormat.idat[0], PackFormat.record[0])
      var place = position + 4
      let span = bytes.span
      while place < span.count, span[place] != first, span[place] != second { place += 1 }
      return place - 4
    }

    init?(_ bytes: [UInt8], at position: Int, budget: inout Int) {
      guard let length = Self.length(bytes, at: position) else { return nil }
      let type = bytes[position + 4..<position + 8]
      isRecord = type == PackFormat.record[...]
      guard isRecord || type == PackFormat.idat[...] || type == PackFormat.iend[...] || type == PackFormat.ihdr[...]
      else { return nil }
      budget -= length + 12
      guard budget > 0 else { return nil }
      range = position + 8..<position + 8 + length
      crc = UInt32(Self.number(bytes, at: range.upperBound))
      guard crc == PackFormat.crc(of: bytes[position + 4..<range.upperBound]) else { return nil }
    }

    /// The text in a record chunk; nil for one of another version.
    func record(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
      let start = PackFormat.recordStart
      return bytes[range].starts(with: start) ? bytes[range].dropFirst(start.count) : nil
    }

    /// The length of the chunk at `position` according to its first bytes, nil if fewer bytes follow.
    static func length(_ bytes: [UInt8], at position: Int) -> Int? {
      guard position >= 0, position + 12 <= bytes.count else { return nil }
      let length = number(bytes, at: position)
      return length <= bytes.count - position - 12 ? length : nil
    }

    /// True if a tile's chunk begins at `position`; the first and the last chunk of the stream are shorter than any
    /// tile.
    static func isTile(_ bytes: [UInt8], at position: Int, length: Int) -> Bool {
      length > 6 && bytes[position + 4..<position + 8] == PackFormat.idat[...]
    }

    private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
  }
}
