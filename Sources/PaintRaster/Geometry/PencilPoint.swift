/// A point of a freehand line with the shares of the stroke's width and opacity there.
public struct PencilPoint: Hashable, Sendable {
  /// The position, in pixels.
  public var point: Point
  /// 0…1: the share of the stroke's width; other values are clamped, and NaN counts as 0.
  public var pressure: Double
  /// 0…1: how much of the stroke's colour is drawn there; other values are clamped, and NaN counts as 0.
  public var opacity: Double

  /// The point with that pressure, by default full pressure, and that opacity.
  @inlinable public init(_ point: Point, pressure: Double = 1, opacity: Double = 1) {
    self.point = point
    self.pressure = pressure
    self.opacity = opacity
  }
}
