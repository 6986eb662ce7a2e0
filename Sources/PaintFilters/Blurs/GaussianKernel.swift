import PaintRaster

/// Blurs boxes by a Gaussian.
struct GaussianKernel<Finish: BlurFinish>: Sendable {
  let plan: GaussianPlan
  let finish: Finish

  /// Writes the target; `old` has the pixels that ``finish`` takes, one for each of the target's, from its corner on.
  ///
  /// The target's box can lie anywhere; the reader's source must hold the pixels that stand for those of the plan's source box.
  func blur(_ reader: EdgeReader, old: PixelSource, writing target: PixelTarget, with workers: Workers) {
    if plan.levels == 0 {
      blurDirectly(reader, old: old, writing: target, with: workers)
    } else {
      blurByPyramid(reader, old: old, writing: target, with: workers)
    }
  }

  private func blurByPyramid(
    _ reader: EdgeReader, old: PixelSource, writing target: PixelTarget, with workers: Workers
  ) {
    // Boxes by level, those that the expanding takes.
    var boxes = [target.box]
    for level in 0..<plan.levels { boxes.append(GaussianPlan.expanding(to: boxes[level])) }
    var block = reduced(reader, to: plan.grown(boxes[plan.levels]), with: workers)
    block = convolved(block, to: boxes[plan.levels], with: workers)
    for level in stride(from: plan.levels - 1, to: 0, by: -1) {
      block = expanded(block, to: boxes[level], with: workers)
    }
    let last = block
    let box = target.box
    let finish = finish
    workers.forEachBand(of: box.height, cost: box.width * 12) { rows in
      let line = FloatRow(count: last.box.width)
      for y in box.y + rows.lowerBound..<box.y + rows.upperBound {
        Pyramid.expand(row: y, of: last, into: line.base)
        let before = old.row(y, from: box.x) - box.x
        let result = target.row(y, from: box.x) - box.x
        Pyramid.expand(row: line.base, from: last.box.x, columns: box.x..<box.maxX) { x, pixel in
          result[x] = finish.pixel(blurred: pixel, old: before[x])
        }
      }
    }
  }

  /// The source reduced to the coarsest grid's `box`.
  private func reduced(_ reader: EdgeReader, to box: PixelBox, with workers: Workers) -> FloatBlock {
    var boxes = [box]
    for _ in 1..<plan.levels { boxes.append(GaussianPlan.reducing(to: boxes[boxes.count - 1])) }
    var block = FloatBlock(boxes[plan.levels - 1])
    let fine = GaussianPlan.reducing(to: block.box)
    Pyramid.reduce(into: block, with: workers) { y, pixels in
      reader.read(row: y, columns: fine.x..<fine.maxX, into: pixels)
    }
    for box in boxes.dropLast().reversed() {
      let finer = block
      block = FloatBlock(box)
      Pyramid.reduce(into: block, with: workers) { y, pixels in
        pixels.update(from: finer.row(y), count: finer.box.width)
      }
    }
    return block
  }

  /// The block blurred by the short kernel, along rows and then along columns.
  private func convolved(_ block: FloatBlock, to box: PixelBox, with workers: Workers) -> FloatBlock {
    let weights = plan.weights
    let tall = FloatBlock(PixelBox(x: box.x, y: block.box.y, width: box.width, height: block.box.height))
    workers.forEachBand(of: block.box.height, cost: box.width * 20) { rows in
      weights.withUnsafeBufferPointer { weights in
        for y in block.box.y + rows.lowerBound..<block.box.y + rows.upperBound {
          Convolution.convolve(
            block.row(y) + (box.x - block.box.x), step: 1, weights: weights, into: tall.row(y), count: box.width)
        }
      }
    }
    let result = FloatBlock(box)
    workers.forEachBand(of: box.height, cost: box.width * 20) { rows in
      weights.withUnsafeBufferPointer { weights in
        for y in box.y + rows.lowerBound..<box.y + rows.upperBound {
          Convolution.convolve(tall.row(y), step: box.width, weights: weights, into: result.row(y), count: box.width)
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
        Pyramid.expand(row: y, of: block, into: line.base)
        let row = result.row(y) - box.x
        Pyramid.expand(row: line.base, from: block.box.x, columns: box.x..<box.maxX) { row[$0] = $1 }
      }
    }
    return result
  }
}
