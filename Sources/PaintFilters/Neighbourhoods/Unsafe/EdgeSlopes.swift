import PaintRaster

// Unsafe: three rows of floats are kept in a ring, and read with their neighbours.

/// The slope of each pixel, from the Sobel sums of its neighbours.
struct EdgeSlopes {
  /// The factor for the length of the two sums.
  let scale: Float

  /// Writes the slopes of all pixels of the target; see ``Edges``.
  func write(_ target: PixelTarget, from source: PixelSource, on canvas: CanvasSize, with workers: Workers) {
    let box = target.box
    let reader = EdgeReader(source: source, canvas: canvas)
    workers.forEachBand(of: box.height, cost: box.width * 15) { rows in
      let width = box.width + 2
      let ring = FloatRow(count: 3 * width)
      func row(_ y: Int) -> UnsafeMutablePointer<FloatPixel> { unsafe ring.base + (y + 1) % 3 * width }
      let columns = box.x - 1..<box.maxX + 1
      let first = box.y + rows.lowerBound
      unsafe reader.read(row: first - 1, columns: columns, into: row(first - 1))
      unsafe reader.read(row: first, columns: columns, into: row(first))
      for y in first..<box.y + rows.upperBound {
        unsafe reader.read(row: y + 1, columns: columns, into: row(y + 1))
        let (above, middle, below) = unsafe (row(y - 1), row(y), row(y + 1))
        let pixels = unsafe source.row(y, from: box.x)
        let result = unsafe target.row(y, from: box.x)
        for x in 0..<box.width {
          let right = unsafe above[x + 2] + 2 * middle[x + 2] + below[x + 2]
          let left = unsafe above[x] + 2 * middle[x] + below[x]
          let lower = unsafe below[x] + 2 * below[x + 1] + below[x + 2]
          let upper = unsafe above[x] + 2 * above[x + 1] + above[x + 2]
          let (h, v) = (right - left, lower - upper)
          let slope = ((h * h + v * v).squareRoot() * scale).clampedToBytes
          let old = unsafe pixels[x]
          unsafe result[x] = old < 0x0100_0000 ? old : slope.roundedBits & 0x00FF_FFFF | old & 0xFF00_0000
        }
      }
    }
  }
}
