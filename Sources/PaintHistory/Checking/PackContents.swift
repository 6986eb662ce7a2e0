import PaintPNG
import PaintRaster
import SystemPackage

/// The contents of a pack file: its records with their tiles in this pack.
struct PackContents {
  /// A tile that a record names.
  struct NamedTile {
    var key: UInt32
    /// The location of its pixels; nil if they cannot be read.
    var location: PackLocation?
    var pixels: TilePixels?
  }

  /// The part of a revision that is in this pack.
  struct Part {
    var record: RevisionRecord
    var slots: [NamedTile]
    /// The bytes that it added to the pack.
    var bytes: Int
  }

  let number: Int
  /// The identities of the documents that the records belong to, in file order.
  var documents: [String] {
    var seen: [String] = []
    for document in parts.map(\.record.document) + notes.map(\.document) where !seen.contains(document) {
      seen.append(document)
    }
    return seen
  }
  private(set) var parts: [Part] = []
  private(set) var notes: [NoteRecord] = []
  /// The locations of slots that no record names.
  private(set) var unclaimedSlots: [PackLocation] = []
  /// The damage of the file; nil if there is none.
  private(set) var damage: String?

  /// The program never writes larger files than this: 1,024 tiles and several hundred megabytes of records.
  static let maximumBytes = 1 << 30
  /// Nearly all packs are smaller than this.
  ///
  /// A larger file is only read if it begins like a pack.
  static let typicalMaximumBytes = 64 << 20

  /// Reads a file, as much of it as is not damaged.
  ///
  /// - Throws: `.otherVersion` if it is of another version.
  init(_ number: Int, file: [UInt8]) throws(HistoryError) {
    self.number = number
    let salvage = PackSalvage(file)
    if let version = salvage.otherVersion { throw .otherVersion(version) }
    damage = salvage.damage.map { "\($0)" }
    var records: [PackRecord] = []
    for text in salvage.records {
      let read = PackRecord.read(text)
      records += read.records
      if damage == nil { damage = read.damage.first }
    }
    assign(salvage.tiles, to: records)
  }

  /// Slots belong to records in order; after damage they are recognised by the Adler-32 of their pixels.
  private mutating func assign(_ tiles: [PackSalvage.Tile], to records: [PackRecord]) {
    var byOrdinal: [Int: Int] = [:]
    var byAdler: [UInt32: [Int]] = [:]
    for (position, tile) in tiles.enumerated().reversed() {
      if let ordinal = tile.ordinal { byOrdinal[ordinal] = position }
      byAdler[tile.slot.adler, default: []].append(position)
    }
    var isUsed = [Bool](repeating: false, count: tiles.count)
    var ordinal = 0
    var bytes = 0
    var tileBytes = 0
    var text = ""
    for record in records {
      text += record.text
      guard case .revision(let revision) = record else {
        if case .note(let note) = record { notes.append(note) }
        bytes = PackWriter.byteCount(tileBytes: tileBytes, records: text)
        continue
      }
      var part = Part(record: revision, slots: [], bytes: 0)
      for slot in revision.slots {
        var found = byOrdinal[ordinal].flatMap { tiles[$0].slot.adler == slot.adler && !isUsed[$0] ? $0 : nil }
        ordinal += 1
        while found == nil, let next = byAdler[slot.adler]?.popLast() { if !isUsed[next] { found = next } }
        guard let found else {
          part.slots.append(NamedTile(key: slot.tile))
          if damage == nil { damage = "slot \(ordinal) is not the tile that its record names" }
          continue
        }
        isUsed[found] = true
        let location = location(of: tiles[found].slot)
        part.slots.append(NamedTile(key: slot.tile, location: location, pixels: tiles[found].pixels))
        tileBytes = Int(location.offset) + Int(location.length) + 4
      }
      let now = PackWriter.byteCount(tileBytes: tileBytes, records: text)
      part.bytes = max(0, now - bytes)
      bytes = now
      parts.append(part)
    }
    for (position, tile) in tiles.enumerated() where !isUsed[position] {
      unclaimedSlots.append(location(of: tile.slot))
    }
    // A pack without tiles has one blank slot, because a PNG cannot be empty.
    let isBlank = ordinal == 0 && tiles.count == 1
    if damage == nil, !isBlank, let extra = isUsed.firstIndex(of: false) {
      damage = "no record names slot \(extra + 1)"
    }
  }

  private func location(of slot: PackSlot) -> PackLocation {
    PackLocation(pack: number, offset: slot.offset, length: slot.length, crc: slot.crc)
  }
}

extension Disk {
  /// The bytes of a pack file; nil if it is larger than any pack, or large and not a PNG file.
  func packBytes(of path: FilePath) throws(DiskError) -> [UInt8]? {
    let file = try open(path, .readMember)
    let size = try status(of: file).size
    guard size <= PackContents.maximumBytes else { return nil }
    if size > PackContents.typicalMaximumBytes, try !hasPNGSignature(file) { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let count = try read(file, at: 0, into: &bytes)
    bytes.removeSubrange(count...)
    return bytes
  }

  private func hasPNGSignature(_ file: OpenFile) throws(DiskError) -> Bool {
    var head = [UInt8](repeating: 0, count: 8)
    let count = try read(file, at: 0, into: &head)
    return PackSalvage.hasSignature(head[..<count])
  }
}
