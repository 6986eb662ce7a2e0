import PaintRaster

// Unsafe: pixels are read along columns through pointers.

extension PictureRotation {
  /// Moves pixels, in squares of 32 so that rows that are read vertically stay in the cache.
  func move(_ source: PixelSource, to target: PixelTarget, _ quarters: Int, with workers: Workers) {
    let box = target.box
    let edge = 32
    workers.forEachBand(of: (box.height + edge - 1) / edge, cost: box.width * 32) { bands in
      for band in bands {
        let rows = box.y + band * edge..<min(box.y + (band + 1) * edge, box.maxY)
        for left in stride(from: box.x, to: box.maxX, by: edge) {
          let columns = left..<min(left + edge, box.maxX)
          // The distance in the source between neighbours in a row of the target.
          let step =
            switch quarters {
            case 1: 0 - source.stride
            case 2: -1
            case 3: source.stride
            default: 1
            }
          for y in rows {
            let first = oldPixel(left, y, quarters)
            let pixels = unsafe source.row(first.y, from: first.x)
            let result = unsafe target.row(y, from: left)
            for x in 0..<columns.count { unsafe result[x] = unsafe pixels[x * step] }
          }
        }
      }
    }
  }
}
