import PaintRaster

/// The picture as of one revision: for each tile the newest version at or before it.
///
/// It holds no pixels; tiles are fired when they are asked for.
public struct Snapshot {
  let history: History
  /// The revision whose picture it is.
  public let revision: Revision

  /// The picture's size.
  public var size: CanvasSize { revision.size }

  /// The tile at `index`.
  ///
  /// - Throws: `.disk` where a pack cannot be read, `.index` where the index cannot be read, `.damaged` where one of
  ///   them is damaged; `.unknownRevision` where another process has forgotten the revision since this one read it.
  public func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    if revision.number == history.current.number { return try history.tile(at: index) }
    let version = try history.resolve(
      index.key, at: revision.number, base: revision.base, background: revision.background)
    // Not beyond: what a glance at an old picture brings into memory is soon far again.
    return try history.fire(version, of: index.key, in: revision, until: revision.depth)
  }

  /// Calls `body` for the tiles of one row of tiles in `columns`, from left to right.
  ///
  /// Tiles that were never written are not looked for one by one, so an empty row costs one look into the index. The
  /// tiles do not stay in memory: a whole picture passing through would push out what is worked on.
  ///
  /// - Throws: `.history`, as `tile`; `.body` with what `body` threw.
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
        tile = try history.look(at: version, of: index.key, in: revision)
      } catch { throw .history(error) }
      do throws(E) { try body(index, tile) } catch { throw .body(error) }
      column = written + 1
    }
  }
}

/// What ended a walk over a snapshot: the history, or the caller's own body.
public enum SnapshotError<E: Error>: Error {
  /// A tile could not be read.
  case history(HistoryError)
  /// The body threw.
  case body(E)
}

extension History {
  /// Which of the first tiles of a row of tiles were ever written; the others show the background in every picture.
  ///
  /// - Throws: `.index` where the index cannot be read, `.damaged` where it is damaged.
  /// - Complexity: O(log revisions) for each that was.
  public func writtenColumns(ofRow row: Int, count: Int) throws(HistoryError) -> [Bool] {
    var columns = [Bool](repeating: false, count: count)
    var next = 0
    while let column = try firstWrittenColumn(ofRow: row, in: next..<count) {
      columns[column] = true
      next = column + 1
    }
    return columns
  }

  /// The first of some tiles of a row of tiles that any revision wrote.
  func firstWrittenColumn(ofRow row: Int, in columns: Range<Int>) throws(HistoryError) -> Int? {
    guard let last = columns.last else { return nil }
    let keys = TileIndex(x: columns.lowerBound, y: row).key...TileIndex(x: last, y: row).key
    return try firstWrittenTile(in: keys).map { TileIndex(key: $0).x }
  }

  /// The first tile of a range of keys that any revision wrote.
  func firstWrittenTile(in keys: ClosedRange<UInt32>) throws(HistoryError) -> UInt32? {
    try HistoryError.catching { () throws(DatabaseError) in try index.firstWrittenTile(in: keys) }
  }

  /// The pixels of a version, without keeping them in the cache.
  func look(
    at version: TileVersion, of tile: UInt32, in revision: Revision
  ) throws(HistoryError) -> Tile {
    switch version.place {
    case .color(let color): return .color(color)
    case .slot(let place):
      let key = FaultCache.Key(tile: tile, revision: version.revision)
      if let pixels = cache.pixels(key, at: revision.depth) { return .pixels(pixels) }
      cache.countFaults()
      return .pixels(try read(place, of: tile, in: revision))
    case .pending: return try pending(version, of: tile, at: revision.depth)
    }
  }
}
