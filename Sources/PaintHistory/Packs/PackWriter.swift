import PaintPNG
import PaintRaster

/// Gathers the tiles of one or more revisions into packs and writes each pack when it is full or the group ends.
///
/// A revision's tiles may go on in the next pack; each pack then holds a record of it with the slots that are there.
struct PackWriter: ~Copyable {
  private let store: PackStore
  private var builder = PackBuilder()
  /// Finished records of the pack that is being built.
  private var records = ""
  private var open: RevisionRecord?
  /// The number of the pack that is being built.
  private(set) var pack: Int
  /// Packs written since the last commit: taken away again when the commit fails.
  private(set) var uncommitted: [Int] = []
  /// Bytes of those.
  private(set) var uncommittedBytes = 0
  private let durably: Bool

  /// What a pack costs besides its slots and records: signature, header, the frames of the other chunks.
  static let frameBytes = 8 + 25 + 14 + 18 + 13 + 12
  /// What the blank slot of a pack without tiles costs.
  private static let blankSlotBytes: Int = {
    var encoder = TileEncoder()
    return encoder.encode(TilePixels(filledWith: .transparent)).bytes.count + slotFrameBytes
  }()
  /// What a slot costs besides its compressed bytes: the chunk's length, type and CRC.
  static let slotFrameBytes = 12

  init(store: PackStore, nextPack: Int, durably: Bool) {
    self.store = store
    self.durably = durably
    pack = nextPack
  }

  /// True when nothing waits to be written.
  var isEmpty: Bool { builder.slotCount == 0 && records.isEmpty && open == nil }

  /// Compressed bytes that wait in memory.
  var pendingBytes: Int { builder.byteCount }

  /// Begins the record of a revision; its tiles follow.
  mutating func begin(_ revision: Revision, document: String) {
    open = RevisionRecord(document: document, revision: revision)
  }

  /// Adds a tile of the open revision, and says where it will lie.
  mutating func append(_ pixels: TilePixels, of tile: UInt32) throws(HistoryError) -> PackPlace {
    if builder.slotCount == PackBuilder.capacity { try writePack(splitting: true) }
    let slot = builder.append(pixels)
    open?.slots.append(RevisionRecord.Slot(tile: tile, adler: slot.adler))
    return PackPlace(pack: pack, offset: slot.offset, length: slot.length, crc: slot.crc)
  }

  /// Adds a one-colour tile of the open revision.
  mutating func append(_ color: Pixel, of tile: UInt32) {
    open?.colors.append(RevisionRecord.ColorTile(tile: tile, color: color))
  }

  /// Ends the open revision, which is now known to be `revision`; returns the pack that its record is in, and the
  /// record's bytes.
  ///
  /// Records that went to earlier packs keep what was known when they were written; the last one counts.
  mutating func end(as revision: Revision) -> (pack: Int, bytes: Int) {
    guard var record = open else { return (pack, 0) }
    record.revision = revision
    let text = record.text
    // A pack is a picture, so one without tiles gets a blank slot when it is written.
    let blank = builder.slotCount == 0 && records.isEmpty ? Self.blankSlotBytes : 0
    records += text
    open = nil
    return (pack, text.utf8.count + blank)
  }

  /// Writes what waits.
  mutating func flush() throws(HistoryError) {
    if !isEmpty { try writePack(splitting: false) }
  }

  /// The packs written so far belong to the document now.
  mutating func didCommit() {
    uncommitted.removeAll()
    uncommittedBytes = 0
  }

  /// Takes away the packs since the last commit and forgets what waits.
  mutating func discard(nextPack: Int) {
    for pack in uncommitted.reversed() { store.discard(pack) }
    didCommit()
    builder = PackBuilder()
    records = ""
    open = nil
    pack = nextPack
  }

  private mutating func writePack(splitting: Bool) throws(HistoryError) {
    if splitting, var record = open {
      records += record.text
      record.slots.removeAll()
      record.colors.removeAll()
      open = record
    }
    let bytes = builder.finish(records: records)
    records = ""
    let number = pack
    uncommitted.append(number)
    uncommittedBytes += bytes.count
    pack += 1
    try HistoryError.catching { () throws(DiskError) in try store.write(bytes, as: number, durably: durably) }
  }
}
