/// The position of a tile on the canvas, counted in tiles: 0…2,047 to the right and down.
public struct TileIndex: Hashable, Sendable {
  /// Tiles in a row of the largest canvas; the stride of `key`.
  public static let stride = CanvasSize.maximumSide / Tile.edge

  /// The column of tiles.
  public let x: Int
  /// The row of tiles.
  public let y: Int

  /// The tile in that column and row of tiles.
  @inlinable public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The tile that `key` names.
  @inlinable public init(key: UInt32) {
    self.init(x: Int(key) % Self.stride, y: Int(key) / Self.stride)
  }

  /// `y * 2048 + x`: orders tiles row by row and is what documents store.
  @inlinable public var key: UInt32 { UInt32(y * Self.stride + x) }

  /// The pixels of the tile, including those beyond the canvas' edge.
  public var box: PixelBox { PixelBox(x: x * Tile.edge, y: y * Tile.edge, width: Tile.edge, height: Tile.edge) }

  /// The pixels of the tile on a canvas of that size.
  public func box(on canvas: CanvasSize) -> PixelBox { box.intersection(canvas.box) }

  /// The pixels of the tile on a canvas of that size, counted from the tile's own corner.
  public func inside(_ canvas: CanvasSize) -> PixelBox {
    let box = box(on: canvas)
    return PixelBox(x: 0, y: 0, width: box.width, height: box.height)
  }
}
