import PaintEditing
import PaintRaster

/// The strokes of workloads; all are antialiased and not snapped.
extension StrokeEdit {
  /// A freehand line.
  static func pencil(_ points: [Point], width: Double, _ color: Pixel) -> StrokeEdit {
    outlined(.pencil(points.map { PencilPoint($0) }), width: width, color)
  }

  /// A freehand line with the eraser.
  static func eraser(_ points: [Point], width: Double) -> StrokeEdit {
    make(.pencil(points.map { PencilPoint($0) }), StrokeStyle(width: width), .eraser(.base))
  }

  /// A shape's outline; rects have mitre joins.
  static func outlined(_ shape: Shape, width: Double, _ color: Pixel) -> StrokeEdit {
    var style = StrokeStyle(width: width)
    if case .rect = shape { style.join = .miter }
    return make(shape, style, .colors(fill: nil, outline: color))
  }

  /// A filled shape without an outline.
  static func filled(_ shape: Shape, _ color: Pixel) -> StrokeEdit {
    make(shape, StrokeStyle(width: 1), .colors(fill: color, outline: nil))
  }

  private static func make(_ shape: Shape, _ style: StrokeStyle, _ paint: Paint) -> StrokeEdit {
    StrokeEdit(
      shape: shape, style: style, paint: paint, opacity: 1, isAntialiased: true)
  }
}
