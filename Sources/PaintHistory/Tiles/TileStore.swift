import PaintRaster

/// The tiles of a document: finds the version that a picture shows, and reads its pixels through the cache.
final class TileStore {
  let packs: PackStore
  private(set) var cache: FaultCache
  let transaction: Transaction
  let tree: RevisionTree
  /// Whether a tile in the plane of bases may exist; nil if that must be looked up.
  private var hasBaseTiles: Bool?
  /// Whether other processes may move tiles meanwhile, because this one does not lock the document.
  private let isReader: Bool

  init(packs: PackStore, cacheBytes: Int, tree: RevisionTree, transaction: Transaction, isReader: Bool) {
    self.packs = packs
    cache = FaultCache(bound: cacheBytes)
    self.tree = tree
    self.transaction = transaction
    self.isReader = isReader
  }

  // MARK: Versions

  /// The version of a tile that the picture of a revision shows; from the shown ones if possible.
  func shownVersion(of tile: UInt32, at revision: Revision) throws(HistoryError) -> TileVersion {
    if revision.number == transaction.current.number, let known = transaction.shown[tile] { return known }
    return try resolve(tile, at: revision.number, base: revision.base, background: revision.background)
  }

  /// The version of a tile that the picture of `revision` shows.
  ///
  /// The newest version with a number up to the revision's may be on another branch. Let `a` be the greatest ancestor
  /// of the revision that is not above that version's number. If `a` is the revision that wrote the version, this is
  /// the result; otherwise only versions at or below `a` are visible. So each lookup skips a whole abandoned range. Of
  /// the versions at or below the root only those are kept that the root or its base shows, so the newest of them is
  /// always the result.
  func resolve(
    _ tile: UInt32, at revision: Int, base: Int, background: Pixel
  ) throws(HistoryError) -> TileVersion {
    var here = revision
    while true {
      let found = try transaction.index(containing: revision).newestVersion(of: tile, atOrBefore: here)
      guard let found, found.revision >= base else { break }
      if found.revision <= transaction.state.root { return found }
      guard let ancestor = try tree.ancestor(of: here, atMost: found.revision) else { break }
      if ancestor == found.revision { return found }
      here = ancestor
    }
    return TileVersion(revision: -1, location: .color(background))
  }

  /// The first tile in a range of keys that any revision wrote.
  func firstWrittenTile(in keys: ClosedRange<UInt32>) throws(HistoryError) -> UInt32? {
    try transaction.index.firstWrittenTile(in: keys)
  }

  /// Whether a tile in the plane of bases may exist.
  ///
  /// Only waits for the thread of the transaction if something was taken back since the last commit.
  func mayHaveBaseTiles() throws(HistoryError) -> Bool {
    if let hasBaseTiles { return hasBaseTiles }
    // As long as the shown ones are whole, `keep` has noted each tile that was written since the last commit.
    let isAny = try transaction.indexForMissingTiles.firstWrittenTile(in: TilePlane.base.keys) != nil
    hasBaseTiles = isAny
    return isAny
  }

  // MARK: Pixels

  /// The tile that the canvas shows; fires a fault if its pixels are not in memory.
  func shownTile(_ key: UInt32) throws(HistoryError) -> Tile {
    let version: TileVersion
    if let known = transaction.shown[key] {
      version = known
    } else {
      version = try lookUp(key)
    }
    return try load(version, of: key, in: transaction.current, until: .max)
  }

  /// Looks up the version of a tile that the canvas shows, and keeps it.
  private func lookUp(_ key: UInt32) throws(HistoryError) -> TileVersion {
    let current = transaction.current
    let version = try resolve(key, at: current.number, base: current.base, background: current.background)
    if transaction.shown.versions.count >= ShownVersions.limit { transaction.shown.forget() }
    transaction.shown[key] = version
    cache.reveal(FaultCache.Key(tile: key, revision: version.revision))
    return version
  }

  /// The newest tile with a key that a revision or an ancestor from `first` on wrote; nil if there is none.
  ///
  /// Fires a fault if its pixels are not in memory.
  func tile(at key: UInt32, since first: Int, in revision: Revision) throws(HistoryError) -> Tile? {
    let version = try version(of: key, in: revision)
    // -1 if it was never written.
    guard version.revision >= max(first, 0) else { return nil }
    let isCurrent = revision.number == transaction.current.number
    return try load(version, of: key, in: revision, until: isCurrent ? .max : revision.depth)
  }

