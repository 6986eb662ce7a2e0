import PaintPNG
import PaintRaster
import Synchronization

extension Snapshot {
  /// Calls `body` once for each tile in the given rows and columns, in any order and on several threads at once.
  ///
  /// Packs are read on the caller's thread and decoded on all threads, which also pass on tiles in memory. The tiles are not cached; a megabyte or two of
  /// memory is used while they are decoded.
  ///
  /// - Throws: the errors of `tile`.
  /// - Complexity: O(tiles), with a read for each tile in a pack.
  public func forEachTile(
    rows: Range<Int>, columns: Range<Int>, with workers: Workers, _ body: @escaping @Sendable (TileIndex, Tile) -> Void
  ) throws(HistoryError) {
    var packed = PackedTiles()
    for row in rows {
      for start in stride(from: columns.lowerBound, to: columns.upperBound, by: TileStore.rangeWidth) {
        let part = start..<min(start + TileStore.rangeWidth, columns.upperBound)
        let shown = try shownTiles(ofRow: row, columns: part)
        for x in part {
          let (index, tile) = (TileIndex(x: x, y: row), shown[x - start])
          if !history.tiles.append(tile, at: index, in: revision(showing: tile), to: &packed) {
            body(index, try uncachedTile(tile))
          }
          if packed.isFull { try decode(&packed, with: workers, body) }
        }
      }
    }
    try decode(&packed, with: workers, body)
  }

  /// Decodes the collected tiles; a tile that cannot be decoded is looked up again, which finds it if a gc has moved
  /// it, or throws.
  private func decode(
    _ packed: inout PackedTiles, with workers: Workers, _ body: @escaping @Sendable (TileIndex, Tile) -> Void
  ) throws(HistoryError) {
    let failed = packed.decode(with: workers, body)
    history.tiles.countFaults(packed.slots.count - failed.count)
    packed.removeAll()
    for index in failed {
      body(index, try uncachedTile(at: index))
    }
  }
}

extension TileStore {
  /// Collects the pixels of a tile that is in memory, or its bytes in a pack; false if it is of one colour, or if the
  /// bytes cannot be read.
  fileprivate func append(
    _ tile: ShownTile, at index: TileIndex, in revision: Revision, to packed: inout PackedTiles
  ) -> Bool {
    guard case .slot(let slot) = tile.version.location else { return false }
    if let pixels = cachedPixels(of: tile.version, tile.key, in: revision) {
      packed.ready.append((index, pixels))
      return true
    }
    let start = packed.bytes.count
    guard let location = try? packs.fileLocation(of: slot),
      (try? packs.readBytes(of: location, onto: &packed.bytes)) != nil
    else {
      packed.bytes.removeSubrange(start...)
      return false
    }
    packed.slots.append(PackedTiles.Slot(index: index, bytes: start..<packed.bytes.count, crc: location.crc))
    return true
  }
}

/// Tiles that are passed on together, after those in packs were decoded.
private struct PackedTiles {
  struct Slot {
    var index: TileIndex
    /// The range of its bytes.
    var bytes: Range<Int>
    var crc: UInt32
  }

  /// Tiles in memory.
  var ready: [(index: TileIndex, pixels: TilePixels)] = []
  /// Compressed tiles.
  var slots: [Slot] = []
  var bytes: [UInt8] = []

  /// Whether there are enough tiles to keep several threads busy for some milliseconds.
  var isFull: Bool { ready.count + slots.count == 512 }

  /// The approximate nanoseconds per compressed tile.
  private static let cost = 20_000
  /// The approximate nanoseconds per tile in memory, for which callers copy or hash it.
  private static let readyCost = 2_000

  mutating func removeAll() {
    ready.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Calls `body` for all tiles in memory and those that can be decoded, and returns the others.
  func decode(with workers: Workers, _ body: @escaping @Sendable (TileIndex, Tile) -> Void) -> [TileIndex] {
    workers.forEachBand(of: ready.count, cost: Self.readyCost) { band in
      for tile in ready[band] { body(tile.index, .pixels(tile.pixels)) }
    }
    let failed = Mutex<[TileIndex]>([])
    workers.forEachBand(of: slots.count, cost: Self.cost) { band in
      var decoder = TileDecoder()
      for slot in slots[band] {
        let tile = try? decoder.decode(bytes[slot.bytes], expecting: slot.crc)
        if let tile { body(slot.index, .pixels(tile)) } else { failed.withLock { $0.append(slot.index) } }
      }
    }
    return failed.withLock { $0 }
  }
}
