import PaintRaster

/// Draws the interior of outlines tile by tile, with one mask and one blend per tile.
struct OutlineDrawing {
  private let canvas: CanvasSize
  private let isAntialiased: Bool
  private let reusable: ReusableScanner

  init(canvas: CanvasSize, isAntialiased: Bool, scanner reusable: ReusableScanner) {
    self.canvas = canvas
    self.isAntialiased = isAntialiased
    self.reusable = reusable
  }

  private func scanner(_ outline: Outline) -> CoverageScanner {
    reusable.take(outline, canvas: canvas, antialiased: isAntialiased)
  }

  /// Blends one colour onto the interior of an outline, in some rows of tiles or, if nil, in all.
  func draw<Tiles: EditableTiles>(
    _ outline: Outline, _ blend: Blend, rows: Range<Int>? = nil, with tiles: inout Tiles
  ) throws(Tiles.Failure) {
    try forEachTile(of: outline, rows: rows, in: &tiles) { (tiles, index, coverage) throws(Tiles.Failure) in
      try Self.apply(blend, coverage, index, &tiles)
    }
  }

  /// Blends one colour onto the pixels that a line with very many points covers.
  func draw<Tiles: EditableTiles>(
    _ line: DensePencil, _ blend: Blend, with tiles: inout Tiles
  ) throws(Tiles.Failure) {
    try forEachTile(of: line, in: &tiles) { (tiles, index, coverage) throws(Tiles.Failure) in
      try Self.apply(blend, coverage, index, &tiles)
    }
  }

  @inline(__always)
  private static func apply<Tiles: EditableTiles>(
    _ blend: Blend, _ coverage: TileCoverage, _ index: TileIndex, _ tiles: inout Tiles
  ) throws(Tiles.Failure) {
    try tiles.edit(index) { tile, inside in
      switch coverage {
      case .full: tile.fill(blend, inside: inside)
      case .mask(let mask): tile.composite(mask: mask, blend, inside: inside)
      }
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

  /// Blends fill and outline colours onto the canvas as one layer, which requires both masks of a tile at once.
  ///
  /// - Parameter rows: the rows of tiles to draw; nil for all.
  func draw<Tiles: EditableTiles>(
    fill: Outline, outline: Outline, _ blend: LayeredBlend, rows: Range<Int>? = nil, with tiles: inout Tiles
  ) throws(Tiles.Failure) {
    var fills = scanner(fill)
    var outlines = scanner(outline)
    var row = CoverageRow()
    let drawn = rows ?? 0..<canvas.tileRows
    let first = max(min(fills.tileRows.lowerBound, outlines.tileRows.lowerBound), drawn.lowerBound)
    let last = min(max(fills.tileRows.upperBound, outlines.tileRows.upperBound), drawn.upperBound)
    for y in first..<max(first, last) {
      row.removeAll()
      if fills.tileRows.contains(y) { fills.scan(tileRow: y) { columns, coverage in row.add(coverage, columns) } }
      func composite(_ x: Int, _ outline: TileCoverage?) throws(Tiles.Failure) {
        try tiles.edit(TileIndex(x: x, y: y)) { tile, inside in
          row[x].withMask { fillMask in
            StoredCoverage.withMask(of: outline) { outlineMask in
              tile.composite(fillMask: fillMask.bytes, outlineMask: outlineMask.bytes, blend, inside: inside)
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
