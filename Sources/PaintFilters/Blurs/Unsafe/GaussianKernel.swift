import PaintRaster

// Unsafe: rows of floats are read and written through pointers into blocks.

/// Blurs boxes with a Gaussian.
struct GaussianKernel<Finish: BlurFinish>: Sendable {
  let plan: GaussianPlan
  let finish: Finish

  /// Writes the target; `old` has the pixels for ``finish``, one for each of the target's, starting at its corner.
  ///
  /// The target's box can be anywhere; the reader's source must contain the pixels of the plan's source box, clamped to
  /// the canvas.
  func blur(_ reader: EdgeReader, old: PixelSource, writing target: PixelTarget, with workers: Workers) {
    switch plan.levels {
    case 0: blurDirectly(reader, old: old, writing: target, with: workers)
    case 1: blurInStrips(reader, old: old, writing: target, with: workers)
    default: blurByPyramid(reader, old: old, writing: target, with: workers)
    }
  }

  /// Blurs with whole grids, for any number of halvings but 0.
  func blurByPyramid(
    _ reader: EdgeReader, old: PixelSource, writing target: PixelTarget, with workers: Workers
  ) {
    let coarse = plan.coarse(target.box)
    let block = reduced(reader, to: plan.grown(coarse), with: workers)
    expand(convolved(block, to: coarse, with: workers), old: old, writing: target, with: workers)
  }

  /// Writes the target from the blurred pixels of the coarsest grid, which must contain all that expanding to its box
  /// reads.
  func expand(_ coarse: FloatBlock, old: PixelSource, writing target: PixelTarget, with workers: Workers) {
    // The boxes that expanding reads, by level.
    var boxes = [target.box]
    for level in 0..<plan.levels { boxes.append(GaussianPlan.expanding(to: boxes[level])) }
    var block = coarse.part(boxes[plan.levels])
    for level in stride(from: plan.levels - 1, to: 0, by: -1) {
      block = expanded(block, to: boxes[level], with: workers)
    }
    let last = block
    let box = target.box
    let finish = finish
    workers.forEachBand(of: box.height, cost: box.width * 12) { rows in
      let line = FloatRow(count: last.box.width)
      for y in box.y + rows.lowerBound..<box.y + rows.upperBound {
        unsafe Pyramid.expand(row: y, of: last, into: line.base)
        let before = unsafe old.row(y, from: box.x) - box.x
        let result = unsafe target.row(y, from: box.x) - box.x
        unsafe Pyramid.expand(row: line.base, from: last.box.x, columns: box.x..<box.maxX) { x, pixel in
          unsafe result[x] = unsafe finish.pixel(blurred: pixel, old: before[x])
        }
      }
    }
  }

  /// The source, reduced to the coarsest grid's `box`, clamped to the grid's core.
  ///
  /// On each grid, pixels that equal the ones at the edge are not summed: the repeated pixels beyond the canvas's
  /// border cost nothing, however large the radius.
  func reduced(_ reader: EdgeReader, to box: PixelBox, with workers: Workers) -> FloatBlock {
    let cores = GaussianPlan.cores(of: reader.canvas, levels: plan.levels)
    // By level; the first is for the canvas and is not used.
    var parts = cores
    parts[plan.levels] = box.clamped(to: cores[plan.levels])
    for level in stride(from: plan.levels - 1, to: 0, by: -1) {
      parts[level] = GaussianPlan.reducing(to: parts[level + 1]).clamped(to: cores[level])
    }
    var finer: FloatBlock?
    for level in 1...plan.levels {
      let part = parts[level]
      let block = FloatBlock(part)
      let fine = GaussianPlan.reducing(to: part)
      if let finer {
        unsafe Pyramid.reduce(to: part, of: block, with: workers) { y, pixels in
          unsafe finer.read(row: y, columns: fine.x..<fine.maxX, into: pixels)
        }
      } else {
        unsafe Pyramid.reduce(to: part, of: block, with: workers) { y, pixels in
          unsafe reader.read(row: y, columns: fine.x..<fine.maxX, into: pixels)
        }
      }
      finer = block
    }
    guard let finer else { preconditionFailure("a pyramid has levels") }
    return finer
  }

  /// `box` of the block, blurred with the short kernel, horizontally and then vertically; pixels outside the block
  /// repeat its edge.
  func convolved(_ block: FloatBlock, to box: PixelBox, with workers: Workers) -> FloatBlock {
    let weights = plan.weights
    let wide = plan.grown(box)
    let tall = FloatBlock(PixelBox(x: box.x, y: wide.y, width: box.width, height: wide.height))
    workers.forEachBand(of: wide.height, cost: box.width * 20) { rows in
      let line = FloatRow(count: wide.width)
      unsafe weights.withUnsafeBufferPointer { weights in
        for y in wide.y + rows.lowerBound..<wide.y + rows.upperBound {
          unsafe block.read(row: y, columns: wide.x..<wide.maxX, into: line.base)
          unsafe Convolution.convolve(
            line.base + plan.radius, step: 1, weights: weights, into: tall.row(y), count: box.width)
        }
      }
    }
    let result = FloatBlock(box)
    workers.forEachBand(of: box.height, cost: box.width * 20) { rows in
      unsafe weights.withUnsafeBufferPointer { weights in
        for y in box.y + rows.lowerBound..<box.y + rows.upperBound {
          unsafe Convolution.convolve(
            tall.row(y), step: box.width, weights: weights, into: result.row(y), count: box.width)
        }
      }
    }
    return result
  }

  private func expanded(_ block: FloatBlock, to box: PixelBox, with workers: Workers) -> FloatBlock {
    let result = FloatBlock(box)
    workers.forEachBand(of: box.height, cost: box.width * 10) { rows in
      let line = FloatRow(count: block.box.width)
      for y in box.y + rows.lowerBound..<box.y + rows.upperBound {
        unsafe Pyramid.expand(row: y, of: block, into: line.base)
        let row = unsafe result.row(y) - box.x
        unsafe Pyramid.expand(row: line.base, from: block.box.x, columns: box.x..<box.maxX) { unsafe row[$0] = $1 }
      }
    }
    return result
  }
}
