import PaintPNG
import PaintRaster

/// A pack that was written.
struct WrittenPack {
  var number: Int
  var bytes: Int
  /// The number of slots and records in it.
  var units: Int

  /// Whether it is worth merging with others.
  var isSmall: Bool { Self.isSmall(bytes: bytes, units: units) }

  /// Merging creates packs of four times these sizes, so that no slot is copied more than a few times.
  static func isSmall(bytes: Int, units: Int) -> Bool { units < PackBuilder.capacity / 4 && bytes < 1 << 20 }
}

/// Collects the tiles of one or more revisions in packs, and writes each pack when it is full or the group ends.
///
/// A revision's tiles may continue in the next pack; each pack then contains a record of the revision with its slots
/// there.
struct PackWriter: ~Copyable {
  private let store: PackStore
  private var builder: PackAssembly
  /// Finished records of the pack that is being built.
  private var records = ""
  private var open: RevisionRecord?
  /// The states that can be restored, the newest last.
  private var marks: [Mark] = []
  /// The number of the pack that is being built.
  private(set) var pack: Int
  /// Packs written since the last commit; they are removed if the commit fails.
  private(set) var uncommitted: [Int] = []
  /// The bytes of these packs.
  private(set) var uncommittedBytes = 0
  /// The packs that `takeUncounted` has not returned yet.
  private var uncounted: [WrittenPack] = []
  /// The number of records in the pack that is being built.
  private var recordCount = 0
  /// Whether each pack is synced when it is written.
  var isDurable: Bool

  /// The bytes before the records in a pack without tiles, which has a blank tile.
  private static let blankBytes: Int = {
    var builder = PackBuilder()
    builder.append(TilePixels(filledWith: .transparent))
    return builder.byteCount
  }()
  /// The bytes of a pack other than tiles and records: the end of the pixel data with its checksum, and the end of the
  /// file.
  private static let endBytes = 18 + 12

  init(store: PackStore, nextPack: Int, durably: Bool) {
    self.store = store
    isDurable = durably
    pack = nextPack
    builder = PackAssembly(forFile: store.encodesTiles)
  }

  /// Whether tiles are encoded; those of a pack in memory are not.
  var encodesTiles: Bool { builder.isForFile }

  /// Whether there is nothing to write; a revision that was only begun does not count.
  var isEmpty: Bool { builder.slotCount == 0 && records.isEmpty && open?.colors.isEmpty ?? true }

  /// The bytes of the packs since the last commit, including the pack that is being built.
  ///
  /// The tiles of the open revision are counted, its record is not.
  var bytes: Int {
    if isEmpty { return uncommittedBytes }
    if !encodesTiles { return uncommittedBytes + builder.byteCount }
    return uncommittedBytes
      + Self.byteCount(tileBytes: builder.slotCount == 0 ? 0 : builder.byteCount, records: records)
  }

  /// The bytes of a pack whose tiles end at offset `tileBytes`, 0 if it has no tiles, and which has the given records.
  static func byteCount(tileBytes: Int, records: String) -> Int {
    (tileBytes == 0 ? blankBytes : tileBytes) + endBytes + PackBuilder.recordFrameBytes * chunks(of: records)
      + records.utf8.count
  }

  /// The number of chunks of the records; they are only split between characters.
  private static func chunks(of records: String) -> Int {
    let text = records.utf8
    var count = text.isEmpty ? 0 : 1
    var start = text.startIndex
    while var end = text.index(start, offsetBy: PackBuilder.recordTextLimit, limitedBy: text.endIndex),
      end < text.endIndex
    {
      while text[end] & 0xC0 == 0x80 { end = text.index(before: end) }
      start = end
      count += 1
    }
    return count
  }

  /// Begins the record of a revision; its tiles follow.
  ///
  /// A pack in memory has no records. The fingerprint is that of `end`: a record before it has none, because tiles
  /// without a fingerprint could not be told from a whole edit.
  ///
  /// - Parameter isPruned: whether only tiles of the revision are left.
  mutating func begin(_ revision: Revision, document: String, isPruned: Bool = false) {
    guard encodesTiles else { return }
    var revision = revision
    revision.fingerprint = Fingerprint(high: 0, low: 0)
    revision.tileCount = 0
    open = RevisionRecord(document: document, revision: revision, isPruned: isPruned)
  }

  /// Adds a tile of the open revision; returns its future location.
  mutating func append(_ pixels: TilePixels, of tile: UInt32) throws(HistoryError) -> PackLocation {
    if builder.slotCount == PackBuilder.capacity { try writePack() }
    let slot = builder.append(pixels)
    open?.slots.append(RevisionRecord.Slot(tile: tile, adler: slot.adler))
    return PackLocation(pack: pack, offset: slot.offset, length: slot.length, crc: slot.crc)
  }

  /// Adds an encoded tile of the open revision; returns its future location.
  mutating func append(_ tile: EncodedTile, of key: UInt32) throws(HistoryError) -> PackLocation {
    if builder.slotCount == PackBuilder.capacity { try writePack() }
    let slot = builder.append(encoded: tile)
    open?.slots.append(RevisionRecord.Slot(tile: key, adler: slot.adler))
    return PackLocation(pack: pack, offset: slot.offset, length: slot.length, crc: slot.crc)
  }

