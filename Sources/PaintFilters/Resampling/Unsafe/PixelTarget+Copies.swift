import PaintRaster

// Unsafe: pixels are copied through pointers; the caller computes positions from the two sizes.

extension PixelTarget {
  /// Copies pixels from the given columns and rows of the source: those of the target's pixels by their coordinates.
  func copy(_ source: PixelSource, columns: [Int], rows: [Int], inRows: Range<Int>) {
    let left = box.x
    for y in inRows {
      let line = unsafe source.row(rows[y], from: source.box.x) - source.box.x
      let result = unsafe row(y, from: left)
      for x in 0..<box.width { unsafe result[x] = unsafe line[columns[left + x]] }
    }
  }
}
