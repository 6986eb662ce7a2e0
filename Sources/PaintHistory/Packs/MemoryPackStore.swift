import PaintPNG
import PaintRaster
import SystemPackage

/// The packs of a history in memory: their tiles stay as they are, up to a bound; the oldest packs beyond it are written
/// to a private folder.
///
/// The folder is created with the first such pack, and removed with this object. Nothing is synced.
final class MemoryPackStore: PackStore {
  private enum Pack {
    /// Its tiles; nil for those that were released.
    case tiles([TilePixels?])
    /// It was written to a file, with these slots.
    case file([Slot])
  }

  /// The location of a tile in a file.
  private struct Slot {
    var offset: UInt32
    var length: UInt32
    var crc: UInt32
  }

  private var packs: [Int: Pack] = [:]
  /// The packs with tiles in memory, in ascending order.
  private var inMemory: ArraySlice<Int> = []
  private var tileCount = 0
  /// Whether tiles were released, so that earlier pictures cannot be shown any longer.
  private var hasReleasedTiles = false
  /// The maximum bytes of pixels in memory.
  private let bound: Int
  private let parent: FilePath
  private var scratch: ScratchFolder?

  /// - Parameters:
  ///   - bound: the maximum bytes of pixels in memory.
  ///   - parent: the folder for the private folder.
  init(bound: Int, spillingTo parent: FilePath, on disk: any Disk) {
    self.bound = bound
    self.parent = parent
    super.init(folder: parent, disk: disk)
  }

  override var encodesTiles: Bool { false }

  override var tilesInMemory: Int { tileCount }

  override var isInMemory: Bool { scratch == nil }

  override var hasReleased: Bool { hasReleasedTiles }

  override func path(of pack: Int) -> FilePath {
    (scratch?.path ?? parent).appending(Self.fileName(of: pack))
  }

  override func pixelsInMemory(at location: PackLocation) -> TilePixels? {
    guard case .tiles(let tiles) = packs[location.pack], tiles.indices.contains(Int(location.offset)) else {
      return nil
    }
    return tiles[Int(location.offset)]
  }

  /// Frees the pixels in slots of packs in memory.
  override func release(_ locations: [PackLocation]) {
    var slots: [Int: [Int]] = [:]
    for location in locations { slots[location.pack, default: []].append(Int(location.offset)) }
    for (pack, slots) in slots {
      guard case .tiles(var tiles) = packs[pack] else { continue }
      for slot in slots where tiles.indices.contains(slot) && tiles[slot] != nil {
        tiles[slot] = nil
        tileCount -= 1
      }
      packs[pack] = .tiles(tiles)
    }
    hasReleasedTiles = true
    FreedMemory.returnToSystem()
  }

  override func fileLocation(of location: PackLocation) throws(HistoryError) -> PackLocation {
    guard case .file(let slots) = packs[location.pack], slots.indices.contains(Int(location.offset)) else {
      throw damage(location, "it is not in memory")
    }
    let slot = slots[Int(location.offset)]
    return PackLocation(pack: location.pack, offset: slot.offset, length: slot.length, crc: slot.crc)
  }

  /// Keeps a pack in memory; writes the oldest ones to files while there are too many.
  override func write(_ contents: FinishedPack, as pack: Int, durably: Bool) throws(HistoryError) {
    guard case .tiles(let tiles) = contents else { preconditionFailure("a pack in memory is not encoded") }
    packs[pack] = .tiles(tiles)
    inMemory.append(pack)
    tileCount += tiles.count
    while tileCount * Tile.byteCount > bound, let oldest = inMemory.first { try spill(oldest) }
  }

  override func discard(_ pack: Int) -> Bool {
    switch packs.removeValue(forKey: pack) {
    case .tiles(let tiles):
      tileCount -= tiles.count { $0 != nil }
      if let position = inMemory.lastIndex(of: pack) { inMemory.remove(at: position) }
      return true
    case .file: return super.discard(pack)
    case nil: return true
    }
  }

  /// Writes a pack to a file and frees its memory.
  ///
  /// Slots that were released are empty in the file.
  private func spill(_ pack: Int) throws(HistoryError) {
    if case .tiles(let all) = packs[pack] {
      let tiles = all.compactMap(\.self)
      if scratch == nil { scratch = try ScratchFolder(in: parent, on: disk) }
      var builder = PackBuilder()
      var slots: [Slot] = []
      for tile in TileEncoder.encode(tiles, with: .all) {
        let slot = builder.append(encoded: tile)
        slots.append(Slot(offset: slot.offset, length: slot.length, crc: slot.crc))
      }
      do throws(HistoryError) {
        try super.write(.file(builder.finish(records: "")), as: pack, durably: false)
      } catch {
        guard case .disk(let reason) = error else { throw error }
        throw HistoryError(reason, inTemporaryFolder: parent)
      }
      var rest = slots[...]
      packs[pack] = .file(all.map { $0.flatMap { _ in rest.popFirst() } ?? Slot(offset: 0, length: 0, crc: 0) })
      tileCount -= tiles.count
    }
    inMemory.removeFirst()
  }
}
