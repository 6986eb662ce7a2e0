import PaintRaster

extension Snapshot {
  /// The tile of a plane at `index`: the newest one that this revision or an ancestor from `first` on wrote; nil if there
  /// is none.
  ///
  /// Nothing shows through a base, in any plane: tiles written before `revision.base` are not found.
  ///
  /// - Throws: the errors of `tile(at:)`.
  /// - Complexity: that of `tile(at:)`.
  public func tile(
    at index: TileIndex, in plane: TilePlane, since first: Int
  ) throws(HistoryError) -> Tile? {
    try history.tiles.tile(at: TilePlace(index, in: plane).key, since: first, in: revision)
  }

  /// The number of the revision that wrote the tile of a plane at `index` that this revision shows; nil if there is none.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: a lookup.
  public func writer(of index: TileIndex, in plane: TilePlane) throws(HistoryError) -> Int? {
    try history.writer(of: index, in: plane, at: revision)
  }

  /// Calls `body` for the tiles of one row of tiles of a plane in `columns` that this revision or an ancestor from
  /// `first` on wrote, from left to right.
  ///
  /// The tiles are not cached, as in `forEachTile(row:columns:_:)`.
  ///
  /// - Throws: `.history` with the errors of `tile`; `.body` with the errors of `body`.
  public func forEachTile<E: Error>(
    row: Int, columns: Range<Int>, in plane: TilePlane, since first: Int, _ body: (TileIndex, Tile) throws(E) -> Void
  ) throws(SnapshotError<E>) {
    for start in stride(from: columns.lowerBound, to: columns.upperBound, by: TileStore.rangeWidth) {
      let part = start..<min(start + TileStore.rangeWidth, columns.upperBound)
      let versions: [TileVersion]
      do { versions = try history.tiles.shownVersions(ofRow: row, columns: part, in: plane, at: revision) } catch {
        throw .history(error)
      }
      for x in part where versions[x - start].revision >= max(first, 0) {
        let index = TileIndex(x: x, y: row)
        let tile: Tile
        do throws(HistoryError) {
          tile = try history.tiles.uncachedTile(
            at: versions[x - start], of: TilePlace(index, in: plane).key, in: revision)
        } catch { throw .history(error) }
        do throws(E) { try body(index, tile) } catch { throw .body(error) }
      }
    }
  }
}

extension History {
  /// The tiles of a plane that a revision wrote, according to the list in its own row; none if it is pruned.
  ///
  /// The rows of these tiles are not read, so a row that is missing can be told from a tile that was never written.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(tiles that it wrote).
  public func listedTiles(of number: Int, in plane: TilePlane) throws(HistoryError) -> Set<TileIndex> {
    let keys = try transaction.index(containing: number).tiles(of: number)
    return Set(keys.lazy.map { TilePlace(key: $0) }.filter { $0.plane == plane }.map(\.index))
  }

  /// The current revision's tile of a plane at `index`, as `Snapshot.tile(at:in:since:)` finds it.
  ///
  /// While a revision is open, this is the tile before it.
  ///
  /// - Throws: the errors of `tile(at:)`.
  public func tile(
    at index: TileIndex, in plane: TilePlane, since first: Int
  ) throws(HistoryError) -> Tile? {
    try tiles.tile(at: TilePlace(index, in: plane).key, since: first, in: current)
  }
  /// The number of the revision that wrote the current revision's tile of a plane at `index`; nil if there is none.
  ///
  /// While a revision is open, this is the tile before it.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: a lookup, or none if the version that the canvas shows is known.
  public func writer(of index: TileIndex, in plane: TilePlane) throws(HistoryError) -> Int? {
    try writer(of: index, in: plane, at: current)
  }

  fileprivate func writer(
    of index: TileIndex, in plane: TilePlane, at revision: Revision
  ) throws(HistoryError) -> Int? {
    let number = try tiles.version(of: TilePlace(index, in: plane).key, in: revision).revision
    return number < 0 ? nil : number
  }
}
