import PaintRaster

/// The tiles that are in memory: those of revisions near the current one stay, the others become faults again.
///
/// A version of a tile is visible in a stretch of steps: from the revision that wrote it to the one before it was
/// written over. Its distance is how many steps the current revision lies outside that stretch; 0 is on the canvas.
/// When the bound is passed, far versions go before near ones and among equals those not used for longest. A version
/// whose pack is not yet written ("dirty") never goes: the owner writes packs before dirty ones fill the cache.
struct FaultCache {
  /// Which version: the tile's key and the revision that wrote it.
  struct Key: Hashable {
    var tile: UInt32
    var revision: Int
  }

  private struct Entry {
    var pixels: TilePixels
    /// The first and the last depth at which it is visible.
    var from: Int
    var until: Int
    var used: Int
    var isDirty: Bool
  }

  /// How the cache has fared.
  struct Counts: Hashable {
    /// Faults fired: tiles read from packs.
    var faults = 0
    /// Tiles dropped to stay under the bound.
    var evicted = 0
  }

  private(set) var counts = Counts()
  /// Versions whose packs are not yet written.
  private var dirty: [Key] = []
  private var entries: [Key: Entry] = [:]
  private var clock = 0
  private let bound: Int

  /// A cache that keeps at most `bound` bytes of pixels, and never fewer than 16 tiles.
  init(bound: Int) {
    self.bound = max(bound, 16 * Tile.byteCount)
  }

  /// Bytes of pixels in memory.
  var bytes: Int { entries.count * Tile.byteCount }
  /// Tiles in memory.
  var resident: Int { entries.count }
  /// True when it is time to write packs: dirty tiles take half of the bound.
  var needsCleaning: Bool { dirty.count * Tile.byteCount * 2 > bound }

  /// The pixels of a version that is visible at a depth, if they are in memory.
  mutating func pixels(_ key: Key, at depth: Int) -> TilePixels? {
    guard let position = entries.index(forKey: key) else { return nil }
    clock += 1
    entries.values[position].used = clock
    // Written over on one branch, still visible on another.
    if entries.values[position].until < depth { entries.values[position].until = depth }
    return entries.values[position].pixels
  }

  /// Counts faults whose pixels do not stay in memory.
  mutating func countFaults(_ count: Int = 1) { counts.faults += count }

  /// Keeps the pixels of a fault that was fired, visible from one depth until another.
  mutating func insertClean(_ key: Key, _ pixels: TilePixels, from: Int, until: Int, current: Int) {
    counts.faults += 1
    clock += 1
    entries[key] = Entry(pixels: pixels, from: from, until: until, used: clock, isDirty: false)
    evict(current: current)
  }

  /// Keeps a version that was just drawn at depth `from` and is in no pack yet.
  mutating func insertDirty(_ key: Key, _ pixels: TilePixels, from: Int) {
    clock += 1
    entries[key] = Entry(pixels: pixels, from: from, until: .max, used: clock, isDirty: true)
    dirty.append(key)
    evict(current: from)
  }

  /// Notes that a version was written over at `depth`: it is visible up to the step before.
  mutating func supersede(_ key: Key, at depth: Int) {
    guard let position = entries.index(forKey: key) else { return }
    entries.values[position].until = depth - 1
  }

  /// Notes that a version is visible again, after an undo.
  mutating func reveal(_ key: Key) {
    guard let position = entries.index(forKey: key) else { return }
    entries.values[position].until = .max
  }

  /// All dirty versions are in packs now.
  mutating func markClean() {
    for key in dirty {
      if let position = entries.index(forKey: key) { entries.values[position].isDirty = false }
    }
    dirty.removeAll(keepingCapacity: true)
  }

  /// Drops versions, dirty ones too, because they are in no picture.
  mutating func remove(_ keys: some Sequence<Key>) {
    for key in keys { entries[key] = nil }
    dirty.removeAll { entries[$0] == nil }
  }

  /// Drops everything, dirty versions too.
  mutating func removeAll() {
    entries.removeAll()
    dirty.removeAll()
  }

  /// Drops an eighth of the bound once it is passed, so that the search is paid for by many insertions.
  private mutating func evict(current: Int) {
    guard bytes > bound else { return }
    let target = (bound - bound / 8) / Tile.byteCount
    // One number orders them: the distance above, below it how long ago the last use was.
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
