import PaintRaster

/// The revisions around the current one whose pictures are in memory.
public struct WarmRevisions: Sendable, Hashable {
  /// The first revision, to which undo can go.
  public var first: Int
  /// The last revision, to which redo can go.
  public var last: Int
}

extension History {
  /// The maximum number of written tiles that are looked up: more than fit into memory, unless they have one colour.
  private static let warmTileLimit = 1 << 16

  /// The first and the last revision that undo or redo can go to, such that each picture from one to the other can be
  /// exported without reading a pack; nil if that of the current revision cannot.
  ///
  /// Also nil if more than 65,536 tiles were ever written, except if all packs are in memory.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  /// - Complexity: O(written tiles · log revisions + versions in the range), no pixel is read.
  public func warmRevisions() throws(HistoryError) -> WarmRevisions? {
    // Of the earlier pictures a part is missing.
    if packs.hasReleased {
      return packs.isInMemory ? WarmRevisions(first: current.number, last: current.number) : nil
    }
    if packs.isInMemory { return try reachable(WarmRevisions(first: state.root, last: state.tip)) }
    guard var warm = try warmRevisions(around: current) else { return nil }
    // A revision that replaced the canvas has no tiles in common with its parent.
    var start = try tree.indexedRevision(warm.first)
    while start.base == start.number, start.number > state.root {
      let before = try tree.parent(of: start)
      guard let more = try warmRevisions(around: before) else { break }
      warm.first = more.first
      start = try tree.indexedRevision(more.first)
    }
    while warm.last != state.tip {
      let depth = try tree.node(warm.last).depth
      guard let next = try tree.ancestor(of: state.tip, atDepth: depth + 1) else { break }
      let child = try tree.indexedRevision(next)
      guard child.base == next, let more = try warmRevisions(around: child) else { break }
      warm.last = more.last
    }
    return try reachable(warm)
  }

  /// The warm revisions around one on the line to the tip, of those with its base.
  private func warmRevisions(around pivot: Revision) throws(HistoryError) -> WarmRevisions? {
    var end = try tree.indexedRevision(state.tip)
    while end.base != pivot.base, end.base > pivot.number { end = try tree.parent(of: tree.indexedRevision(end.base)) }
    var warm = WarmTiles(pivot: pivot.number, base: pivot.base, first: max(pivot.base, state.root), last: end.number)
    let isLinear = try isLinear()
    // Other planes are not exported.
    var next: UInt32? = TilePlane.picture.keys.upperBound
    var count = 0
    while let last = next {
      var isFirst = true
      let tile = try index.forEachVersion(ofLastTileIn: 0...last) { (tile, version) throws(HistoryError) in
        if isFirst {
          isFirst = false
          warm.begin()
        }
        if version.revision > warm.last { return true }
        if version.revision > state.root, !isLinear,
          try tree.ancestor(of: state.tip, atMost: version.revision) != version.revision
        {
          return true
        }
        return warm.take(version.revision, isWarm: tiles.isInMemory(version, of: tile), root: state.root)
      }
      guard let tile else { break }
      count += 1
      if warm.isCold || count > Self.warmTileLimit { return nil }
      next = tile == 0 ? nil : tile - 1
    }
    guard let last = try tree.ancestor(of: state.tip, atMost: warm.last) else { return nil }
    return WarmRevisions(first: warm.first, last: last)
  }

  /// Whether every revision is on the line to the tip.
  private func isLinear() throws(HistoryError) -> Bool {
    let (top, bottom) = (try tree.node(state.tip).depth, try tree.node(state.root).depth)
    return state.revisions == top - bottom + 1
  }

  /// The range without revisions inside of groups, where undo and redo do not stop.
  private func reachable(_ range: WarmRevisions) throws(HistoryError) -> WarmRevisions {
    var range = range
    if range.first < current.number, let group = try tree.group(of: try tree.indexedRevision(range.first)),
      let end = try tree.ancestor(of: state.tip, atMost: group.last)
    {
      range.first = min(end, current.number)
    }
    if range.last > current.number {
      let last = try tree.indexedRevision(range.last)
      if let group = try tree.group(of: last),
        try tree.ancestor(of: state.tip, atMost: group.last) != last.number
      {
        range.last = max(try tree.indexedRevision(group.first).parent ?? state.root, current.number)
      }
    }
    return range
  }
}

/// The bounds of the warm revisions, as far as tiles were looked up.
private struct WarmTiles {
  let pivot: Int
  let base: Int
  private(set) var first: Int
  private(set) var last: Int
  /// Whether a tile of the pivot's picture is not in memory.
  private(set) var isCold = false
  /// The next newer version of the tile; nil if the pivot shows the version that is taken next.
  private var newer: Int?

  init(pivot: Int, base: Int, first: Int, last: Int) {
    self.pivot = pivot
    self.base = base
    self.first = first
    self.last = last
  }

  mutating func begin() { newer = nil }

  /// Takes a version that is on the line, the newest of a tile first; false if older ones do not matter.
  mutating func take(_ revision: Int, isWarm: Bool, root: Int) -> Bool {
    // Before its first version a tile shows the background.
    if revision < base { return false }
    if revision > pivot {
      if !isWarm { last = revision - 1 }
      return true
    }
    if !isWarm {
      // It is visible up to the next newer version.
      if let newer { first = max(first, newer) } else { isCold = true }
      return false
    }
    newer = revision
    return revision > first && revision > root
  }
}
