import PaintRaster

/// Draws the interior of outlines tile by tile, each tile with one mask.
struct OutlineDrawing {
  private let canvas: CanvasSize
  private let isAntialiased: Bool
  private let reusable: ReusableScanner
  /// What alphas of coverage are made with.
  private static let covering = Blend(color: .black, opacity: 1)

  init(canvas: CanvasSize, isAntialiased: Bool, scanner reusable: ReusableScanner) {
    self.canvas = canvas
    self.isAntialiased = isAntialiased
    self.reusable = reusable
  }

  private func scanner(_ outline: Outline) -> CoverageScanner {
    let drawn = isAntialiased ? outline : outline.withoutDropouts(on: canvas)
    return reusable.take(drawn, canvas: canvas, antialiased: isAntialiased)
  }

  /// Composites onto the interior of an outline, in some rows of tiles or, if nil, in all.
  func draw<Tiles: EditableTiles>(
    _ outline: Outline, _ blend: SourceBlend, rows: Range<Int>? = nil, with tiles: inout Tiles
  ) throws(Tiles.Failure) {
    try forEachTile(of: outline, rows: rows, in: &tiles) { (tiles, index, coverage) throws(Tiles.Failure) in
      try tiles.edit(index) { tile, inside in blend.composite(coverage, onto: &tile, at: index, inside: inside) }
    }
  }

  /// Calls `body` with each tile that a line with very many points covers, and its coverage; uses all processors.
  func forEachTile<Tiles: EditableTiles>(
    of line: DensePencil, in tiles: inout Tiles,
    _ body: (inout Tiles, TileIndex, TileCoverage) throws(Tiles.Failure) -> Void
  ) throws(Tiles.Failure) {
    try line.forEachTile(on: canvas, antialiased: isAntialiased, with: .all) {
      (index, coverage) throws(Tiles.Failure) in
      try body(&tiles, index, coverage)
    }
  }

  /// Calls `body` with each tile that an outline overlaps, and its coverage; uses all processors if it has very many
  /// vertices.
  @inline(__always)
  func forEachTile<Tiles: EditableTiles>(
    of outline: ShapeOutline, in tiles: inout Tiles,
    _ body: (inout Tiles, TileIndex, TileCoverage) throws(Tiles.Failure) -> Void
  ) throws(Tiles.Failure) {
    switch outline {
    case .whole(let outline): try forEachTile(of: outline, in: &tiles, body)
    case .dense(let outline):
      try outline.forEachTile(antialiased: isAntialiased, with: .all) { (index, coverage) throws(Tiles.Failure) in
        try body(&tiles, index, coverage)
      }
    }
  }

  /// Composites a fill and an outline over it onto the canvas as one layer, which requires both masks of a tile at once.
  ///
  /// - Parameters:
  ///   - fill: the interior that is filled, and its source.
  ///   - outline: the interior of the outline, and its source.
  ///   - paint: how the layer is composited.
  ///   - align: on which side of the fill's border the outline is; in the middle, it is blended over the fill.
  ///   - rows: the rows of tiles to draw; nil for all.
  func draw<Tiles: EditableTiles>(
    fill: (area: Outline, source: Paint.Source), outline: (area: Outline, source: Paint.Source), _ paint: Paint,
    align: StrokeAlignment = .center, rows: Range<Int>? = nil, with tiles: inout Tiles
  ) throws(Tiles.Failure) {
    var fills = scanner(fill.area)
    var outlines = scanner(outline.area)
    let (filling, outlining) = (paint.sourceBlendOnLayer(of: fill.source), paint.sourceBlendOnLayer(of: outline.source))
    let layers = paint.layerBlend
    var row = CoverageRow()
    let drawn = rows ?? 0..<canvas.tileRows
    let first = max(min(fills.tileRows.lowerBound, outlines.tileRows.lowerBound), drawn.lowerBound)
    let last = min(max(fills.tileRows.upperBound, outlines.tileRows.upperBound), drawn.upperBound)
    for y in first..<max(first, last) {
      row.removeAll()
      if fills.tileRows.contains(y) { fills.scan(tileRow: y) { columns, coverage in row.add(coverage, columns) } }
      func composite(_ x: Int, _ outline: TileCoverage?) throws(Tiles.Failure) {
        let index = TileIndex(x: x, y: y)
        if align != .center {
          let border = (row[x], outline)
          try tiles.edit(index) { tile, inside in
            Self.composite(border, align, (filling, outlining), layers, onto: &tile, at: index, inside: inside)
          }
          return
        }
        try tiles.edit(index) { tile, inside in
          var layer = Tile.color(.transparent)
          var shape = layers.needsShape ? layer : nil
          row[x].withCoverage { fill in
            guard let fill else { return }
            filling.composite(fill, onto: &layer, at: index, inside: inside)
            shape?.composite(fill, Self.covering, inside: inside)
          }
          if let outline {
            outlining.composite(outline, onto: &layer, at: index, inside: inside)
            shape?.composite(outline, Self.covering, inside: inside)
          }
          layers.composite(layer, shape: shape, onto: &tile, inside: inside)
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

  /// Composites a fill and an outline on one side of its border as one layer: each part of a pixel has its own colour.
  private static func composite(
    _ coverage: (fill: StoredCoverage, outline: TileCoverage?), _ align: StrokeAlignment,
    _ sources: (fill: SourceBlend, outline: SourceBlend), _ layers: LayerBlend, onto tile: inout Tile,
    at index: TileIndex, inside: PixelBox
  ) {
    var layer = Tile.color(.transparent)
    sources.fill.composite(.full, onto: &layer, at: index, inside: inside)
    guard let outline = coverage.outline else {
      coverage.fill.withCoverage { fill in
        if let fill { layers.composite(layer, coverage: fill, onto: &tile, inside: inside) }
      }
      return
    }
    var border = align == .inside ? layer : .color(.transparent)
    sources.outline.composite(.full, onto: &border, at: index, inside: inside)
    coverage.fill.withMask { fill in
      StoredCoverage.withMask(of: outline) { outline in
        let both = BorderCoverage(fill: fill, outline: outline, isInside: align == .inside)
        both.share.withMask { layer.composite(.mask($0), Eraser(opacity: 1, restoring: border), inside: inside) }
        both.whole.withMask { layers.composite(layer, coverage: .mask($0), onto: &tile, inside: inside) }
      }
    }
  }

  /// Calls `body` with each tile that an outline overlaps, and its coverage.
  func forEachTile<Tiles: EditableTiles>(
    of outline: Outline, rows: Range<Int>? = nil, in tiles: inout Tiles,
    _ body: (inout Tiles, TileIndex, TileCoverage) throws(Tiles.Failure) -> Void
  ) throws(Tiles.Failure) {
    var scanner = scanner(outline)
    let drawn = rows.map { scanner.tileRows.clamped(to: $0) } ?? scanner.tileRows
    for y in drawn {
      try scanner.scan(tileRow: y) { x, hint in
        tiles.prefetch(TileIndex(x: x, y: y), hint)
      } _: { (columns, coverage) throws(Tiles.Failure) in
        for x in columns { try body(&tiles, TileIndex(x: x, y: y), coverage) }
      }
    }
    reusable.keep(scanner)
  }
}
