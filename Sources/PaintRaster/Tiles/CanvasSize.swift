/// The width and height of a canvas in pixels, each 1…65,536.
public struct CanvasSize: Hashable, Sendable {
  /// The longest side a canvas can have, in pixels.
  public static let maximumSide = 65_536

  /// Pixels from left to right.
  public let width: Int
  /// Pixels from top to bottom.
  public let height: Int

  /// The size, or nil unless both sides are 1…65,536.
  public init?(width: Int, height: Int) {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// The box of all pixels of the canvas.
  public var box: PixelBox { PixelBox(x: 0, y: 0, width: width, height: height) }
  /// Columns of tiles that the canvas needs.
  public var tileColumns: Int { (width + Tile.edge - 1) / Tile.edge }
  /// Rows of tiles that the canvas needs.
  public var tileRows: Int { (height + Tile.edge - 1) / Tile.edge }
  /// Tiles that the canvas needs.
  public var tileCount: Int { tileColumns * tileRows }
}
