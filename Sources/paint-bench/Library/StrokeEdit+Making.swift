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
    StrokeEdit(
      shape: .pencil(points.map { PencilPoint($0) }), style: StrokeStyle(width: width), paint: Paint(), erasing: .base)
  }

  /// A shape's outline; rects have mitre joins.
  static func outlined(_ shape: Shape, width: Double, _ color: Pixel) -> StrokeEdit {
    var style = StrokeStyle(width: width)
    if case .rect = shape { style.join = .miter }
    return StrokeEdit(shape: shape, style: style, paint: Paint(.color(color)))
  }

  /// A filled shape without an outline.
  static func filled(_ shape: Shape, _ color: Pixel) -> StrokeEdit {
    StrokeEdit(shape: shape, style: StrokeStyle(width: 1), paint: Paint(fill: .color(color)))
  }
}
