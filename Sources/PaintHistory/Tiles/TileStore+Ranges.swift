import PaintRaster

extension TileStore {
  /// The number of tiles whose versions are looked up together: many, but few enough that a walk that ends early does
  /// not pay much.
  static let rangeWidth = 256

  /// The versions of some tiles of a row of tiles of a plane that a revision shows, from left to right.
  ///
  /// The same as `shownVersion` for each of them.
  ///
  /// - Complexity: O(tiles); the rows of their versions are read in order, and only those that are far from the shown
  ///   ones are skipped by a search.
  func shownVersions(
    ofRow row: Int, columns: Range<Int>, in plane: TilePlane = .picture, at revision: Revision
  ) throws(HistoryError) -> [TileVersion] {
    let blank = TileVersion(revision: -1, location: .color(revision.background))
    var versions = [TileVersion](repeating: blank, count: columns.count)
    guard !columns.isEmpty else { return versions }
    let first = TilePlace(TileIndex(x: columns.lowerBound, y: row), in: plane).key
    var isKnown: [Bool] = []
    var unknown = 0..<columns.count
    if revision.number == transaction.current.number, !transaction.shown.versions.isEmpty {
      isKnown = [Bool](repeating: false, count: columns.count)
      for position in versions.indices {
        guard let version = transaction.shown[first + UInt32(position)] else { continue }
        versions[position] = version
        isKnown[position] = true
      }
      guard let start = isKnown.firstIndex(of: false), let end = isKnown.lastIndex(of: false) else { return versions }
      unknown = start..<end + 1
    }
    let keys = first + UInt32(unknown.lowerBound)...first + UInt32(unknown.upperBound - 1)
    try resolve(keys, at: revision) { tile, version in
      let position = Int(tile - first)
      if isKnown.isEmpty || !isKnown[position] { versions[position] = version }
    }
    return versions
  }

  /// Calls `body` for the tiles in a range of keys that have a version in the picture of a revision.
  private func resolve(
    _ keys: ClosedRange<UInt32>, at revision: Revision, _ body: (UInt32, TileVersion) -> Void
  ) throws(HistoryError) {
    var search = VersionSearch(revision, root: transaction.state.root, from: keys.upperBound)
    try transaction.index(containing: revision.number).walkVersions(
      of: keys, from: revision.number
    ) { (tile, version) throws(HistoryError) in
      let (isShown, next) = try search.take(version, of: tile, in: tree)
      if isShown { body(tile, version) }
      return next
    }
  }
}

/// The search for the shown versions of many tiles: the rule of `TileStore.resolve`, for versions in descending order of
/// their tiles and revisions.
private struct VersionSearch {
  private let revision: Revision
  private let root: Int
  private var tile: UInt32
  /// Only versions up to this revision may be visible; nil if the tile's version is found, or it has none.
  private var here: Int?
  /// The rows that were not needed since the last search.
  private var skipped = 0
  /// The last result of the tree, which is usually the same for many tiles.
  private var last: (revision: Int, bound: Int, ancestor: Int?)?
  /// A search in the index takes about as long as reading so many rows.
  private static let searchCost = 8

  init(_ revision: Revision, root: Int, from tile: UInt32) {
    self.revision = revision
    self.root = root
    self.tile = tile
    here = revision.number
  }

  /// Takes the next version; returns whether the picture shows it, and where to continue.
  mutating func take(
    _ version: TileVersion, of tile: UInt32, in tree: RevisionTree
  ) throws(HistoryError) -> (isShown: Bool, next: Index.WalkStep) {
    if tile != self.tile {
      self.tile = tile
      here = revision.number
      skipped = 0
    }
    var isShown = false
    if let bound = here, version.revision <= bound {
      (isShown, here) = try check(version, from: bound, in: tree)
      if isShown { return (true, .next) }
    }
    skipped += 1
    guard skipped == Self.searchCost else { return (isShown, .next) }
    skipped = 0
    if let here { return (isShown, .search(tile, here)) }
    return (isShown, tile == 0 ? .end : .search(tile - 1, revision.number))
  }

  /// Whether the newest version at or before `bound` is shown; otherwise the bound for older ones, nil if there is none.
  private mutating func check(
    _ version: TileVersion, from bound: Int, in tree: RevisionTree
  ) throws(HistoryError) -> (isShown: Bool, next: Int?) {
    if version.revision < revision.base { return (false, nil) }
    if version.revision <= root { return (true, nil) }
    let ancestor: Int?
    if let last, last.revision == bound, last.bound == version.revision {
      ancestor = last.ancestor
    } else {
      ancestor = try tree.ancestor(of: bound, atMost: version.revision)
      last = (bound, version.revision, ancestor)
    }
    guard let ancestor else { return (false, nil) }
    return ancestor == version.revision ? (true, nil) : (false, ancestor)
  }
}
