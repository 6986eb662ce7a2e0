import PaintRaster

/// The ends of a line that have an arrow head, as typed.
enum ArrowArgument: String, NamedValue {
  case start, end, both, none

  static let noun = "an arrow"

  /// The ends that have a head; nil for none.
  var ends: ArrowEnds? { ArrowEnds(rawValue: rawValue) }
}
