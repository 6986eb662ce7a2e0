/// A box of whole pixels: columns `x ..< x + width`, rows `y ..< y + height`.
public struct PixelBox: Hashable, Sendable {
  /// The leftmost column.
  public var x: Int
  /// The topmost row.
  public var y: Int
  /// Columns; 0 when the box is empty.
  public var width: Int
  /// Rows; 0 when the box is empty.
  public var height: Int

  /// The box with that corner and size.
  @inlinable public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The pixels of a tile, counted from its own corner.
  public static let tile = PixelBox(x: 0, y: 0, width: Tile.edge, height: Tile.edge)

  /// The box without pixels.
  public static let empty = PixelBox(x: 0, y: 0, width: 0, height: 0)

  /// The column after the last.
  @inlinable public var maxX: Int { x + width }
  /// The row below the last.
  @inlinable public var maxY: Int { y + height }
  /// True when the box holds no pixel.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The pixels in both boxes; `empty` if there are none.
  public func intersection(_ other: PixelBox) -> PixelBox {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard left < right, top < bottom else { return .empty }
    return PixelBox(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The smallest box that holds both; an empty box adds nothing.
  public func union(_ other: PixelBox) -> PixelBox {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelBox(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The box moved to the right and down; negative numbers move it to the left and up.
  @inlinable public func moved(byX dx: Int, y dy: Int) -> PixelBox {
    PixelBox(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// True when pixel (x, y) is in the box.
  @inlinable public func contains(x: Int, y: Int) -> Bool {
    x >= self.x && x < maxX && y >= self.y && y < maxY
  }
}
