import PaintHistory
import PaintRaster

/// A tile and its index.
public typealias PlacedTile = (index: TileIndex, tile: Tile)

extension History {
  /// A tile of a plane.
  public typealias PlaneTile = (index: TileIndex, plane: TilePlane, tile: Tile)

  /// Adds a revision with these tiles, each of which must differ from the current one; does not commit it.
  ///
  /// - Parameter others: tiles of other planes than the picture.
  public func revise(
    _ tiles: [PlacedTile], others: [PlaneTile] = [], name: String = "Edit", author: String = "",
    command: String? = nil, typed: String = ""
  ) throws(HistoryError) -> Revision {
    var fingerprint = current.fingerprint
    var pixels = 0
    var bounds = PixelBox.empty
    let size = current.size
    try beginRevision(name: name, author: author, command: command ?? "edit \(tiles.count)", typed: typed)
    for (index, tile) in tiles {
      let old = try self.tile(at: index)
      let box = index.box(on: size)
      let difference = TileDifference(
        from: old, to: tile, inside: PixelBox(x: 0, y: 0, width: box.width, height: box.height))
      fingerprint.replace(tile: index, old: old, new: tile, canvas: size)
      pixels += difference.count
      // An empty box at another position is not equal to `empty`.
      if difference.count > 0 {
        bounds = bounds.union(
          PixelBox(
            x: box.x + difference.bounds.x, y: box.y + difference.bounds.y, width: difference.bounds.width,
            height: difference.bounds.height))
      }
      try add(tile, at: index)
    }
    for (index, plane, tile) in others { try add(tile, at: index, in: plane) }
    return try endRevision(pixels: pixels, bounds: bounds, fingerprint: fingerprint)
  }

  /// Adds a revision with a new canvas, blank except for these tiles; does not commit it.
  ///
  /// - Parameter others: tiles of other planes than the picture.
  public func remake(
    _ canvas: BlankCanvas, _ tiles: [PlacedTile], others: [PlaneTile] = [], name: String = "Remake",
    author: String = "",
    typed: String = ""
  ) throws(HistoryError) -> Revision {
    var fingerprint = Fingerprint(blank: canvas.size, color: canvas.background)
    try beginRevision(
      name: name, author: author, command: "remake \(tiles.count)", typed: typed, canvas: canvas)
    for (index, tile) in tiles {
      fingerprint.replace(tile: index, old: .color(canvas.background), new: tile, canvas: canvas.size)
      try add(tile, at: index)
    }
    for (index, plane, tile) in others { try add(tile, at: index, in: plane) }
    return try endRevision(
      pixels: canvas.size.width * canvas.size.height, bounds: canvas.size.box, fingerprint: fingerprint)
  }

  /// Begins, adds a revision of these tiles, and commits.
  @discardableResult
  public func commitRevision(_ tiles: [PlacedTile], name: String = "Edit") throws(HistoryError) -> Revision {
    try beginEditing()
    let revision = try revise(tiles, name: name)
    try commit()
    return revision
  }
}

extension Tile {
  /// A unique tile: some pixels of random colours on a random background, so it compresses well.
  public static func random(using generator: inout SeededGenerator) -> Tile {
    let ground = Pixel(bits: UInt32(truncatingIfNeeded: generator.next()))
    if generator.next() % 4 == 0 { return .color(ground) }
    var pixels = TilePixels(filledWith: ground)
    for _ in 0..<Int.random(in: 1...40, using: &generator) {
      let index = Int.random(in: 0..<Tile.pixelCount, using: &generator)
      pixels[index % Tile.edge, index / Tile.edge] = Pixel(bits: UInt32(truncatingIfNeeded: generator.next()))
    }
    // So that the tile is not one colour by accident.
    pixels[0, 0] = Pixel(bits: ~ground.bits)
    return .pixels(pixels)
  }
}
