import PaintHistory
import PaintRaster

/// Draws a stroke tile by tile: one paint, one mask, one blend, so a path that crosses itself is not blended twice.
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

  func draw(with editor: inout TileEditor) throws(HistoryError) {
    guard case .colors(let fill, let outline) = stroke.paint else { return }
    switch (fill, outline) {
    case (nil, nil): return
    case (let fill?, nil): try draw(area, Blend(color: fill, opacity: stroke.opacity), with: &editor)
    case (nil, let outline?): try draw(line, Blend(color: outline, opacity: stroke.opacity), with: &editor)
    case (let fill?, let outline?):
      try draw(LayeredBlend(fill: fill, outline: outline, opacity: stroke.opacity), with: &editor)
    }
  }

  private func draw(_ outline: Outline, _ blend: Blend, with editor: inout TileEditor) throws(HistoryError) {
    try forEachTile(of: outline) { (index, coverage) throws(HistoryError) in
      try editor.edit(index) { tile, inside in
        switch coverage {
        case .full: tile.fill(blend, inside: inside)
        case .mask(let mask): tile.composite(mask: mask, blend, inside: inside)
        }
      }
    }
  }

  /// Dissolves what is covered into `base`, or into nothing.
  func erase(with editor: inout TileEditor, restoring base: Snapshot?) throws(HistoryError) {
    let eraser = Eraser(opacity: stroke.opacity)
    try forEachTile(of: line) { (index, coverage) throws(HistoryError) in
      try editor.edit(index) { (tile, inside) throws(HistoryError) in
        let restored = try base?.tile(at: index) ?? .color(.transparent)
        switch coverage {
        case .full: Masks.full.withMask { tile.composite(mask: $0, eraser, restoring: restored, inside: inside) }
        case .mask(let mask): tile.composite(mask: mask, eraser, restoring: restored, inside: inside)
        }
      }
    }
  }

  /// Fill and outline of one stroke: both masks of a tile are needed at once.
  private func draw(_ blend: LayeredBlend, with editor: inout TileEditor) throws(HistoryError) {
    var fills = scanner(area)
    var outlines = scanner(line)
    var row = RowMasks()
    let first = min(fills.tileRows.lowerBound, outlines.tileRows.lowerBound)
    let last = max(fills.tileRows.upperBound, outlines.tileRows.upperBound)
    for y in first..<max(first, last) {
      row.removeAll()
      if fills.tileRows.contains(y) { fills.scan(tileRow: y) { columns, coverage in row.add(coverage, columns) } }
      func composite(_ x: Int, _ outline: TileCoverage?) throws(HistoryError) {
        try editor.edit(TileIndex(x: x, y: y)) { tile, inside in
          row.withMask(at: x) { fillMask in
            Masks.withMask(of: outline) { outlineMask in
              tile.composite(fillMask: fillMask, outlineMask: outlineMask, blend, inside: inside)
            }
          }
        }
      }
      if outlines.tileRows.contains(y) {
        try outlines.scan(tileRow: y) { (columns, coverage) throws(HistoryError) in
          for x in columns {
            try composite(x, coverage)
            row.markUsed(x)
          }
        }
      }
      for x in row.unusedColumns { try composite(x, nil) }
    }
  }

  private func forEachTile(
    of outline: Outline, _ body: (TileIndex, TileCoverage) throws(HistoryError) -> Void
  ) throws(HistoryError) {
    var scanner = scanner(outline)
    for y in scanner.tileRows {
      try scanner.scan(tileRow: y) { (columns, coverage) throws(HistoryError) in
        for x in columns { try body(TileIndex(x: x, y: y), coverage) }
      }
    }
    spare.keep(scanner)
  }
}
