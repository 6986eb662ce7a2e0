/// The version of each tile that the canvas shows, as far as it was looked up or written.
struct ShownVersions {
  private(set) var versions: [UInt32: TileVersion] = [:]
  /// Whether all tiles that were written since the last commit are in it.
  var isWhole = true
  /// The maximum number of tiles: many screens of a large canvas.
  static let limit = 1 << 18

  /// The version of a tile; nil if it is not known.
  subscript(tile: UInt32) -> TileVersion? {
    get { versions[tile] }
    set { versions[tile] = newValue }
  }

  /// Sets the version of a tile; returns the former one.
  mutating func update(_ tile: UInt32, to version: TileVersion) -> TileVersion? {
    versions.updateValue(version, forKey: tile)
  }

  /// Records that a tile is in a pack now.
  mutating func setLocation(of tile: RevisionWriter.PlacedTile) {
    if versions[tile.tile]?.revision == tile.revision { versions[tile.tile]?.location = .slot(tile.location) }
  }

  /// Forgets the versions, some of which may not be committed.
  mutating func forget() {
    versions.removeAll(keepingCapacity: true)
    isWhole = false
  }

  /// Removes all versions, because all of them have changed.
  mutating func removeAll(keepingCapacity: Bool = false) { versions.removeAll(keepingCapacity: keepingCapacity) }
}
