import PaintRaster

/// The tiles in memory.
///
/// Tiles of revisions near the current one stay; the others become faults again.
///
/// A version of a tile is visible in a range of steps: from the revision that wrote it to the revision before the one
/// that overwrote it. Its distance is the number of steps between the current revision and that range; 0 means that the
/// canvas shows it. When the cache exceeds its bound, the most distant versions are evicted first; among versions with
/// the same distance, the least recently used one. A version whose pack is not written yet ("dirty") is never evicted:
/// the owner writes packs before dirty versions fill the cache.
struct FaultCache {
  /// Identifies a version: the tile's key and the revision that wrote it.
  struct Key: Hashable {
    var tile: UInt32
    var revision: Int
  }

  private struct Entry {
    var pixels: TilePixels
    /// The first and the last depth at which the version is visible.
    var from: Int
    var until: Int
    var used: Int
    var isDirty: Bool
  }

  /// Statistics of the cache.
  struct Counts: Hashable {
    /// Faults fired: tiles read from packs.
    var faults = 0
    /// Tiles evicted to stay below the bound.
    var evicted = 0
  }

  private(set) var counts = Counts()
  /// Versions whose packs are not yet written.
  private var dirty: [Key] = []
  private var entries: [Key: Entry] = [:]
  private var clock = 0
  private let bound: Int

  /// Creates a cache that holds at most `bound` bytes of pixels, but at least 16 tiles.
  init(bound: Int) {
    self.bound = max(bound, 16 * Tile.byteCount)
  }

  /// Bytes of pixels in memory.
  var bytes: Int { entries.count * Tile.byteCount }
  /// Tiles in memory.
  var resident: Int { entries.count }
  /// Whether packs should be written now, because dirty tiles take half of the bound.
  var needsCleaning: Bool { dirty.count * Tile.byteCount * 2 > bound }

  /// The pixels of a version that is visible at `depth`; nil if they are not in memory.
  mutating func pixels(_ key: Key, at depth: Int) -> TilePixels? {
    guard let position = entries.index(forKey: key) else { return nil }
    clock += 1
    entries.values[position].used = clock
    // Overwritten on one branch, but still visible on another.
    if entries.values[position].until < depth { entries.values[position].until = depth }
    return entries.values[position].pixels
  }

  /// Whether the pixels of a version are in memory; does not count as a use.
  func contains(_ key: Key) -> Bool { entries[key] != nil }

  /// Counts faults whose pixels are not cached.
  mutating func countFaults(_ count: Int = 1) { counts.faults += count }

  /// Caches the pixels of a fault that was fired; they are visible from depth `from` to depth `until`.
  mutating func insertClean(_ key: Key, _ pixels: TilePixels, from: Int, until: Int, current: Int) {
    counts.faults += 1
    clock += 1
    entries[key] = Entry(pixels: pixels, from: from, until: until, used: clock, isDirty: false)
    evict(current: current)
  }

  /// Caches a version that was just drawn at depth `from` and is not in a pack yet.
  mutating func insertDirty(_ key: Key, _ pixels: TilePixels, from: Int) {
    clock += 1
    entries[key] = Entry(pixels: pixels, from: from, until: .max, used: clock, isDirty: true)
    dirty.append(key)
    evict(current: from)
  }

  /// Records that a version was overwritten at `depth`: it is visible up to the step before.
  mutating func supersede(_ key: Key, at depth: Int) {
    guard let position = entries.index(forKey: key) else { return }
    entries.values[position].until = depth - 1
  }

  /// Records that a version is visible again after an undo.
  mutating func reveal(_ key: Key) {
    guard let position = entries.index(forKey: key) else { return }
    entries.values[position].until = .max
  }

  /// Marks all dirty versions as clean, because they are in packs now.
  mutating func markClean() {
    for key in dirty {
      if let position = entries.index(forKey: key) { entries.values[position].isDirty = false }
    }
    dirty.removeAll(keepingCapacity: true)
  }

  /// Removes all dirty versions, because their pixels are in packs in memory now.
  mutating func removeDirty() {
    for key in dirty { entries[key] = nil }
    dirty.removeAll(keepingCapacity: true)
  }

  /// Removes versions, including dirty ones, because no picture shows them.
  mutating func remove(_ keys: some Sequence<Key>) {
    for key in keys { entries[key] = nil }
    dirty.removeAll { entries[$0] == nil }
  }

  /// Removes everything, including dirty versions.
  mutating func removeAll() {
    entries.removeAll()
    dirty.removeAll()
  }

  /// Frees an eighth of the bound when the bound is exceeded, so that the cost of the search is spread over many
  /// insertions.
  private mutating func evict(current: Int) {
    guard bytes > bound else { return }
    let target = (bound - bound / 8) / Tile.byteCount
    // One number is the sort key: the distance in the high bits, the time since the last use in the low bits.
    var candidates: [(order: UInt64, key: Key)] = []
    candidates.reserveCapacity(entries.count)
    for (key, entry) in entries where !entry.isDirty {
      let distance = min(max(0, entry.from - current, current - entry.until), 0xff_ffff)
      candidates.append((UInt64(distance) << 40 | UInt64(min(clock - entry.used, 0xff_ffff_ffff)), key))
    }
    let excess = min(entries.count - target, candidates.count)
    guard excess > 0 else { return }
    candidates.sort { $0.order > $1.order }
    for candidate in candidates[..<excess] { entries[candidate.key] = nil }
    counts.evicted += excess
  }
}
