import PaintRaster

/// A revision whose tiles are being added.
struct OpenRevision {
  var revision: Revision
  var node: RevisionNode
  /// The tiles added so far, in order.
  var tiles: [UInt32] = []
  /// The locations of their pixels; empty if there are more tiles than the limit.
  var locations: [TileVersion.Location] = []
  /// The number of tiles that were searched for their locations.
  private var locatedCount = 0

  init(revision: Revision, node: RevisionNode) {
    self.revision = revision
    self.node = node
  }

  /// Adds a tile; with more than `limit` tiles the locations are dropped.
  mutating func add(_ tile: UInt32, at location: TileVersion.Location, limit: Int) {
    if tiles.count < limit { locations.append(location) } else if tiles.count == limit { locations = [] }
    tiles.append(tile)
  }

  /// Sets the location of a tile's pixels; must be called in the order in which tiles were added.
  mutating func setLocation(of tile: UInt32, to location: PackLocation) {
    guard !locations.isEmpty else { return }
    while locatedCount < tiles.count {
      defer { locatedCount += 1 }
      if tiles[locatedCount] == tile {
        locations[locatedCount] = .slot(location)
        return
      }
    }
  }
}
