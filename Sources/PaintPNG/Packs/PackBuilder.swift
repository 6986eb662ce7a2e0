import CPNG
import PaintRaster

/// Builds a pack in memory, tile by tile.
///
/// Not copyable: it owns the encoder's memory. It can be used again after `finish(records:)`.
public struct PackBuilder: ~Copyable, Sendable {
  /// The most tiles in a pack.
  public static let capacity = 1_024
  /// The bytes of a record chunk besides its text: length, type, version and CRC.
  public static let recordFrameBytes = 12 + PackFormat.recordStart.count
  /// The most bytes of text in a record chunk.
  public static let recordTextLimit = PackFormat.recordChunkLimit - PackFormat.recordStart.count

  /// The number of tiles appended since the start or the last `finish(records:)`.
  public private(set) var slotCount = 0
  /// The Adler-32 of all filtered bytes so far; 1 is that of no bytes.
  private var adler: UInt32 = 1
  private var bytes: [UInt8] = []
  /// Made for the first tile: many documents are opened for no edit of pixels.
  private var encoder: TileEncoder?

  /// A builder of an empty pack.
  public init() {}

  /// The number of bytes of the pack so far, without the records and the end.
  public var byteCount: Int { bytes.count }

  /// Encodes the tile and appends it; the pack must not be full.
  @discardableResult
  public mutating func append(_ tile: TilePixels) -> PackSlot {
    precondition(slotCount < Self.capacity, "a pack holds 1,024 tiles")
    beginIfEmpty()
    let offset = bytes.count + 8
    var encoder = self.encoder.take() ?? TileEncoder()
    let (length, crc, tileAdler) = encoder.withEncoded(tile) { encoded, crc, adler in
      Self.appendTileChunk(encoded, crc: crc, to: &bytes)
      return (encoded.count, crc, adler)
    }
    self.encoder = consume encoder
    return count(PackSlot(offset: UInt32(offset), length: UInt32(length), crc: crc, adler: tileAdler))
  }

  /// Appends an already encoded tile unchanged; the pack must not be full.
  @discardableResult
  public mutating func append(encoded tile: EncodedTile) -> PackSlot {
    precondition(slotCount < Self.capacity, "a pack holds 1,024 tiles")
    beginIfEmpty()
    let offset = bytes.count + 8
    Self.appendTileChunk(tile.bytes.span, crc: tile.crc, to: &bytes)
    return count(
      PackSlot(offset: UInt32(offset), length: UInt32(tile.bytes.count), crc: tile.crc, adler: tile.adler))
  }

  /// The whole file, with `records` in it; the builder is then empty again.
  ///
  /// A pack without tiles gets a transparent one, because a PNG cannot be empty.
  public mutating func finish(records: String) -> [UInt8] {
    if slotCount == 0 { append(TilePixels(filledWith: .transparent)) }
    PackFormat.appendChunk(
      PackFormat.idat, PackFormat.emptyLastBlock + PackFormat.bigEndian(adler), to: &bytes)
    appendRecords(records)
    PackFormat.appendChunk(PackFormat.iend, [], to: &bytes)
    // The height of the picture was not known when its header was written.
    var header: [UInt8] = []
    PackFormat.appendChunk(PackFormat.ihdr, PackFormat.header(tiles: slotCount), to: &header)
    bytes.replaceSubrange(8..<8 + header.count, with: header)
    defer {
      bytes = []
      slotCount = 0
      adler = 1
    }
    return bytes
  }

  /// A state of an unfinished pack that can be restored.
  public struct Mark: Sendable {
    fileprivate var slotCount: Int
    fileprivate var adler: UInt32
    /// The number of bytes of the pack.
    public fileprivate(set) var byteCount: Int
  }

  /// The current state of the pack.
  public var mark: Mark { Mark(slotCount: slotCount, adler: adler, byteCount: bytes.count) }

  /// Removes the tiles that were appended since `mark`.
  ///
  /// - Parameter finished: if the pack was finished in the meantime, its file, at least up to the mark.
  public mutating func rollBack(to mark: Mark, finished: [UInt8]?) {
    // The bytes before the mark are the same in the file, except the height in its header, which is written again.
    if let finished { bytes = finished }
    precondition(mark.byteCount <= bytes.count, "a mark is one of the pack that is gone back in")
    bytes.removeLast(bytes.count - mark.byteCount)
    slotCount = mark.slotCount
    adler = mark.adler
  }

  private mutating func beginIfEmpty() {
    guard bytes.isEmpty else { return }
    bytes.reserveCapacity(1 << 18)
    bytes.append(contentsOf: PackFormat.signature)
    PackFormat.appendChunk(PackFormat.ihdr, PackFormat.header(tiles: 0), to: &bytes)
    PackFormat.appendChunk(PackFormat.idat, PackFormat.zlibHeader, to: &bytes)
  }

  private mutating func count(_ slot: PackSlot) -> PackSlot {
    slotCount += 1
    adler = PackFormat.combine(adler, slot.adler, secondLength: PackFormat.tileLength)
    return slot
  }

  private mutating func appendRecords(_ records: String) {
    let text = Array(records.utf8)
    let limit = Self.recordTextLimit
    var start = 0
    while start < text.count {
      var end = min(start + limit, text.count)
      // A byte 10xxxxxx continues a character: the text is split before the byte that begins it.
      while end < text.count, text[end] & 0xC0 == 0x80 { end -= 1 }
      PackFormat.appendChunk(PackFormat.record, PackFormat.recordStart + text[start..<end], to: &bytes)
      start = end
    }
  }
}
