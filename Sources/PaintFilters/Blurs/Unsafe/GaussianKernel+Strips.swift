import PaintRaster

// Unsafe: rows of floats and pixels are read and written through pointers into memory of a strip.

extension GaussianKernel {
  /// Blurs with a single halving, in strips of columns from top to bottom; each strip keeps only the rows that it still
  /// needs, which stay in the processor's cache.
  func blurInStrips(_ reader: EdgeReader, old: PixelSource, writing target: PixelTarget, with workers: Workers) {
    let box = target.box
    let edge = 512
    let columns = (box.width + edge - 1) / edge
    // A narrow target has parts one below the other too, so that all threads have work.
    let rows = max(1, min(2 * workers.count / columns, box.height / 128))
    workers.forEach(columns * rows) { job in
      let (column, row) = (job / rows, job % rows)
      let top = box.y + box.height * row / rows
      let strip = PixelBox(
        x: box.x + column * edge, y: top, width: edge, height: box.y + box.height * (row + 1) / rows - top
      ).intersection(box)
      if !strip.isEmpty { blurStrip(strip, reader, old: old, writing: target) }
    }
  }

  private func blurStrip(_ box: PixelBox, _ reader: EdgeReader, old: PixelSource, writing target: PixelTarget) {
    // Boxes of the coarser grid: what expanding reads, and what its blur reads.
    let coarse = GaussianPlan.expanding(to: box)
    let wide = plan.grown(coarse)
    let rows = HalvedRows(wide, reader)
    let tall = TallRows(height: 2 * plan.radius + 1, width: coarse.width)
    let reduced = FloatRow(count: wide.width)
    let blurred = FloatRow(count: 3 * coarse.width)
    let line = FloatRow(count: coarse.width)
    var (nextTall, nextBlurred) = (wide.y, coarse.y)
    unsafe plan.weights.withUnsafeBufferPointer { weights in
      for y in box.y..<box.maxY {
        while nextBlurred <= (y >> 1) + 1 {
          while nextTall <= nextBlurred + plan.radius {
            unsafe rows.reduce(to: nextTall, into: reduced.base)
            unsafe Convolution.convolve(
              reduced.base + plan.radius, step: 1, weights: weights, into: tall.row(nextTall - wide.y),
              count: coarse.width)
            tall.mirror(nextTall - wide.y)
            nextTall += 1
          }
          unsafe Convolution.convolve(
            tall.row(nextBlurred - plan.radius - wide.y) + plan.radius * coarse.width, step: coarse.width,
            weights: weights, into: blurred.base + (nextBlurred - coarse.y) % 3 * coarse.width, count: coarse.width)
          nextBlurred += 1
        }
        let middle = (y >> 1) - coarse.y
        let center = unsafe blurred.base + middle % 3 * coarse.width
        let after = unsafe blurred.base + (middle + 1) % 3 * coarse.width
        if y & 1 == 0 {
          let before = unsafe blurred.base + (middle + 2) % 3 * coarse.width
          for x in 0..<coarse.width { unsafe line.base[x] = unsafe Pyramid.even(before[x], center[x], after[x]) }
        } else {
          for x in 0..<coarse.width { unsafe line.base[x] = unsafe Pyramid.odd(center[x], after[x]) }
        }
        let pixels = unsafe old.row(y, from: box.x) - box.x
        let result = unsafe target.row(y, from: box.x) - box.x
        unsafe Pyramid.expand(row: line.base, from: coarse.x, columns: box.x..<box.maxX) { x, pixel in
          unsafe result[x] = unsafe finish.pixel(blurred: pixel, old: pixels[x])
        }
      }
    }
  }
}

/// The rows of a canvas reduced to half their size, one after the other from top to bottom.
private final class HalvedRows {
  /// The part of the coarser grid.
  private let box: PixelBox
  private let reader: EdgeReader
  private let line: FloatRow
  /// The last five rows of the canvas, reduced horizontally.
  private let ring: FloatRow
  private var next: Int

  init(_ box: PixelBox, _ reader: EdgeReader) {
    self.box = box
    self.reader = reader
    line = FloatRow(count: 2 * box.width + 3)
    ring = FloatRow(count: 5 * box.width)
    next = 2 * box.y - 2
  }

  @inline(__always)
  private func row(_ number: Int) -> UnsafeMutablePointer<FloatPixel> {
    unsafe ring.base + (number + 2 - 2 * box.y) % 5 * box.width
  }

  /// Computes row `y`, which must be the box's first or the one after the last.
  func reduce(to y: Int, into result: UnsafeMutablePointer<FloatPixel>) {
    let left = 2 * box.x - 2
    while next <= 2 * y + 2 {
      unsafe reader.read(row: next, columns: left..<left + 2 * box.width + 3, into: line.base)
      unsafe Pyramid.reduce(row: line.base, into: row(next), count: box.width)
      next += 1
    }
    unsafe Pyramid.reduce(
      row(2 * y - 2), row(2 * y - 1), row(2 * y), row(2 * y + 1), row(2 * y + 2), into: result, count: box.width)
  }
}

/// The last rows for a vertical blur, always one below the other in memory: each is stored twice, `height` rows apart.
private struct TallRows: ~Copyable {
  private let height: Int
  private let width: Int
  private let memory: FloatRow

  init(height: Int, width: Int) {
    self.height = height
    self.width = width
    memory = FloatRow(count: 2 * height * width)
  }

  /// The first copy of row `number`, at or after 0; the next rows follow, as far as they are stored.
  @inline(__always)
  func row(_ number: Int) -> UnsafeMutablePointer<FloatPixel> { unsafe memory.base + number % height * width }

  /// Stores the second copy of a row.
  @inline(__always)
  func mirror(_ number: Int) {
    unsafe (row(number) + height * width).update(from: row(number), count: width)
  }
}