  /// The version of a tile that a revision shows, kept if it is the current one.
  func version(of key: UInt32, in revision: Revision) throws(HistoryError) -> TileVersion {
    guard revision.number == transaction.current.number else {
      return try resolve(key, at: revision.number, base: revision.base, background: revision.background)
    }
    if let known = transaction.shown[key] { return known }
    return try lookUp(key)
  }

  /// The tile of a version that was looked up together with others and that a picture shows; fires a fault if its
  /// pixels are not in memory.
  func shownTile(
    _ key: UInt32, at version: TileVersion, in revision: Revision
  ) throws(HistoryError) -> Tile {
    if case .color(let color) = version.location { return .color(color) }
    guard revision.number == transaction.current.number else {
      return try load(version, of: key, in: revision, until: revision.depth)
    }
    // A full collection stays as it is: forgetting it would make a walk over the canvas forget it again and again.
    if transaction.shown.versions.count < ShownVersions.limit, transaction.shown[key] == nil {
      transaction.shown[key] = version
      cache.reveal(FaultCache.Key(tile: key, revision: version.revision))
    }
    return try load(version, of: key, in: transaction.current, until: .max)
  }

  /// The tile of a version, from the cache or from its pack.
  ///
  /// - Parameters:
  ///   - revision: the revision that shows it.
  ///   - until: the last depth at which it is visible, as far as known.
  func load(
    _ version: TileVersion, of tile: UInt32, in revision: Revision, until: Int
  ) throws(HistoryError) -> Tile {
    switch version.location {
    case .color(let color): return .color(color)
    case .slot(let location):
      if let pixels = packs.pixelsInMemory(at: location) { return .pixels(pixels) }
      let key = FaultCache.Key(tile: tile, revision: version.revision)
      if let pixels = cache.pixels(key, at: revision.depth) { return .pixels(pixels) }
      let pixels = try read(location, of: tile, in: revision)
      let from = try tree.node(max(version.revision, transaction.state.root)).depth
      cache.insertClean(key, pixels, from: from, until: until, current: transaction.current.depth)
      return .pixels(pixels)
    case .pending: return .pixels(try pending(version, of: tile, in: revision))
    }
  }

  /// The tile of a version, without caching it.
  func uncachedTile(
    at version: TileVersion, of tile: UInt32, in revision: Revision
  ) throws(HistoryError) -> Tile {
    switch version.location {
    case .color(let color): return .color(color)
    case .slot(let location):
      if let pixels = cachedPixels(of: version, tile, in: revision) { return .pixels(pixels) }
      cache.countFaults()
      return .pixels(try read(location, of: tile, in: revision))
    case .pending: return .pixels(try pending(version, of: tile, in: revision))
    }
  }

  /// The pixels of a version if they are in memory.
  func cachedPixels(of version: TileVersion, _ tile: UInt32, in revision: Revision) -> TilePixels? {
    if case .slot(let location) = version.location, let pixels = packs.pixelsInMemory(at: location) { return pixels }
    return cache.pixels(FaultCache.Key(tile: tile, revision: version.revision), at: revision.depth)
  }

  /// Whether the tile of a version can be shown without reading a pack; does not count as a use.
  func isInMemory(_ version: TileVersion, of tile: UInt32) -> Bool {
    switch version.location {
    case .color: true
    case .slot(let location) where packs.pixelsInMemory(at: location) != nil: true
    default: cache.contains(FaultCache.Key(tile: tile, revision: version.revision))
    }
  }

  /// Counts faults that were fired without the cache.
  func countFaults(_ count: Int) { cache.countFaults(count) }

  /// The pixels in a slot that a revision shows; if a gc has moved them meanwhile, from their new location.
  ///
  /// - Parameter location: may be out of date for a reader, if it was looked up together with those of other tiles.
  private func read(
    _ location: PackLocation, of tile: UInt32, in revision: Revision
  ) throws(HistoryError) -> TilePixels {
    var location = location
    while true {
      let failure: HistoryError
      do throws(HistoryError) {
        return try packs.read(location)
      } catch {
        guard isReader, case .damaged = error else { throw error }
        failure = error
      }
      let isRefreshed = try refreshReader(showing: revision)
      // A revision that is kept always shows the same pixels, so a picture that is read partly before and partly after
      // a gc is consistent.
      let version = try resolve(tile, at: revision.number, base: revision.base, background: revision.background)
      guard case .slot(let next) = version.location else {
        throw packs.damage(location, "the tile is of one colour now")
      }
      // Another tile may have refreshed the reader since this location was looked up.
      guard isRefreshed || next != location else { throw failure }
      location = next
    }
  }

