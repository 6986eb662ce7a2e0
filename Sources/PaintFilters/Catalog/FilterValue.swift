import PaintRaster

/// What a parameter of a filter is set to.
public enum FilterValue: Equatable, Sendable {
  /// A number, also one of a parameter whose kind is ``FilterParameter/Kind/integer`` or ``FilterParameter/Kind/angle``.
  case number(Double)
  /// Yes or no.
  case flag(Bool)
  /// A colour with its alpha.
  case color(Pixel)
  /// A place on the canvas.
  case point(FilterPoint)
  /// Several numbers.
  case vector([Double])
}
