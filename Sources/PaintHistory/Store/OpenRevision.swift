import PaintRaster

/// A revision whose tiles are being added.
struct OpenRevision {
  var revision: Revision
  var node: RevisionNode
  /// The tiles added so far, in order.
  var tiles: [UInt32] = []
  /// The locations of their pixels; empty if there are more tiles than the limit.
  var places: [TileVersion.Place] = []
  /// The number of tiles that were searched for their locations.
  private var placed = 0

  init(revision: Revision, node: RevisionNode) {
    self.revision = revision
    self.node = node
  }

  /// Adds a tile; with more than `limit` tiles the locations are dropped.
  mutating func add(_ tile: UInt32, at place: TileVersion.Place, limit: Int) {
    if tiles.count < limit { places.append(place) } else if tiles.count == limit { places = [] }
    tiles.append(tile)
  }

  /// Sets the location of a tile's pixels; must be called in the order in which tiles were added.
  mutating func place(_ tile: UInt32, at place: PackPlace) {
    guard !places.isEmpty else { return }
    while placed < tiles.count {
      defer { placed += 1 }
      if tiles[placed] == tile {
        places[placed] = .slot(place)
        return
      }
    }
  }
}
