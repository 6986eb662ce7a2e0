import PaintRaster

/// Draws a stroke tile by tile, with one paint, one mask and one blend, so a self-intersecting path is not blended
/// twice.
///
/// It is generic over the kind of tiles; the compiler specialises it for each.
struct StrokeDrawing {
  private let stroke: StrokeEdit
  private let drawing: OutlineDrawing

  init(_ stroke: StrokeEdit, canvas: CanvasSize, scanner reusable: ReusableScanner) {
    self.stroke = stroke
    drawing = OutlineDrawing(canvas: canvas, isAntialiased: stroke.isAntialiased, scanner: reusable)
  }

  /// The line, if it has too many points for an outline.
  private var dense: DensePencil? {
    guard case .pencil(let points) = stroke.shape else { return nil }
    return DensePencil(points, style: stroke.style)
  }

  private var line: Outline { Outline(strokeOf: stroke.shape, style: stroke.style) }
  private var area: Outline { Outline(fillOf: stroke.shape, rule: stroke.fillRule) }

  /// Whether the stroke has an area, but none on the canvas.
  func isOutside(_ canvas: CanvasSize) -> Bool {
    if case .pencil(let points) = stroke.shape, dense != nil {
      // In parts, so that its outline is never in memory as a whole.
      return stride(from: 0, to: points.count, by: 4_096).allSatisfy { start in
        let part = Array(points[start..<min(start + 4_097, points.count)])
        return Outline(strokeOf: .pencil(part), style: stroke.style).isOutside(canvas)
      }
    }
    let outlines: [Outline] =
      switch stroke.paint {
      case .colors(let fill, let outline): (fill == nil ? [] : [area]) + (outline == nil ? [] : [line])
      case .eraser: [line]
      }
    guard outlines.contains(where: { !$0.isEmpty }) else { return !outlines.isEmpty && stroke.shape.isFarAway }
    return outlines.allSatisfy { $0.isOutside(canvas) }
  }

  /// Blends the stroke's colours onto the covered pixels; does nothing for an eraser.
  func draw<Tiles: EditableTiles>(with tiles: inout Tiles) throws(Tiles.Failure) {
    guard case .colors(let fill, let outline) = stroke.paint else { return }
    switch (fill, outline) {
    case (nil, nil): return
    case (let fill?, nil): try drawing.draw(area, Blend(color: fill, opacity: stroke.opacity), with: &tiles)
    case (nil, let outline?):
      let blend = Blend(color: outline, opacity: stroke.opacity)
      if let dense {
        try drawing.draw(dense, blend, with: &tiles)
      } else {
        try drawing.draw(line, blend, with: &tiles)
      }
    case (let fill?, let outline?):
      let blend = LayeredBlend(fill: fill, outline: outline, opacity: stroke.opacity)
      try drawing.draw(fill: area, outline: line, blend, with: &tiles)
    }
  }

  /// Blends the covered pixels towards those of the tiles that `base` returns.
  func erase<Tiles: EditableTiles>(
    with tiles: inout Tiles, restoring base: (TileIndex) throws(Tiles.Failure) -> Tile
  ) throws(Tiles.Failure) {
    let eraser = Eraser(opacity: stroke.opacity)
    func restore(_ tiles: inout Tiles, _ index: TileIndex, _ coverage: TileCoverage) throws(Tiles.Failure) {
      let restored = try base(index)
      try tiles.edit(index) { tile, inside in
        switch coverage {
        case .full:
          StoredCoverage.full.withMask { tile.composite(mask: $0, eraser, restoring: restored, inside: inside) }
        case .mask(let mask): tile.composite(mask: mask, eraser, restoring: restored, inside: inside)
        }
      }
    }
    if let dense {
      try drawing.forEachTile(of: dense, in: &tiles, restore)
    } else {
      try drawing.forEachTile(of: line, in: &tiles, restore)
    }
  }
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
