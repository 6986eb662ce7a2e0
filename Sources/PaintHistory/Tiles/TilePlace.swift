import PaintRaster

/// A position in a plane of tiles: what a tile's key stands for.
struct TilePlace: Hashable {
  var plane: TilePlane
  var index: TileIndex

  /// The position in that plane.
  init(_ index: TileIndex, in plane: TilePlane) {
    self.index = index
    self.plane = plane
  }

  /// The place that a key stands for.
  init(key: UInt32) {
    plane = TilePlane(number: key >> TilePlane.positionBits)
    index = TileIndex(key: key & (1 << TilePlane.positionBits - 1))
  }

  /// The plane in the upper ten bits, then y · 2,048 + x: orders tiles by plane, then row by row.
  var key: UInt32 { plane.number << TilePlane.positionBits | index.key }

  /// Whether it is on a canvas of that size.
  func isOn(_ size: CanvasSize) -> Bool { index.x < size.tileColumns && index.y < size.tileRows }
}
