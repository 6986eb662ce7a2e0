import PaintRaster

/// What the pressure of a freehand line's points scales, as typed.
enum PressureArgument: String, NamedValue {
  case width, opacity, both

  static let noun = "a use of pressure"
  static let meaning = "What the pressure of a freehand line's points scales."

  /// A point whose pressure is used in this way.
  func used(_ point: PencilPoint) -> PencilPoint {
    switch self {
    case .width: point
    case .opacity: PencilPoint(point.point, opacity: point.pressure)
    case .both: PencilPoint(point.point, pressure: point.pressure, opacity: point.pressure)
    }
  }
}
