import PaintRaster

/// Draws a stroke tile by tile, with one paint, one mask and one blend, so a self-intersecting path is not blended
/// twice.
///
/// It is generic over the kind of tiles; the compiler specialises it for each.
struct StrokeDrawing {
  private let stroke: StrokeEdit
  private let drawing: OutlineDrawing
  private let canvas: CanvasSize
  /// The line's pixels, if it is traced pixel by pixel.
  private let trace: PixelTrace?

  init(_ stroke: StrokeEdit, canvas: CanvasSize, scanner reusable: ReusableScanner) {
    self.stroke = stroke
    self.canvas = canvas
    trace = stroke.trace(on: canvas)
    drawing = OutlineDrawing(canvas: canvas, isAntialiased: stroke.paint.isAntialiased, scanner: reusable)
  }

  /// The line, if it has too many points for an outline.
  private var dense: DensePencil? {
    guard case .pencil(let points) = stroke.shape else { return nil }
    return DensePencil(points, style: stroke.style)
  }

  private var line: ShapeOutline { ShapeOutline(strokeOf: stroke.shape, style: stroke.style, on: canvas) }
  private var area: ShapeOutline { ShapeOutline(fillOf: stroke.shape, rule: stroke.fillRule, on: canvas) }

  /// Paints the covered pixels; an eraser's paint has no source and does nothing.
  func draw<Tiles: EditableTiles>(with tiles: inout Tiles) throws(Tiles.Failure) {
    let paint = stroke.paint
    switch (paint.fill, paint.source) {
    case (nil, nil): return
    case (let fill?, nil):
      let blend = paint.sourceBlend(of: fill)
      try drawing.forEachTile(of: area, in: &tiles) { (tiles, index, coverage) throws(Tiles.Failure) in
        try tiles.edit(index) { tile, inside in blend.composite(coverage, onto: &tile, at: index, inside: inside) }
      }
    case (nil, let source?):
      let blend = paint.sourceBlend(of: source)
      try forEachTileOfLine(in: &tiles) { (tiles, index, coverage) throws(Tiles.Failure) in
        try tiles.edit(index) { tile, inside in blend.composite(coverage, onto: &tile, at: index, inside: inside) }
      }
    case (let fill?, let source?):
      let areas =
        trace.map { (fill: .whole($0.area(rule: stroke.fillRule)), line: .whole($0.outline)) }
        ?? (fill: area, line: line)
      for rows in ShapeOutline.bands(areas.fill, areas.line) {
        let (area, line) = (areas.fill.outline(of: rows), areas.line.outline(of: rows))
        try drawing.draw(
          fill: (area, fill), outline: (line, source), paint, align: stroke.style.align, rows: rows, with: &tiles)
      }
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
    if stroke.isSoft {
      try SoftLine(stroke.shape, style: stroke.style, on: canvas)?.forEachTile(on: canvas) {
        (index, coverage) throws(Tiles.Failure) in
        try body(&tiles, index, coverage)
      }
    } else if let trace {
      try trace.forEachTile { (index, coverage) throws(Tiles.Failure) in try body(&tiles, index, coverage) }
    } else if let dense {
      try drawing.forEachTile(of: dense, in: &tiles, body)
    } else {
      try drawing.forEachTile(of: line, in: &tiles, body)
    }
  }
}
