import PaintRaster

extension StrokeEdit: PlacedEdit {
  /// Whether the stroke has an area, but none on a canvas of this size; gaps between dashes count as parts of the line.
  public func isOutside(_ canvas: CanvasSize) -> Bool {
    let hasLine = erasing != nil || retouching != nil || paint.source != nil
    if hasLine, let trace = trace(on: canvas) {
      return trace.isOutside && (paint.fill == nil || trace.area(rule: fillRule).isOutside(canvas))
    }
    if hasLine, case .pencil(let points) = shape, DensePencil(points, style: style) != nil {
      // In parts, so that its outline is never in memory as a whole.
      return stride(from: 0, to: points.count, by: 4_096).allSatisfy { start in
        let part = Array(points[start..<min(start + 4_097, points.count)])
        return Outline(strokeOf: .pencil(part), style: style).isOutside(canvas)
      }
    }
    var solid = style
    solid.dash = []
    if isSoft { (solid.cap, solid.join, solid.arrow) = (.round, .round, nil) }
    let outlines =
      (paint.fill == nil ? [] : [ShapeOutline(fillOf: shape, rule: fillRule, on: canvas)])
      + (hasLine ? [ShapeOutline(strokeOf: shape, style: solid, on: canvas)] : [])
    guard outlines.contains(where: { !$0.isEmpty }) else { return !outlines.isEmpty && shape.isFarAway }
    return outlines.allSatisfy { $0.isOutside(canvas) }
  }

  /// The pixels of the line on a canvas of this size, if it is traced pixel by pixel.
  func trace(on canvas: CanvasSize) -> PixelTrace? {
    paint.isAntialiased || isSoft ? nil : PixelTrace(shape, style: style, canvas: canvas)
  }

  /// Whether the line's coverage falls off towards its edge, or its opacity changes; it is always anti-aliased.
  ///
  /// A line over a fill of the same stroke is hard, because both are one layer of outlines.
  var isSoft: Bool { (paint.fill == nil || erasing != nil) && SoftLine.isNeeded(for: shape, style) }
}

extension Shape {
  /// Whether it begins so far from every canvas that its outline can have no vertices.
  fileprivate var isFarAway: Bool {
    let first: Point? =
      switch self {
      case .pencil(let points): points.first?.point
      case .line(let a, _), .rect(let a, _), .ellipse(let a, _), .roundedRect(let a, _, _): a
      case .polygon(let points): points.first
      case .path(let path):
        if case .move(let start) = path.elements.first { start } else { nil }
      }
    guard let first else { return false }
    return max(first.x.magnitude, first.y.magnitude) > 1e6
  }
}
