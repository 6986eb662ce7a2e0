import PaintRaster

/// The picture as of a revision: for each tile the newest version at or before it.
///
/// It contains no pixels; faults are fired when tiles are requested.
public struct Snapshot {
  let history: History
  /// The revision of the picture.
  public let revision: Revision

  /// The picture's size.
  public var size: CanvasSize { revision.size }

  /// The tile at `index`.
  ///
  /// - Throws: `.disk` if a pack cannot be read, `.index` if the index cannot be read, `.damaged` if one of them is
  ///   damaged; `.unknownRevision` if another process has forgotten the revision since this one read it.
  public func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    if revision.number == history.current.number { return try history.tile(at: index) }
    let version = try history.resolve(
      index.key, at: revision.number, base: revision.base, background: revision.background)
    // Not visible at later depths, so that tiles of an old picture are evicted early.
    return try history.fire(version, of: index.key, in: revision, until: revision.depth)
  }

  /// Calls `body` for the tiles of one row of tiles in `columns`, from left to right.
  ///
  /// Tiles that were never written are not looked up one by one, so an empty row costs one index lookup. The tiles are
  /// not cached, because a whole picture would displace the tiles that are being edited.
  ///
  /// - Throws: `.history` with the errors of `tile`; `.body` with the errors of `body`.
  public func forEachTile<E: Error>(
    row: Int, columns: Range<Int>, _ body: (TileIndex, Tile) throws(E) -> Void
  ) throws(SnapshotError<E>) {
    let blank = Tile.color(revision.background)
    var column = columns.lowerBound
    while column < columns.upperBound {
      let written: Int?
      do { written = try history.firstWrittenColumn(ofRow: row, in: column..<columns.upperBound) } catch {
        throw .history(error)
      }
      for x in column..<(written ?? columns.upperBound) {
        do throws(E) { try body(TileIndex(x: x, y: row), blank) } catch { throw .body(error) }
      }
      guard let written else { return }
      let index = TileIndex(x: written, y: row)
      let tile: Tile
      do throws(HistoryError) {
        let version = try history.shownVersion(of: index.key, at: revision)
        tile = try history.uncachedTile(at: version, of: index.key, in: revision)
      } catch { throw .history(error) }
      do throws(E) { try body(index, tile) } catch { throw .body(error) }
      column = written + 1
    }
  }
}

/// An error while walking over a snapshot: of the history, or of the caller's closure.
public enum SnapshotError<E: Error>: Error {
  /// A tile could not be read.
  case history(HistoryError)
  /// The closure threw.
  case body(E)
}

extension History {
  /// Whether each of the first `count` tiles of a row was ever written; the others show the background in every
  /// picture.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(log revisions) for each written tile.
  public func writtenColumns(ofRow row: Int, count: Int) throws(HistoryError) -> [Bool] {
    var columns = [Bool](repeating: false, count: count)
    var next = 0
    while let column = try firstWrittenColumn(ofRow: row, in: next..<count) {
      columns[column] = true
      next = column + 1
    }
    return columns
  }

  /// The first column in a range of a row of tiles that any revision wrote.
  func firstWrittenColumn(ofRow row: Int, in columns: Range<Int>) throws(HistoryError) -> Int? {
    guard let last = columns.last else { return nil }
    let keys = TileIndex(x: columns.lowerBound, y: row).key...TileIndex(x: last, y: row).key
    return try firstWrittenTile(in: keys).map { TileIndex(key: $0).x }
  }

  /// The first tile in a range of keys that any revision wrote.
  func firstWrittenTile(in keys: ClosedRange<UInt32>) throws(HistoryError) -> UInt32? {
    try index.firstWrittenTile(in: keys)
  }

  /// The tile of a version, without caching it.
  func uncachedTile(
    at version: TileVersion, of tile: UInt32, in revision: Revision
  ) throws(HistoryError) -> Tile {
    switch version.location {
    case .color(let color): return .color(color)
    case .slot(let location):
      let key = FaultCache.Key(tile: tile, revision: version.revision)
      if let pixels = cache.pixels(key, at: revision.depth) { return .pixels(pixels) }
      cache.countFaults()
      return .pixels(try read(location, of: tile, in: revision))
    case .pending: return try pending(version, of: tile, at: revision.depth)
    }
  }
}