  /// Reads the current state of the document; false if nobody has written since the last read.
  ///
  /// - Throws: `.unknownRevision` if the revision was forgotten meanwhile.
  private func refreshReader(showing revision: Revision) throws(HistoryError) -> Bool {
    guard try transaction.refreshReader() else { return false }
    hasBaseTiles = nil
    tree.forget()
    cache.removeAll()
    packs.closeFiles()
    let node = try transaction.index.node(revision.number)
    // The tiles of a base are kept longer than its row.
    if node == nil, revision.number != transaction.current.base { throw .unknownRevision(revision.number) }
    return true
  }

  /// The pixels of a version that was not in a pack yet when it was looked up.
  private func pending(
    _ version: TileVersion, of tile: UInt32, in revision: Revision
  ) throws(HistoryError) -> TilePixels {
    if let pixels = cachedPixels(of: version, tile, in: revision) { return pixels }
    // It may have been written to its pack and evicted since then.
    guard case .slot(let location) = try shownVersion(of: tile, at: revision).location else {
      throw .damaged("a tile of r\(version.revision) is neither in memory nor in a pack")
    }
    cache.countFaults()
    return try read(location, of: tile, in: revision)
  }

  // MARK: Changes

  /// Caches a tile of the open revision until it is in a pack.
  func keep(_ tile: Tile, at key: UInt32) {
    guard let revision = transaction.openRevision?.revision else { preconditionFailure("no revision was begun") }
    var location = TileVersion.Location.pending
    switch tile {
    case .color(let color): location = .color(color)
    case .pixels(let pixels):
      cache.insertDirty(FaultCache.Key(tile: key, revision: revision.number), pixels, from: revision.depth)
    }
    transaction.openRevision?.add(key, at: location, limit: ShownVersions.limit)
    if TilePlane.base.keys.contains(key) { hasBaseTiles = true }
  }

  /// Notes that the open revision has a tile that is in a pack already.
  func share(_ key: UInt32, at location: TileVersion.Location) {
    transaction.openRevision?.add(key, at: location, limit: ShownVersions.limit)
    if TilePlane.base.keys.contains(key) { hasBaseTiles = true }
  }

  /// Makes the canvas show the tiles of a new revision.
  func show(_ revision: OpenRevision) {
    let (number, depth) = (revision.revision.number, revision.revision.depth)
    // Nothing before it shows through a base.
    if revision.revision.base == number { transaction.shown.removeAll(keepingCapacity: true) }
    if transaction.shown.versions.count + revision.tiles.count > ShownVersions.limit {
      return transaction.shown.forget()
    }
    for (key, location) in zip(revision.tiles, revision.locations) {
      if let before = transaction.shown.update(key, to: TileVersion(revision: number, location: location)) {
        cache.supersede(FaultCache.Key(tile: key, revision: before.revision), at: depth)
      }
    }
  }

  /// Removes the tiles of an abandoned revision from the cache.
  func remove(_ abandoned: OpenRevision) {
    cache.remove(abandoned.tiles.lazy.map { FaultCache.Key(tile: $0, revision: abandoned.revision.number) })
  }

  /// Whether packs should be written now, so that dirty tiles do not displace the clean ones.
  var needsWriting: Bool { cache.needsCleaning }

  /// Records that all packs are written, so that their tiles may be evicted.
  func didWritePacks() {
    // Packs in memory have the pixels themselves.
    if packs.encodesTiles { cache.markClean() } else { cache.removeDirty() }
  }

  /// Makes the canvas show another revision: forgets the versions of the tiles that differ, or all if there are many.
  func show(_ target: Revision, after current: Revision) throws(HistoryError) {
    transaction.shown.isWhole = false
    // A separate command has not looked up any tiles yet.
    if !transaction.shown.versions.isEmpty, try !forgetTiles(between: current, and: target) {
      transaction.shown.forget()
    }
  }

  /// Forgets the versions of the tiles that differ between a revision and an ancestor, in either order; false if it is
  /// simpler to forget all.
  private func forgetTiles(between first: Revision, and second: Revision) throws(HistoryError) -> Bool {
    let limit = 64
    guard first.base == second.base, abs(first.depth - second.depth) <= limit else { return false }
    var here = max(first.number, second.number)
    let end = min(first.number, second.number)
    var crossed: [Int] = []
    while here > end, crossed.count < limit {
      crossed.append(here)
      guard let parent = try tree.node(here).parent else { return false }
      here = parent
    }
    guard here == end else { return false }
    for number in crossed {
      for tile in try transaction.index.tiles(of: number) { transaction.shown[tile] = nil }
    }
    return true
  }

  /// Forgets all tiles in memory.
  func forget() {
    transaction.shown.removeAll()
    cache.removeAll()
    hasBaseTiles = nil
  }
}