  /// Adds a one-colour tile of the open revision.
  mutating func append(_ color: Pixel, of tile: UInt32) {
    open?.colors.append(RevisionRecord.ColorTile(tile: tile, color: color))
  }

  /// Ends the open revision with its final values in `revision`; returns the pack of its record.
  ///
  /// Its records in earlier packs have preliminary values; the last one is valid.
  mutating func end(as revision: Revision, color: [UInt8] = []) -> Int {
    guard var record = open else { return pack }
    record.revision = revision
    record.color = color
    records += record.text
    recordCount += 1
    open = nil
    return pack
  }

  /// Adds a note's text to the records; returns its pack.
  mutating func append(note text: String) -> Int {
    if encodesTiles {
      records += text
      recordCount += 1
    }
    return pack
  }

  /// The number of tiles that can still be added to the pack that is being built.
  var freeSlots: Int { PackBuilder.capacity - builder.slotCount }

  /// The bytes of the pack that is being built.
  var pendingBytes: Int { isEmpty ? 0 : bytes - uncommittedBytes }

  /// Adds an encoded tile of another pack, for the record that is added next; the pack must have room.
  mutating func append(copyOf tile: EncodedTile) -> PackLocation {
    let slot = builder.append(encoded: tile)
    return PackLocation(pack: pack, offset: slot.offset, length: slot.length, crc: slot.crc)
  }

  /// Adds a record whose tiles were just added; returns its pack.
  mutating func append(_ record: RevisionRecord) -> Int { append(note: record.text) }

  /// Returns the packs written since the last call.
  mutating func takeUncounted() -> [WrittenPack] {
    defer { uncounted.removeAll() }
    return uncounted
  }

  /// Writes the pack that is being built; an open revision continues in the next pack.
  mutating func flush() throws(HistoryError) {
    if !isEmpty { try writePack() }
  }

  /// Records that the packs written so far were committed.
  mutating func didCommit() {
    uncommitted.removeAll()
    uncommittedBytes = 0
  }

  /// Abandons the open revision: its slots stay in the packs, marked as abandoned.
  mutating func abandon() {
    guard var record = open else { return }
    record.isAbandoned = true
    records += record.text
    recordCount += 1
    open = nil
  }

  /// The state that `rollBackToMark` restores.
  private struct Mark {
    var builder: PackAssembly.Mark
    /// The bytes and the number of the records.
    var recordBytes: Int
    var recordCount: Int
    var pack: Int
    var uncommitted: Int
    var uncommittedBytes: Int
    /// The first part of the pack that was being built, and of its records, if that pack was written meanwhile.
    var written: (contents: FinishedPack, records: String)?
  }

  /// Remembers the current state; to be called between two revisions.
  ///
  /// No pack is written for this: with a new pack for each group, 10,000 groups of two dots took 5.6 times as long as
  /// 20,000 ungrouped dots; with marks they take 1.4 times as long.
  mutating func setMark() {
    precondition(open == nil, "a mark is set between revisions")
    marks.append(
      Mark(
        builder: builder.mark, recordBytes: records.utf8.count, recordCount: recordCount, pack: pack,
        uncommitted: uncommitted.count, uncommittedBytes: uncommittedBytes))
  }

  /// Forgets the newest mark.
  mutating func clearMark() { marks.removeLast() }

  /// Reverts to the newest mark and forgets it; false if a pack could not be removed.
  ///
  /// Content that was not written at the mark is pending again.
  mutating func rollBackToMark() -> Bool {
    guard let mark = marks.popLast() else { return true }
    let isClean = remove(uncommitted[mark.uncommitted...])
    uncommitted.removeSubrange(mark.uncommitted...)
    uncounted.removeAll { $0.number >= mark.pack }
    uncommittedBytes = mark.uncommittedBytes
    builder.rollBack(to: mark.builder, finished: mark.written?.contents)
    records = mark.written?.records ?? Self.prefix(of: records, mark.recordBytes)
    recordCount = mark.recordCount
    open = nil
    pack = mark.pack
    return isClean
  }

  /// Removes the packs since the last commit and discards pending content; false if a pack could not be removed.
  @discardableResult
  mutating func discard(nextPack: Int) -> Bool {
    let isClean = remove(uncommitted[...])
    forgetUncommitted(nextPack: nextPack)
    return isClean
  }

  /// Discards pending content and leaves the packs that were written, because they may be part of the document.
  mutating func forgetUncommitted(nextPack: Int) {
    uncounted.removeAll()
    didCommit()
    builder = PackAssembly(forFile: store.encodesTiles)
    records = ""
    recordCount = 0
    open = nil
    marks.removeAll()
    pack = nextPack
  }

  /// Removes packs in descending order, up to one that cannot be removed, so that there are no gaps.
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
    let contents = builder.finish(records: records)
    let number = pack
    for place in marks.indices where marks[place].pack == number {
      let mark = marks[place]
      marks[place].written = (mark.builder.part(of: contents), Self.prefix(of: records, mark.recordBytes))
    }
    records = ""
    recordCount = 0
    uncommitted.append(number)
    uncounted.append(WrittenPack(number: number, bytes: contents.byteCount, units: units))
    uncommittedBytes += contents.byteCount
    pack += 1
    try store.write(contents, as: number, durably: isDurable)
  }
}
