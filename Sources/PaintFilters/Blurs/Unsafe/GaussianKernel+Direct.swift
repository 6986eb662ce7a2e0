import PaintRaster

// Unsafe: rows of floats and pixels are read and written through pointers into blocks.

extension GaussianKernel {
  /// Blurs with the short kernel alone, in pieces whose floats stay in the processor's cache.
  func blurDirectly(_ reader: EdgeReader, old: PixelSource, writing target: PixelTarget, with workers: Workers) {
    let edge = 128
    let columns = (target.box.width + edge - 1) / edge
    let rows = (target.box.height + edge - 1) / edge
    workers.forEach(rows) { row in
      for column in 0..<columns {
        let piece = PixelBox(
          x: target.box.x + column * edge, y: target.box.y + row * edge, width: edge, height: edge
        ).intersection(target.box)
        blurPiece(piece, reader, old: old, writing: target)
      }
    }
  }

  private func blurPiece(_ box: PixelBox, _ reader: EdgeReader, old: PixelSource, writing target: PixelTarget) {
    let wide = plan.grown(box)
    let line = FloatRow(count: wide.width)
    let tall = FloatBlock(PixelBox(x: box.x, y: wide.y, width: box.width, height: wide.height))
    let blurred = FloatRow(count: box.width)
    unsafe plan.weights.withUnsafeBufferPointer { weights in
      for y in wide.y..<wide.maxY {
        unsafe reader.read(row: y, columns: wide.x..<wide.maxX, into: line.base)
        unsafe Convolution.convolve(
          line.base + plan.radius, step: 1, weights: weights, into: tall.row(y), count: box.width)
      }
      for y in box.y..<box.maxY {
        unsafe Convolution.convolve(
          tall.row(y), step: box.width, weights: weights, into: blurred.base, count: box.width)
        let before = unsafe old.row(y, from: box.x)
        let result = unsafe target.row(y, from: box.x)
        for x in 0..<box.width { unsafe result[x] = unsafe finish.pixel(blurred: blurred.base[x], old: before[x]) }
      }
    }
  }
}
