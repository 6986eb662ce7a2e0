import PaintRaster

extension Snapshot {
  /// Whether both are pictures of the same document with the same base and size, so that equal versions mean equal
  /// tiles.
  public func sharesTiles(with other: Snapshot) -> Bool {
    history === other.history && revision.base == other.revision.base && size == other.size
      && revision.background == other.revision.background && covering == nil && other.covering == nil
  }

  /// Calls `body` for every tile whose version differs in another picture of this document, in ascending key order.
  ///
  /// Nothing else is read, so the cost for two pictures that are a few steps apart is that of the tiles that these
  /// steps changed. Two versions can have equal pixels, for example if something was erased and drawn again. The tiles
  /// are not cached.
  ///
  /// - Throws: `.history` with the errors of `tile`; `.body` with the errors of `body`.
  /// - Precondition: `sharesTiles(with:)`.
  public func forEachChangedTile<E: Error>(
    to other: Snapshot, _ body: (TileIndex, Tile, Tile) throws(E) -> Void
  ) throws(SnapshotError<E>) {
    precondition(sharesTiles(with: other), "pictures of another base share no tiles")
    let keys: [UInt32]
    do { keys = try history.tilesWritten(between: revision, and: other.revision) } catch { throw .history(error) }
    let (ours, theirs) = (PictureTiles(self), PictureTiles(other))
    for key in keys {
      let tiles: (Tile, Tile)
      do throws(HistoryError) {
        let first = try ours.version(of: key)
        let second = try theirs.version(of: key)
        if first.revision == second.revision { continue }
        tiles = (
          try history.tiles.uncachedTile(at: first, of: key, in: revision),
          try history.tiles.uncachedTile(at: second, of: key, in: other.revision)
        )
      } catch { throw .history(error) }
      do throws(E) { try body(TileIndex(key: key), tiles.0, tiles.1) } catch { throw .body(error) }
    }
  }
}

extension History {
  /// All tiles of the picture that may differ between two revisions, in ascending order.
  func tilesWritten(between first: Revision, and second: Revision) throws(HistoryError) -> [UInt32] {
    // A base may be kept without its row; then its distance is not known.
    guard min(first.number, second.number) >= state.root else { return try writtenTiles() }
    let distance = try tree.distance(from: first.number, to: second.number)
    // For more steps it is cheaper to check each tile of the canvas once.
    guard distance.undone + distance.redone <= first.size.tileCount else { return try writtenTiles() }
    var keys: Set<UInt32> = []
    for end in [first.number, second.number] {
      var here = end
      while here != distance.commonAncestor {
        guard let step = try index.step(here), let parent = step.parent, parent < here else {
          throw .damaged("r\(here) does not lead back to the start")
        }
        keys.formUnion(step.tiles.lazy.filter { TilePlane.picture.keys.contains($0) })
        here = parent
      }
    }
    return keys.sorted()
  }

  /// All tiles of the picture that any revision wrote, in ascending order.
  private func writtenTiles() throws(HistoryError) -> [UInt32] {
    var keys: [UInt32] = []
    let last = TilePlane.picture.keys.upperBound
    var next: UInt32? = 0
    while let from = next, let key = try tiles.firstWrittenTile(in: from...last) {
      keys.append(key)
      next = key == last ? nil : key + 1
    }
    return keys
  }
}
