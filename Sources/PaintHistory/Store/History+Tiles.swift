import PaintRaster

extension History {
  /// The tile that the canvas shows at `index`; fires a fault if its pixels are not in memory.
  ///
  /// - Throws: `.disk` if a pack cannot be read, `.index` if the index cannot be read, `.damaged` if one of them is
  ///   damaged; `.unknownRevision` if another process has forgotten the current revision since this one read it.
  /// - Complexity: O(1) for a tile that was looked up before; otherwise O(log revisions) index lookups and, for a
  ///   fault, one read and one decompression.
  public func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    let key = index.key
    let version: TileVersion
    if let known = view[key] {
      version = known
    } else {
      version = try resolve(key, at: current.number, base: current.base, background: current.background)
      if view.count >= Self.viewLimit { forgetView() }
      view[key] = version
      cache.reveal(FaultCache.Key(tile: key, revision: version.revision))
    }
    return try fire(version, of: key, in: current, until: .max)
  }

  /// The picture that the eraser restores: that of the current revision's base, whether the base is kept or not.
  ///
  /// - Throws: the errors of `basePicture(of:)`.
  public func basePicture() throws(HistoryError) -> Snapshot { try basePicture(of: current) }

  /// The picture of a revision's base, whether the base is kept or not.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged, `.unknownRevision` if it lacks the
  ///   base.
  public func basePicture(of revision: Revision) throws(HistoryError) -> Snapshot {
    if revision.base >= state.root { return try snapshot(at: revision.base) }
    // Only its tiles are left. Its canvas is that of the revision, because a revision that changes the canvas is a base
    // itself.
    var base = revision
    base.number = revision.base
    base.depth = try tree.node(state.root, in: index).depth
    return Snapshot(history: self, revision: base)
  }

  /// The picture as of any revision.
  ///
  /// - Throws: `.unknownRevision` if the revision does not exist; `.index` if the index cannot be read, `.damaged` if
  ///   it is damaged.
  public func snapshot(at number: Int) throws(HistoryError) -> Snapshot {
    Snapshot(history: self, revision: try revision(number))
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
      guard let found = try index(knowing: revision).newestVersion(of: tile, atOrBefore: here), found.revision >= base
      else { break }
      if found.revision <= state.root { return found }
      guard let ancestor = try tree.ancestor(of: here, atMost: found.revision, in: index)
      else { break }
      if ancestor == found.revision { return found }
      here = ancestor
    }
    return TileVersion(revision: -1, location: .color(background))
  }

  /// The tile of a version, from the cache or from its pack.
  ///
  /// - Parameters:
  ///   - revision: the revision that shows it.
  ///   - until: the last depth at which it is visible, as far as known.
  func fire(
    _ version: TileVersion, of tile: UInt32, in revision: Revision, until: Int
  ) throws(HistoryError) -> Tile {
    let depth = revision.depth
    switch version.location {
    case .color(let color): return .color(color)
    case .slot(let location):
      let key = FaultCache.Key(tile: tile, revision: version.revision)
      if let pixels = cache.pixels(key, at: depth) { return .pixels(pixels) }
      let pixels = try read(location, of: tile, in: revision)
      let from = try tree.node(max(version.revision, state.root), in: index).depth
      cache.insertClean(key, pixels, from: from, until: until, current: current.depth)
      return .pixels(pixels)
    case .pending: return try pending(version, of: tile, at: depth)
    }
  }

  /// The pixels in a slot that a revision shows; if a gc has moved them meanwhile, from their new location.
  func read(_ location: PackLocation, of tile: UInt32, in revision: Revision) throws(HistoryError) -> TilePixels {
    var location = location
    while true {
      do throws(HistoryError) {
        return try packs.read(location)
      } catch {
        guard case .damaged = error, try refreshReader(showing: revision) else { throw error }
      }
      // A revision that is kept always shows the same pixels, so a picture that is read partly before and partly after
      // a gc is consistent.
      let version = try resolve(tile, at: revision.number, base: revision.base, background: revision.background)
      guard case .slot(let next) = version.location else {
        throw packs.damage(location, "the tile is of one colour now")
      }
      location = next
    }
  }

  /// Reads the current state of the document; false if nobody has written since the last read.
  ///
  /// - Throws: `.unknownRevision` if the revision was forgotten meanwhile.
  private func refreshReader(showing revision: Revision) throws(HistoryError) -> Bool {
    guard access == .reading else { return false }
    let index = index
    if index.database.isInTransaction { try index.database.execute("COMMIT") }
    try index.database.execute("BEGIN")
    try index.refreshVersion()
    guard let fresh = try index.state(), fresh.serial != state.serial else { return false }
    state.serial = fresh.serial
    state.root = fresh.root
    forget()
    packs.closeFiles()
    let node = try index.node(revision.number)
    // The tiles of a base are kept longer than its row.
    if node == nil, revision.number != current.base { throw .unknownRevision(revision.number) }
    return true
  }

  /// The pixels of a version that is not in a pack yet and therefore in memory.
  func pending(_ version: TileVersion, of tile: UInt32, at depth: Int) throws(HistoryError) -> Tile {
    guard let pixels = cache.pixels(FaultCache.Key(tile: tile, revision: version.revision), at: depth) else {
      throw .damaged("a tile of r\(version.revision) is neither in memory nor in a pack")
    }
    return .pixels(pixels)
  }
}
