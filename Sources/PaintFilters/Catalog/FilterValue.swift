import PaintRaster

/// The value of a filter's parameter.
public enum FilterValue: Equatable, Sendable {
  /// A number, also for parameters whose kind is ``FilterParameter/Kind/integer`` or ``FilterParameter/Kind/angle``.
  case number(Double)
  /// Yes or no.
  case flag(Bool)
  /// A colour with its alpha.
  case color(Pixel)
  /// A point on the canvas.
  case point(FilterPoint)
  /// Several numbers.
  case vector([Double])
}
