import PaintRaster

/// A revision whose tiles are being added.
struct OpenRevision {
  var revision: Revision
  var node: RevisionNode
  /// The tiles added so far, in their order.
  var tiles: [UInt32] = []
  /// Where the pixels of each of these are; empty where there are more than are remembered when the revision ends.
  var places: [TileVersion.Place] = []
  /// How many of the tiles were looked through for their places in packs.
  private var placed = 0

  init(revision: Revision, node: RevisionNode) {
    self.revision = revision
    self.node = node
  }

  /// Adds a tile; of more than `limit` the places are forgotten.
  mutating func add(_ tile: UInt32, at place: TileVersion.Place, limit: Int) {
    if tiles.count < limit { places.append(place) } else if tiles.count == limit { places = [] }
    tiles.append(tile)
  }

  /// Notes where a tile's pixels lie; told in the order in which tiles were added.
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
