import PaintRaster

// Unsafe: rows of pixels are read and written through pointers.

/// Medians of the squares around the pixels of a small box.
///
/// Perreault and Hébert, *Median filtering in constant time* (2007): a histogram for each column, moved down with the
/// rows, and one for the square, moved right by adding one column's and subtracting another's; both in two levels of 16
/// bins, with the square's fine bins updated only where the median is.
struct MedianPiece {
  let radius: Int
  let source: PixelSource
  let canvas: CanvasSize
  let piece: PixelBox

  /// Writes the piece.
  func write(_ target: PixelTarget) {
    let histograms = ColumnHistograms(count: piece.width + 2 * radius, radius: radius)
    let isOpaque = isOpaque
    for y in piece.y..<piece.maxY {
      unsafe target.row(y, from: piece.x).update(from: source.row(y, from: piece.x), count: piece.width)
    }
    for shift in [0, 8, 16] as [UInt32] {
      write(target, shift, isOpaque ? 0 : 24, histograms)
    }
    if !isOpaque {
      write(target, 24, 0, histograms)
      // A pixel that is now transparent keeps its colour bytes.
      for y in piece.y..<piece.maxY {
        let result = unsafe target.row(y, from: piece.x)
        let old = unsafe source.row(y, from: piece.x)
        for x in 0..<piece.width where unsafe result[x] < 0x0100_0000 { unsafe result[x] = unsafe old[x] & 0x00FF_FFFF }
      }
    }
  }

  private var isOpaque: Bool {
    let box = Median(radius: radius).sourceBox(for: piece, on: canvas)
    for y in box.y..<box.maxY {
      let pixels = unsafe source.row(y, from: box.x)
      var all: UInt32 = 0xFFFF_FFFF
      for x in 0..<box.width { unsafe all &= pixels[x] }
      if all < 0xFF00_0000 { return false }
    }
    return true
  }

  /// Writes the medians of the samples at bit `shift`, weighted by the samples at bit `weight`, or equally if that is
  /// 0.
  private func write(_ target: PixelTarget, _ shift: UInt32, _ weight: UInt32, _ histograms: borrowing ColumnHistograms)
  {
    histograms.clear()
    func add(_ y: Int, times sign: UInt32) {
      let line = unsafe source.row(min(max(y, 0), canvas.height - 1), from: source.box.x) - source.box.x
      for i in 0..<histograms.count {
        let bits = unsafe line[min(max(piece.x - radius + i, 0), canvas.width - 1)]
        let amount = weight == 0 ? 1 : bits >> weight & 255
        histograms.add(sign &* amount, of: Int(bits >> shift & 255), to: i)
      }
    }
    for y in piece.y - radius..<piece.y + radius { add(y, times: 1) }
    for y in piece.y..<piece.maxY {
      add(y + radius, times: 1)
      let result = unsafe target.row(y, from: piece.x)
      histograms.medians(piece.width) { x, median in
        unsafe result[x] = unsafe result[x] & ~(255 << shift) | UInt32(truncatingIfNeeded: median) << shift
      }
      add(y - radius, times: 0 &- 1)
    }
  }
}
