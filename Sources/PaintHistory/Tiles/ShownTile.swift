import PaintRaster

/// A version of a tile that a picture shows: of the picture itself, or of the plane of bases that covers it.
struct ShownTile {
  var key: UInt32
  var version: TileVersion
  /// Whether it covers the picture.
  var isCover = false
}

extension Snapshot {
  /// The revision that shows a tile.
  func revision(showing tile: ShownTile) -> Revision { tile.isCover ? covering ?? revision : revision }

  /// The pixels of a tile that is shown, without caching it.
  func uncachedTile(_ tile: ShownTile) throws(HistoryError) -> Tile {
    try history.tiles.uncachedTile(at: tile.version, of: tile.key, in: revision(showing: tile))
  }

  /// The tile that covers the picture at `index`; nil if there is none.
  func coveringTile(at index: TileIndex) throws(HistoryError) -> Tile? {
    guard let covering else { return nil }
    return try history.tiles.tile(at: TilePlace(index, in: .base).key, since: covering.base, in: covering)
  }

  /// The version that is shown at `index`.
  func shownTile(at index: TileIndex) throws(HistoryError) -> ShownTile {
    if let covering {
      let key = TilePlace(index, in: .base).key
      let version = try history.tiles.shownVersion(of: key, at: covering)
      if version.revision >= 0 { return ShownTile(key: key, version: version, isCover: true) }
    }
    let version = try history.tiles.shownVersion(of: index.key, at: revision)
    return ShownTile(key: index.key, version: version)
  }

  /// The versions that are shown in some columns of a row of tiles.
  func shownTiles(ofRow row: Int, columns: Range<Int>) throws(HistoryError) -> [ShownTile] {
    let first = TileIndex(x: columns.lowerBound, y: row)
    var shown = try history.tiles.shownVersions(ofRow: row, columns: columns, at: revision).enumerated().map {
      ShownTile(key: first.key + UInt32($0.offset), version: $0.element)
    }
    guard let covering else { return shown }
    let covers = try history.tiles.shownVersions(ofRow: row, columns: columns, in: .base, at: covering)
    for (place, version) in covers.enumerated() where version.revision >= 0 {
      let key = TilePlace(first, in: .base).key + UInt32(place)
      shown[place] = ShownTile(key: key, version: version, isCover: true)
    }
    return shown
  }
}
