import PaintRaster

// Unsafe: rows of floats are read with their neighbours; the caller makes room for them.

/// Halving and doubling the size of a picture with the weights 1 4 6 4 1.
enum Pyramid {
  /// Reduces a row to half as many pixels: result[i] is the weighted sum around pixels[2i + 2].
  @inline(__always)
  static func reduce(
    row pixels: UnsafePointer<FloatPixel>, into result: UnsafeMutablePointer<FloatPixel>, count: Int
  ) {
    for i in 0..<count {
      let p = unsafe pixels + 2 * i
      unsafe result[i] = unsafe sum(p[0], p[1], p[2], p[3], p[4])
    }
  }

  /// Reduces five rows to one.
  @inline(__always)
  static func reduce(
    _ a: UnsafePointer<FloatPixel>, _ b: UnsafePointer<FloatPixel>, _ c: UnsafePointer<FloatPixel>,
    _ d: UnsafePointer<FloatPixel>, _ e: UnsafePointer<FloatPixel>, into result: UnsafeMutablePointer<FloatPixel>,
    count: Int
  ) {
    for x in 0..<count { unsafe result[x] = unsafe sum(a[x], b[x], c[x], d[x], e[x]) }
  }

  /// Exact for pixels that are integers up to 65,025, even for both directions in sequence.
  @inline(__always)
  private static func sum(
    _ a: FloatPixel, _ b: FloatPixel, _ c: FloatPixel, _ d: FloatPixel, _ e: FloatPixel
  ) -> FloatPixel {
    (a + e) * 0.0625 + (b + d) * 0.25 + c * 0.375
  }

  /// Reduces rows of a finer grid, supplied by `read`, to `part` of the block.
  ///
  /// `read` receives a row's number and memory for the columns of `GaussianPlan.reducing(to:)`.
  @inline(__always)
  static func reduce(
    to part: PixelBox, of block: FloatBlock, with workers: Workers,
    read: @Sendable (Int, UnsafeMutablePointer<FloatPixel>) -> Void
  ) {
    let width = part.width
    workers.forEachBand(of: part.height, cost: width * 30) { rows in
      let line = FloatRow(count: 2 * width + 3)
      let ring = FloatRow(count: 5 * width)
      // Row n of the finer grid, reduced horizontally, is stored at (n + 2 − 2 · part.y) modulo 5.
      func reduced(_ n: Int) -> UnsafeMutablePointer<FloatPixel> { unsafe ring.base + (n - 2 * part.y + 2) % 5 * width }
      var next = 2 * (part.y + rows.lowerBound) - 2
      for y in part.y + rows.lowerBound..<part.y + rows.upperBound {
        while next <= 2 * y + 2 {
          unsafe read(next, line.base)
          unsafe reduce(row: line.base, into: reduced(next), count: width)
          next += 1
        }
        unsafe reduce(
          reduced(2 * y - 2), reduced(2 * y - 1), reduced(2 * y), reduced(2 * y + 1), reduced(2 * y + 2),
          into: block.row(y) + (part.x - block.box.x), count: width)
      }
    }
  }

  /// Computes row `y` of the finer grid from rows of the coarser one in `block`; as wide as the block.
  @inline(__always)
  static func expand(row y: Int, of block: FloatBlock, into result: UnsafeMutablePointer<FloatPixel>) {
    let middle = unsafe block.row(y >> 1)
    let after = unsafe block.row((y >> 1) + 1)
    if y & 1 == 0 {
      let before = unsafe block.row((y >> 1) - 1)
      for x in 0..<block.box.width { unsafe result[x] = unsafe even(before[x], middle[x], after[x]) }
    } else {
      for x in 0..<block.box.width { unsafe result[x] = unsafe odd(middle[x], after[x]) }
    }
  }

  /// A pixel of the finer grid at a pixel of the coarser one.
  @inline(__always)
  static func even(_ before: FloatPixel, _ middle: FloatPixel, _ after: FloatPixel) -> FloatPixel {
    (before + after) * 0.125 + middle * 0.75
  }

  /// A pixel of the finer grid between two pixels of the coarser one.
  @inline(__always)
  static func odd(_ before: FloatPixel, _ after: FloatPixel) -> FloatPixel { (before + after) * 0.5 }

  /// Calls `write` with a column and its pixel, for `columns` of the finer grid; `row` begins at the coarser grid's `start`.
  @inline(__always)
  static func expand(
    row: UnsafePointer<FloatPixel>, from start: Int, columns: Range<Int>, write: (Int, FloatPixel) -> Void
  ) {
    var x = columns.lowerBound
    if x & 1 == 1, x < columns.upperBound {
      let p = unsafe row + ((x >> 1) - start)
      unsafe write(x, odd(p[0], p[1]))
      x += 1
    }
    while x + 1 < columns.upperBound {
      let p = unsafe row + ((x >> 1) - start)
      unsafe write(x, even(p[-1], p[0], p[1]))
      unsafe write(x + 1, odd(p[0], p[1]))
      x += 2
    }
    if x < columns.upperBound {
      let p = unsafe row + ((x >> 1) - start)
      unsafe write(x, even(p[-1], p[0], p[1]))
    }
  }
}
