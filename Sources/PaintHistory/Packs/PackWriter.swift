import PaintPNG
import PaintRaster

/// A pack that was written.
struct WrittenPack {
  var number: Int
  var bytes: Int
  /// Slots and records in it, by which small ones are known.
  var units: Int

  /// Whether it is worth merging with others.
  var isSmall: Bool { Self.isSmall(bytes: bytes, units: units) }

  /// Merging makes packs of four times these sizes, so that no slot is copied more than a few times.
  static func isSmall(bytes: Int, units: Int) -> Bool { units < PackBuilder.capacity / 4 && bytes < 1 << 20 }
}

/// Gathers the tiles of one or more revisions into packs and writes each pack when it is full or the group ends.
///
/// A revision's tiles may go on in the next pack; each pack then holds a record of it with the slots that are there.
struct PackWriter: ~Copyable {
  private let store: PackStore
  private var builder = PackBuilder()
  /// Finished records of the pack that is being built.
  private var records = ""
  private var open: RevisionRecord?
  private var mark: Mark?
  /// The number of the pack that is being built.
  private(set) var pack: Int
  /// Packs written since the last commit: taken away again when the commit fails.
  private(set) var uncommitted: [Int] = []
  /// Bytes of those.
  private(set) var uncommittedBytes = 0
  /// Those that `takeUncounted` has not told of yet.
  private var uncounted: [WrittenPack] = []
  /// Revisions and notes in the pack that is being built.
  private var recordCount = 0
  /// Whether packs are brought to the disk before anything else happens.
  var isDurable: Bool

  /// The bytes before the records in a pack without tiles, which gets a blank one.
  private static let blankBytes: Int = {
    var builder = PackBuilder()
    builder.append(TilePixels(filledWith: .transparent))
    return builder.byteCount
  }()
  /// What a pack has other than tiles and records: the end of the pixels with their checksum, and the end of the file.
  private static let endBytes = 18 + 12
  /// A record chunk's length, type, version digit and CRC.
  private static let recordFrameBytes = 13
  /// The most bytes of text that a record chunk holds.
  private static let recordLimit = 999_999

  init(store: PackStore, nextPack: Int, durably: Bool) {
    self.store = store
    isDurable = durably
    pack = nextPack
  }

  /// True when nothing waits to be written; a revision that was merely begun is nothing.
  var isEmpty: Bool { builder.slotCount == 0 && records.isEmpty && open?.colors.isEmpty ?? true }

  /// Bytes of the packs since the last commit, were the pack that is being built written now.
  ///
  /// The tiles of the open revision are counted, its record is not.
  var bytes: Int {
    if isEmpty { return uncommittedBytes }
    return uncommittedBytes
      + Self.byteCount(tileBytes: builder.slotCount == 0 ? 0 : builder.byteCount, records: records)
  }

  /// Bytes of a pack whose tiles end behind so many bytes, 0 for one without tiles, and which has these records.
  static func byteCount(tileBytes: Int, records: String) -> Int {
    (tileBytes == 0 ? blankBytes : tileBytes) + endBytes + recordFrameBytes * chunks(of: records) + records.utf8.count
  }

  /// How many chunks the records take; they are cut between characters only.
  private static func chunks(of records: String) -> Int {
    let text = records.utf8
    var count = text.isEmpty ? 0 : 1
    var start = text.startIndex
    while var end = text.index(start, offsetBy: recordLimit, limitedBy: text.endIndex), end < text.endIndex {
      while text[end] & 0xC0 == 0x80 { end = text.index(before: end) }
      start = end
      count += 1
    }
    return count
  }

  /// Begins the record of a revision; its tiles follow.
  ///
  /// - Parameter isPruned: whether only tiles are left of it.
  mutating func begin(_ revision: Revision, document: String, isPruned: Bool = false) {
    open = RevisionRecord(document: document, revision: revision, isPruned: isPruned)
  }

  /// Adds a tile of the open revision, and says where it will lie.
  mutating func append(_ pixels: TilePixels, of tile: UInt32) throws(HistoryError) -> PackPlace {
    if builder.slotCount == PackBuilder.capacity { try writePack() }
    let slot = builder.append(pixels)
    open?.slots.append(RevisionRecord.Slot(tile: tile, adler: slot.adler))
    return PackPlace(pack: pack, offset: slot.offset, length: slot.length, crc: slot.crc)
  }

  /// Adds a tile of the open revision that was encoded elsewhere, and says where it will lie.
  mutating func append(_ tile: EncodedTile, of key: UInt32) throws(HistoryError) -> PackPlace {
    if builder.slotCount == PackBuilder.capacity { try writePack() }
    let slot = builder.append(encoded: tile)
    open?.slots.append(RevisionRecord.Slot(tile: key, adler: slot.adler))
    return PackPlace(pack: pack, offset: slot.offset, length: slot.length, crc: slot.crc)
  }

  /// Adds a one-colour tile of the open revision.
  mutating func append(_ color: Pixel, of tile: UInt32) {
    open?.colors.append(RevisionRecord.ColorTile(tile: tile, color: color))
  }

  /// Ends the open revision, which is now known to be `revision`; returns the pack that its record is in.
  ///
  /// Records that went to earlier packs keep what was known when they were written; the last one counts.
  mutating func end(as revision: Revision, color: [UInt8] = []) -> Int {
    guard var record = open else { return pack }
    record.revision = revision
    record.color = color
    records += record.text
    recordCount += 1
    open = nil
    return pack
  }

