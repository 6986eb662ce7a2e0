extension SelectionMask {
  /// The selection grown by a Euclidean distance in every direction: a point becomes a disc, a corner round.
  ///
  /// Beyond the canvas the selection goes on as it is at the border.
  ///
  /// - Parameter distance: in pixels, 0…1,024, rounded to 1/256.
  /// - Complexity: O(pixels near outlines); of soft masks times the distance. Memory for boxes of some 3,000 pixels a side.
  public func expanded(by distance: Double) -> SelectionMask {
    precondition(distance >= 0 && distance <= 1_024, "a selection grows by up to 1,024 pixels")
    let expansion = MaskExpansion(distance: Int((distance * 256).rounded()))
    if expansion.distance == 0 { return self }
    let reach = expansion.reach
    let edge = max(256, (reach + Tile.edge - 1) / Tile.edge * Tile.edge)
    var result = SelectionMask(on: canvas)
    for y in stride(from: 0, to: canvas.height, by: edge) {
      for x in stride(from: 0, to: canvas.width, by: edge) {
        let target = PixelBox(x: x, y: y, width: edge, height: edge).intersection(canvas.box)
        let source = PixelBox(
          x: x - reach, y: y - reach, width: target.width + 2 * reach, height: target.height + 2 * reach
        ).intersection(canvas.box)
        if let color = color(of: source) ?? color(of: target).flatMap({ $0 == .black ? $0 : nil }) {
          if color == .transparent { continue }
          if color == .black {
            for index in Self.tiles(of: target) { result.set(Self.all, at: index) }
            continue
          }
        }
        result.set(expansion.expanded(values(of: source), of: source, to: target), of: target)
      }
    }
    return result
  }

  /// The selection shrunk by a Euclidean distance: the complement of the complement grown by it, so only borders inside
  /// the canvas move.
  ///
  /// - Parameter distance: in pixels, 0…1,024, rounded to 1/256.
  /// - Complexity: that of ``expanded(by:)``.
  public func shrunk(by distance: Double) -> SelectionMask {
    distance == 0 ? self : inverted().expanded(by: distance).inverted()
  }

  /// The colour of all tiles of a box on the canvas, if it is the same one.
  public func color(of box: PixelBox) -> Pixel? {
    var color: Pixel?
    for index in Self.tiles(of: box) {
      guard case .color(let own) = self[index], own == color ?? own else { return nil }
      color = own
    }
    return color
  }

  /// The tiles of a box, which is not empty, row by row.
  public static func tiles(of box: PixelBox) -> some Sequence<TileIndex> {
    let columns = box.x / Tile.edge...(box.maxX - 1) / Tile.edge
    return (box.y / Tile.edge...(box.maxY - 1) / Tile.edge).lazy.flatMap { y in
      columns.lazy.map { x in TileIndex(x: x, y: y) }
    }
  }
}
