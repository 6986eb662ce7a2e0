import PaintRaster

/// Draws what outlines hold tile by tile: one mask and one blend for each tile.
struct OutlineDrawing {
  private let canvas: CanvasSize
  private let isAntialiased: Bool
  private let spare: SpareScanner

  init(canvas: CanvasSize, isAntialiased: Bool, scanner spare: SpareScanner) {
    self.canvas = canvas
    self.isAntialiased = isAntialiased
    self.spare = spare
  }

  private func scanner(_ outline: Outline) -> CoverageScanner {
    spare.take(outline, canvas: canvas, antialiased: isAntialiased)
  }

  /// Lays one colour over what an outline holds in some rows of tiles, nil for all.
  func draw<Tiles: EditableTiles>(
    _ outline: Outline, _ blend: Blend, rows: Range<Int>? = nil, with tiles: inout Tiles
  ) throws(Tiles.Failure) {
    try forEachTile(of: outline, rows: rows, in: &tiles) { (tiles, index, coverage) throws(Tiles.Failure) in
      try Self.lay(blend, coverage, index, &tiles)
    }
  }

  /// Lays one colour over what a line of very many points covers.
  func draw<Tiles: EditableTiles>(
    _ line: DensePencil, _ blend: Blend, with tiles: inout Tiles
  ) throws(Tiles.Failure) {
    try forEachTile(of: line, in: &tiles) { (tiles, index, coverage) throws(Tiles.Failure) in
      try Self.lay(blend, coverage, index, &tiles)
    }
  }

  @inline(__always)
  private static func lay<Tiles: EditableTiles>(
    _ blend: Blend, _ coverage: TileCoverage, _ index: TileIndex, _ tiles: inout Tiles
  ) throws(Tiles.Failure) {
    try tiles.edit(index) { tile, inside in
      switch coverage {
      case .full: tile.fill(blend, inside: inside)
      case .mask(let mask): tile.composite(mask: mask, blend, inside: inside)
      }
    }
  }

  /// Calls `body` with each tile that a line of very many points covers, and how much of it; all processors take part.
  func forEachTile<Tiles: EditableTiles>(
    of line: DensePencil, in tiles: inout Tiles,
    _ body: (inout Tiles, TileIndex, TileCoverage) throws(Tiles.Failure) -> Void
  ) throws(Tiles.Failure) {
    try line.forEachTile(on: canvas, antialiased: isAntialiased, with: .all) {
      (index, coverage) throws(Tiles.Failure) in
      try body(&tiles, index, coverage)
    }
  }

  /// Lays two colours over what is there, the one over the other first: both masks of a tile are needed at once.
  ///
  /// - Parameter rows: the rows of tiles that are drawn, nil for all.
  func draw<Tiles: EditableTiles>(
    fill: Outline, outline: Outline, _ blend: LayeredBlend, rows: Range<Int>? = nil, with tiles: inout Tiles
  ) throws(Tiles.Failure) {
    var fills = scanner(fill)
    var outlines = scanner(outline)
    var row = RowMasks()
    let drawn = rows ?? 0..<canvas.tileRows
    let first = max(min(fills.tileRows.lowerBound, outlines.tileRows.lowerBound), drawn.lowerBound)
    let last = min(max(fills.tileRows.upperBound, outlines.tileRows.upperBound), drawn.upperBound)
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

  /// Calls `body` with each tile that an outline reaches, and how much of it that holds.
  func forEachTile<Tiles: EditableTiles>(
    of outline: Outline, rows: Range<Int>? = nil, in tiles: inout Tiles,
    _ body: (inout Tiles, TileIndex, TileCoverage) throws(Tiles.Failure) -> Void
  ) throws(Tiles.Failure) {
    var scanner = scanner(outline)
    let drawn = rows.map { scanner.tileRows.clamped(to: $0) } ?? scanner.tileRows
    for y in drawn {
      try scanner.scan(tileRow: y) { x, hint in
        tiles.expect(TileIndex(x: x, y: y), hint)
      } _: { (columns, coverage) throws(Tiles.Failure) in
        for x in columns { try body(&tiles, TileIndex(x: x, y: y), coverage) }
      }
    }
    spare.keep(scanner)
  }
}
