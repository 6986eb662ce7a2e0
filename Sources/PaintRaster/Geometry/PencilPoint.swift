/// A point of a freehand line with the pressure that scales the width there.
public struct PencilPoint: Hashable, Sendable {
  /// The position, in pixels.
  public var point: Point
  /// 0…1: the share of the stroke's width; other values are clamped, and NaN counts as 0.
  public var pressure: Double

  /// The point with that pressure, by default full pressure.
  @inlinable public init(_ point: Point, pressure: Double = 1) {
    self.point = point
    self.pressure = pressure
  }
}
