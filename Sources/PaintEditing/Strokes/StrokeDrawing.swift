import PaintRaster

/// Draws a stroke tile by tile, with one paint, one mask and one blend, so a self-intersecting path is not blended
/// twice.
///
/// It is generic over the kind of tiles; the compiler specialises it for each.
struct StrokeDrawing {
  private let stroke: StrokeEdit
  private let canvas: CanvasSize
  private let drawing: OutlineDrawing

  init(_ stroke: StrokeEdit, canvas: CanvasSize, scanner reusable: ReusableScanner) {
    self.stroke = stroke
    self.canvas = canvas
    drawing = OutlineDrawing(canvas: canvas, isAntialiased: stroke.paint.isAntialiased, scanner: reusable)
  }

  /// The line, if it has too many points for an outline.
  private var dense: DensePencil? {
    guard case .pencil(let points) = stroke.shape else { return nil }
    return DensePencil(points, style: stroke.style)
  }

  /// The line's pixels, if it is traced pixel by pixel.
  private var trace: PixelTrace? {
    stroke.paint.isAntialiased ? nil : PixelTrace(stroke.shape, style: stroke.style, canvas: canvas)
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
    let hasLine = stroke.erasing != nil || stroke.paint.source != nil
    if let trace, stroke.paint.fill == nil { return hasLine && trace.isEmpty }
    let outlines = (stroke.paint.fill == nil ? [] : [area]) + (hasLine ? [line] : [])
    guard outlines.contains(where: { !$0.isEmpty }) else { return !outlines.isEmpty && stroke.shape.isFarAway }
    return outlines.allSatisfy { $0.isOutside(canvas) }
  }

  /// Paints the covered pixels; an eraser's paint has no source and does nothing.
  func draw<Tiles: EditableTiles>(with tiles: inout Tiles) throws(Tiles.Failure) {
    let paint = stroke.paint
    switch (paint.fill, paint.source) {
    case (nil, nil): return
    case (let fill?, nil): try drawing.draw(area, paint.compositor(of: fill), with: &tiles)
    case (nil, let source?):
      let compositor = paint.compositor(of: source)
      try forEachTileOfLine(in: &tiles) { (tiles, index, coverage) throws(Tiles.Failure) in
        try tiles.edit(index) { tile, inside in tile.composite(coverage, compositor, inside: inside) }
      }
    case (let fill?, let source?):
      let areas = trace.map { (fill: $0.area(rule: stroke.fillRule), line: $0.outline) } ?? (fill: area, line: line)
      try drawing.draw(fill: (areas.fill, fill), outline: (areas.line, source), paint, with: &tiles)
    }
  }

  /// Dissolves the covered pixels into those of the tiles that `base` returns.
  func erase<Tiles: EditableTiles>(
    with tiles: inout Tiles, restoring base: (TileIndex) throws(Tiles.Failure) -> Tile
  ) throws(Tiles.Failure) {
    var eraser = Eraser(opacity: stroke.paint.opacity)
    try forEachTileOfLine(in: &tiles) { (tiles, index, coverage) throws(Tiles.Failure) in
      eraser.base = try base(index)
      try tiles.edit(index) { tile, inside in tile.composite(coverage, eraser, inside: inside) }
    }
  }

  /// Calls `body` with each tile that the line covers, and its coverage.
  @inline(__always)
  private func forEachTileOfLine<Tiles: EditableTiles>(
    in tiles: inout Tiles, _ body: (inout Tiles, TileIndex, TileCoverage) throws(Tiles.Failure) -> Void
  ) throws(Tiles.Failure) {
    if let trace {
      try trace.forEachTile { (index, coverage) throws(Tiles.Failure) in try body(&tiles, index, coverage) }
    } else if let dense {
      try drawing.forEachTile(of: dense, in: &tiles, body)
    } else {
      try drawing.forEachTile(of: line, in: &tiles, body)
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