  /// Adds a note's text to the records; returns the pack that it is in.
  mutating func append(note text: String) -> Int {
    records += text
    recordCount += 1
    return pack
  }

  /// Tiles that the pack which is being built can take yet.
  var room: Int { PackBuilder.capacity - builder.slotCount }

  /// Bytes of the pack that is being built.
  var pendingBytes: Int { isEmpty ? 0 : bytes - uncommittedBytes }

  /// Adds a tile as it lies in another pack, for the record that is added next; the pack must have room.
  mutating func append(copyOf tile: EncodedTile) -> PackPlace {
    let slot = builder.append(encoded: tile)
    return PackPlace(pack: pack, offset: slot.offset, length: slot.length, crc: slot.crc)
  }

  /// Adds a record whose tiles were just added; returns the pack that it is in.
  mutating func append(_ record: RevisionRecord) -> Int { append(note: record.text) }

  /// The packs written since this was asked last.
  mutating func takeUncounted() -> [WrittenPack] {
    defer { uncounted.removeAll() }
    return uncounted
  }

  /// Writes what waits; the open revision, if there is one, goes on in the next pack.
  mutating func flush() throws(HistoryError) {
    if !isEmpty { try writePack() }
  }

  /// The packs written so far belong to the document now.
  mutating func didCommit() {
    uncommitted.removeAll()
    uncommittedBytes = 0
  }

  /// Ends the open revision, which never comes to be: its slots stay in the packs, marked as nobody's.
  mutating func abandon() {
    guard var record = open else { return }
    record.isAbandoned = true
    records += record.text
    recordCount += 1
    open = nil
  }

  /// What `goBack` goes back to.
  private struct Mark {
    var builder: PackBuilder.Mark
    /// Bytes of the records, and how many they are.
    var recordBytes: Int
    var recordCount: Int
    var pack: Int
    var uncommitted: Int
    var uncommittedBytes: Int
    /// The first part of the pack that was being built, and of its records, if that was written meanwhile.
    var written: (bytes: [UInt8], records: String)?
  }

  /// Remembers where the packs stand; between two revisions.
  ///
  /// No pack is written for it: when each group began with a pack, 10,000 groups of two dots took 5.6 times as long as
  /// the 20,000 dots alone, like this 1.4 times.
  mutating func setMark() {
    precondition(open == nil, "a mark is set between revisions")
    mark = Mark(
      builder: builder.mark, recordBytes: records.utf8.count, recordCount: recordCount, pack: pack,
      uncommitted: uncommitted.count,
      uncommittedBytes: uncommittedBytes)
  }

  /// Forgets the mark.
  mutating func clearMark() { mark = nil }

  /// Takes back everything since the mark, and forgets it; false when a pack could not be removed.
  ///
  /// What waited to be written then waits again.
  mutating func goBack() -> Bool {
    guard let mark else { return true }
    let isClean = remove(uncommitted[mark.uncommitted...])
    uncommitted.removeSubrange(mark.uncommitted...)
    uncounted.removeAll { $0.number >= mark.pack }
    uncommittedBytes = mark.uncommittedBytes
    builder.rollBack(to: mark.builder, finished: mark.written?.bytes)
    records = mark.written?.records ?? Self.prefix(of: records, mark.recordBytes)
    recordCount = mark.recordCount
    open = nil
    pack = mark.pack
    self.mark = nil
    return isClean
  }

  /// Takes away the packs since the last commit and forgets what waits; false when a pack could not be removed.
  @discardableResult
  mutating func discard(nextPack: Int) -> Bool {
    let isClean = remove(uncommitted[...])
    leave(nextPack: nextPack)
    return isClean
  }

  /// Forgets what waits and leaves the packs that were written where they are: they may be part of the document.
  mutating func leave(nextPack: Int) {
    uncounted.removeAll()
    didCommit()
    builder = PackBuilder()
    records = ""
    recordCount = 0
    open = nil
    mark = nil
    pack = nextPack
  }

  /// Removes packs from the last one down, up to one that cannot be: so there is no gap, at which a sweep would end.
  private func remove(_ packs: ArraySlice<Int>) -> Bool {
    packs.reversed().allSatisfy { store.discard($0) }
  }

  /// The first bytes of a text, which end between two records.
  private static func prefix(of text: String, _ bytes: Int) -> String {
    String(decoding: text.utf8.prefix(bytes), as: UTF8.self)
  }

  private mutating func writePack() throws(HistoryError) {
    if var record = open, !record.slots.isEmpty || !record.colors.isEmpty {
      records += record.text
      recordCount += 1
      record.slots.removeAll()
      record.colors.removeAll()
      open = record
    }
    let units = builder.slotCount + recordCount
    let bytes = builder.finish(records: records)
    let number = pack
    if let mark, mark.pack == number {
      self.mark?.written = (Array(bytes[..<mark.builder.byteCount]), Self.prefix(of: records, mark.recordBytes))
    }
    records = ""
    recordCount = 0
    uncommitted.append(number)
    uncounted.append(WrittenPack(number: number, bytes: bytes.count, units: units))
    uncommittedBytes += bytes.count
    pack += 1
    try HistoryError.catching { () throws(DiskError) in try store.write(bytes, as: number, durably: isDurable) }
  }
}
