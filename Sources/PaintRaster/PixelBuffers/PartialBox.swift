/// A box in a picture whose sides may be inside of pixels.
public struct PartialBox: Hashable, Sendable {
  /// The left side, in pixels from the picture's left side.
  public var x: Double
  /// The top side, in pixels from the picture's top side.
  public var y: Double
  /// Pixels across.
  public var width: Double
  /// Pixels down.
  public var height: Double

  /// Creates a box with these sides.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}
