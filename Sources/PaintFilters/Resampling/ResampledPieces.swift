import PaintRaster

/// A box of a resampled picture in pieces, each summed along rows and then along columns while its floats stay in the cache.
struct ResampledPieces: Sendable {
  private let columns: ResamplingAxis
  private let rows: ResamplingAxis
  private let box: PixelBox
  /// Columns of a piece: narrower the more rows one pixel is made of.
  private let width: Int
  private let height: Int
  private let across: Int

  /// The pieces of `box`.
  init(columns: ResamplingAxis, rows: ResamplingAxis, box: PixelBox) {
    self.columns = columns
    self.rows = rows
    self.box = box
    width = min(256, max(16, 16_384 / rows.taps))
    height = 128
    across = (box.width + width - 1) / width
  }

  /// How many pieces there are.
  var count: Int { across * ((box.height + height - 1) / height) }

  /// Writes a piece.
  func write(_ number: Int, of target: PixelTarget, from source: PixelSource) {
    let piece = PixelBox(
      x: box.x + number % across * width, y: box.y + number / across * height, width: width, height: height
    ).intersection(box)
    let sources = columns.sources(of: piece.x..<piece.maxX)
    let line = FloatRow(count: sources.count)
    // Row n of the source, summed along itself, lies at n mod taps.
    let ring = FloatRow(count: rows.taps * piece.width)
    let result = FloatRow(count: piece.width)
    columns.weights.withUnsafeBufferPointer { columnWeights in
      rows.weights.withUnsafeBufferPointer { rowWeights in
        var next = rows.starts[piece.y]
        for y in piece.y..<piece.maxY {
          let start = rows.starts[y]
          next = max(next, start)
          while next < start + rows.taps {
            let pixels = source.row(next, from: sources.lowerBound)
            for x in 0..<sources.count { line.base[x] = FloatPixel(premultiplying: pixels[x]) }
            sumRow(
              line.base, from: sources.lowerBound, columns: piece.x..<piece.maxX, weights: columnWeights,
              into: ring.base + next % rows.taps * piece.width)
            next += 1
          }
          sumColumns(
            ring.base, start: start, weights: rowWeights, at: y * rows.taps, into: result.base, count: piece.width)
          let pixels = target.row(y, from: piece.x)
          for x in 0..<piece.width { pixels[x] = result.base[x].clampedAndUnpremultiplied }
        }
      }
    }
  }

  @inline(__always)
  private func sumRow(
    _ line: UnsafePointer<FloatPixel>, from start: Int, columns range: Range<Int>, weights: UnsafeBufferPointer<Float>,
    into result: UnsafeMutablePointer<FloatPixel>
  ) {
    let taps = columns.taps
    columns.starts.withUnsafeBufferPointer { starts in
      for x in range {
        let pixels = line + (starts[x] - start)
        let first = x * taps
        var sum = FloatPixel.zero
        for k in 0..<taps { sum += FloatPixel(repeating: weights[first + k]) * pixels[k] }
        result[x - range.lowerBound] = sum
      }
    }
  }

  @inline(__always)
  private func sumColumns(
    _ ring: UnsafePointer<FloatPixel>, start: Int, weights: UnsafeBufferPointer<Float>, at first: Int,
    into result: UnsafeMutablePointer<FloatPixel>, count: Int
  ) {
    let taps = rows.taps
    for x in 0..<count { result[x] = .zero }
    var place = start % taps
    for k in 0..<taps {
      let row = ring + place * count
      let weight = FloatPixel(repeating: weights[first + k])
      for x in 0..<count { result[x] += weight * row[x] }
      place = place + 1 == taps ? 0 : place + 1
    }
  }
}

extension FloatPixel {
  /// The pixel that this is, with its colours divided by its alpha and all clamped to 0…255.
  ///
  /// Kernels with negative weights can leave that range. Where alpha rounds to 0 all four bytes are 0.
  @inline(__always)
  var clampedAndUnpremultiplied: UInt32 {
    let alpha = w * (1 / 255)
    guard alpha >= 0.5 else { return 0 }
    var samples = self * FloatPixel(repeating: 255 / w)
    samples.w = alpha
    return samples.clampedToBytes.roundedBits
  }
}
