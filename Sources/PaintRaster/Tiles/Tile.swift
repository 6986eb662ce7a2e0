/// A square of the canvas: either one colour, which holds no pixels, or 32x32 pixels, shared until changed.
public enum Tile: Sendable {
  /// Pixels along one edge; everything that depends on the edge derives it from here.
  public static let edge = 32
  /// Pixels in a tile.
  public static let pixelCount = edge * edge
  /// Bytes of a tile's pixels.
  public static let byteCount = pixelCount * 4

  /// Every pixel has this colour.
  case color(Pixel)
  /// Pixels of their own.
  case pixels(TilePixels)

  /// The pixel in column `x` and row `y` of the tile, both 0 ..< 32.
  public subscript(x: Int, y: Int) -> Pixel {
    switch self {
    case .color(let color): color
    case .pixels(let pixels): pixels[x, y]
    }
  }

  /// The tile's pixels; for a one-colour tile they are created by the call.
  public var expanded: TilePixels {
    switch self {
    case .color(let color): TilePixels(filledWith: color)
    case .pixels(let pixels): pixels
    }
  }
}
