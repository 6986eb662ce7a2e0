import PaintRaster

/// Draws a stroke tile by tile: one paint, one mask, one blend, so a path that crosses itself is not blended twice.
///
/// Whose tiles they are makes no difference here: the compiler makes a version of this for each kind of them.
struct StrokeDrawing {
  private let stroke: StrokeEdit
  private let canvas: CanvasSize
  private let spare: SpareScanner

  init(_ stroke: StrokeEdit, canvas: CanvasSize, scanner spare: SpareScanner) {
    self.stroke = stroke
    self.canvas = canvas
    self.spare = spare
  }

  private func scanner(_ outline: Outline) -> CoverageScanner {
    spare.take(outline, canvas: canvas, antialiased: stroke.isAntialiased)
  }

  private var line: Outline { Outline(strokeOf: stroke.shape, style: stroke.style) }
  private var area: Outline { Outline(fillOf: stroke.shape, rule: stroke.fillRule) }

  /// Lays the stroke's colours over what is covered; nothing where it is an eraser's.
  func draw<Tiles: EditableTiles>(with tiles: inout Tiles) throws(Tiles.Failure) {
    guard case .colors(let fill, let outline) = stroke.paint else { return }
    switch (fill, outline) {
    case (nil, nil): return
    case (let fill?, nil): try draw(area, Blend(color: fill, opacity: stroke.opacity), with: &tiles)
    case (nil, let outline?): try draw(line, Blend(color: outline, opacity: stroke.opacity), with: &tiles)
    case (let fill?, let outline?):
      try draw(LayeredBlend(fill: fill, outline: outline, opacity: stroke.opacity), with: &tiles)
    }
  }

  private func draw<Tiles: EditableTiles>(
    _ outline: Outline, _ blend: Blend, with tiles: inout Tiles
  ) throws(Tiles.Failure) {
    try forEachTile(of: outline) { (index, coverage) throws(Tiles.Failure) in
      try tiles.edit(index) { tile, inside in
        switch coverage {
        case .full: tile.fill(blend, inside: inside)
        case .mask(let mask): tile.composite(mask: mask, blend, inside: inside)
        }
      }
    }
  }

  /// Dissolves what is covered into the tiles that `base` gives.
  func erase<Tiles: EditableTiles>(
    with tiles: inout Tiles, restoring base: (TileIndex) throws(Tiles.Failure) -> Tile
  ) throws(Tiles.Failure) {
    let eraser = Eraser(opacity: stroke.opacity)
    try forEachTile(of: line) { (index, coverage) throws(Tiles.Failure) in
      let restored = try base(index)
      try tiles.edit(index) { tile, inside in
        switch coverage {
        case .full: Masks.full.withMask { tile.composite(mask: $0, eraser, restoring: restored, inside: inside) }
        case .mask(let mask): tile.composite(mask: mask, eraser, restoring: restored, inside: inside)
        }
      }
    }
  }

  /// Fill and outline of one stroke: both masks of a tile are needed at once.
  private func draw<Tiles: EditableTiles>(_ blend: LayeredBlend, with tiles: inout Tiles) throws(Tiles.Failure) {
    var fills = scanner(area)
    var outlines = scanner(line)
    var row = RowMasks()
    let first = min(fills.tileRows.lowerBound, outlines.tileRows.lowerBound)
    let last = max(fills.tileRows.upperBound, outlines.tileRows.upperBound)
    for y in first..<max(first, last) {
      row.removeAll()
      if fills.tileRows.contains(y) { fills.scan(tileRow: y) { columns, coverage in row.add(coverage, columns) } }
      func composite(_ x: Int, _ outline: TileCoverage?) throws(Tiles.Failure) {
        try tiles.edit(TileIndex(x: x, y: y)) { tile, inside in
          row.withMask(at: x) { fillMask in
            Masks.withMask(of: outline) { outlineMask in
              tile.composite(fillMask: fillMask, outlineMask: outlineMask, blend, inside: inside)
            }
          }
        }
      }
      if outlines.tileRows.contains(y) {
        try outlines.scan(tileRow: y) { (columns, coverage) throws(Tiles.Failure) in
          for x in columns {
            try composite(x, coverage)
            row.markUsed(x)
          }
        }
      }
      for x in row.unusedColumns { try composite(x, nil) }
    }
  }

  private func forEachTile<E: Error>(
    of outline: Outline, _ body: (TileIndex, TileCoverage) throws(E) -> Void
  ) throws(E) {
    var scanner = scanner(outline)
    for y in scanner.tileRows {
      try scanner.scan(tileRow: y) { (columns, coverage) throws(E) in
        for x in columns { try body(TileIndex(x: x, y: y), coverage) }
      }
    }
    spare.keep(scanner)
  }
}
