import PaintRaster

extension Snapshot {
  /// The tile at `index`, without caching it.
  ///
  /// - Throws: the errors of `tile`.
  public func uncachedTile(at index: TileIndex) throws(HistoryError) -> Tile {
    try uncachedTile(try shownTile(at: index))
  }
}

extension History {
  /// The tiles of a plane that a revision wrote, row by row; none for the start, whatever its picture.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func tiles(
    writtenBy number: Int, in plane: TilePlane = .picture
  ) throws(HistoryError) -> [TileIndex] {
    try tileKeys(of: number).filter { plane.keys.contains($0) }.map { TileIndex(key: TilePlace(key: $0).index.key) }
  }

  /// The keys of the tiles that a revision wrote; asked for again, they are not read again.
  func tileKeys(of number: Int) throws(HistoryError) -> [UInt32] {
    if let listedTiles, listedTiles.number == number { return listedTiles.keys }
    let keys = try transaction.index(containing: number).tiles(of: number)
    // Later numbers may be given again.
    if number < transaction.committed.nextRevision { listedTiles = (number, keys) }
    return keys
  }

  /// The revisions from `first` to `last`, inclusive, each the parent of the next; nil if `first` is neither `last` nor
  /// one of its ancestors.
  ///
  /// - Throws: `.unknownRevision` if one of the two does not exist; `.index` if the index cannot be read, `.damaged` if
  ///   it is damaged.
  /// - Complexity: O(steps) time; eight bytes of memory for each.
  public func line(from first: Int, to last: Int) throws(HistoryError) -> [Int]? {
    for number in [first, last] { _ = try revision(number) }
    guard try tree.ancestor(of: last, atMost: first) == first else { return nil }
    var line: [Int] = []
    var here = last
    while true {
      line.append(here)
      guard here != first, let parent = try tree.node(here).parent else { return line.reversed() }
      here = parent
    }
  }
}
