import PaintRaster

/// The picture as of a revision: for each tile the newest version at or before it.
///
/// It contains no pixels; faults are fired when tiles are requested.
public struct Snapshot {
  let history: History
  /// The revision of the picture.
  public let revision: Revision
  /// For what the eraser brings back: the revision whose tiles in the plane of bases cover the picture's.
  var covering: Revision?

  /// The picture's size.
  public var size: CanvasSize { revision.size }

  /// Whether tiles in the plane of bases may cover the picture's, so that the picture need not have the revision's
  /// fingerprint.
  public var isCovered: Bool { covering != nil }

  /// The revision's own picture, without the tiles in the plane of bases that cover it.
  public var uncovered: Snapshot { Snapshot(history: history, revision: revision) }

  /// The tile at `index`.
  ///
  /// - Throws: `.disk` if a pack cannot be read, `.index` if the index cannot be read, `.damaged` if one of them is
  ///   damaged; `.unknownRevision` if another process has forgotten the revision since this one read it.
  public func tile(at index: TileIndex) throws(HistoryError) -> Tile {
    if let cover = try coveringTile(at: index) { return cover }
    if revision.number == history.current.number { return try history.tile(at: index) }
    let version = try history.tiles.resolve(
      index.key, at: revision.number, base: revision.base, background: revision.background)
    // Not visible at later depths, so that tiles of an old picture are evicted early.
    return try history.tiles.load(version, of: index.key, in: revision, until: revision.depth)
  }

  /// Calls `body` for the tiles of one row of tiles in `columns`, from left to right.
  ///
  /// Versions are looked up for many tiles at once, so an empty row costs a few index lookups. The tiles are not cached,
  /// because a whole picture would displace the tiles that are being edited.
  ///
  /// - Throws: `.history` with the errors of `tile`; `.body` with the errors of `body`.
  public func forEachTile<E: Error>(
    row: Int, columns: Range<Int>, _ body: (TileIndex, Tile) throws(E) -> Void
  ) throws(SnapshotError<E>) {
    for start in stride(from: columns.lowerBound, to: columns.upperBound, by: TileStore.rangeWidth) {
      let part = start..<min(start + TileStore.rangeWidth, columns.upperBound)
      let shown: [ShownTile]
      do { shown = try shownTiles(ofRow: row, columns: part) } catch { throw .history(error) }
      for x in part {
        let index = TileIndex(x: x, y: row)
        let tile: Tile
        do throws(HistoryError) { tile = try uncachedTile(shown[x - start]) } catch {
          throw .history(error)
        }
        do throws(E) { try body(index, tile) } catch { throw .body(error) }
      }
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

  /// The picture that the eraser brings back: that of the current revision's base, whether the base is kept or not,
  /// covered by the tiles in the plane of bases.
  ///
  /// - Throws: the errors of `basePicture(of:)`.
  public func basePicture() throws(HistoryError) -> Snapshot { try basePicture(of: current) }

  /// The picture that the eraser brings back at a revision, whether its base is kept or not.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged or lacks the base; `.unknownRevision`
  ///   if another process has forgotten the revision since this one read it.
  public func basePicture(of revision: Revision) throws(HistoryError) -> Snapshot {
    var picture = try pictureOfBase(of: revision)
    // Without such tiles, none need be looked up.
    if try tiles.mayHaveBaseTiles() { picture.covering = revision }
    return picture
  }

  /// The picture of a revision's base itself.
  func pictureOfBase(of revision: Revision) throws(HistoryError) -> Snapshot {
    if revision.base >= state.root {
      do throws(HistoryError) { return try snapshot(at: revision.base) } catch {
        // Nobody asked for it by its number. A reader may have a revision that another process has forgotten since.
        guard case .unknownRevision = error, try index.revision(revision.number) != nil else { throw error }
        throw .damaged("the index lacks r\(revision.base)")
      }
    }
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
}
