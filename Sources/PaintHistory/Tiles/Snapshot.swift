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
    let version = try history.tiles.resolve(
      index.key, at: revision.number, base: revision.base, background: revision.background)
    // Not visible at later depths, so that tiles of an old picture are evicted early.
    return try history.tiles.fire(version, of: index.key, in: revision, until: revision.depth)
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
      do { written = try history.tiles.firstWrittenColumn(ofRow: row, in: column..<columns.upperBound) } catch {
        throw .history(error)
      }
      for x in column..<(written ?? columns.upperBound) {
        do throws(E) { try body(TileIndex(x: x, y: row), blank) } catch { throw .body(error) }
      }
      guard let written else { return }
      let index = TileIndex(x: written, y: row)
      let tile: Tile
      do throws(HistoryError) {
        let version = try history.tiles.shownVersion(of: index.key, at: revision)
        tile = try history.tiles.uncachedTile(at: version, of: index.key, in: revision)
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

extension HistoryError {
  /// The error of a walk whose closure only throws errors of the history.
  public init(_ error: SnapshotError<HistoryError>) {
    switch error {
    case .history(let error), .body(let error): self = error
    }
  }

  /// The error of a walk whose closure does not throw.
  public init(_ error: SnapshotError<Never>) {
    switch error {
    case .history(let error): self = error
    }
  }
}

extension History {
  /// The tile that the canvas shows at `index`; fires a fault if its pixels are not in memory.
  ///
  /// - Throws: `.disk` if a pack cannot be read, `.index` if the index cannot be read, `.damaged` if one of them is
  ///   damaged; `.unknownRevision` if another process has forgotten the current revision since this one read it.
  /// - Complexity: O(1) for a tile that was looked up before; otherwise O(log revisions) index lookups and, for a
  ///   fault, one read and one decompression.
  public func tile(at index: TileIndex) throws(HistoryError) -> Tile { try tiles.shownTile(index.key) }

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
    base.depth = try tree.node(state.root).depth
    return Snapshot(history: self, revision: base)
  }

  /// The picture as of any revision.
  ///
  /// - Throws: `.unknownRevision` if the revision does not exist; `.index` if the index cannot be read, `.damaged` if
  ///   it is damaged.
  public func snapshot(at number: Int) throws(HistoryError) -> Snapshot {
    Snapshot(history: self, revision: try tree.revision(number))
  }

  /// Whether each of the first `count` tiles of a row was ever written; the others show the background in every
  /// picture.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(log revisions) for each written tile.
  public func writtenColumns(ofRow row: Int, count: Int) throws(HistoryError) -> [Bool] {
    var columns = [Bool](repeating: false, count: count)
    var next = 0
    while let column = try tiles.firstWrittenColumn(ofRow: row, in: next..<count) {
      columns[column] = true
      next = column + 1
    }
    return columns
  }
}
