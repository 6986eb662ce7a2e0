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
    let lines = FloatRow(count: Self.together * sources.count)
    // Row n of the source, summed along itself, lies at n mod (taps + those that are summed ahead).
    let ring = Ring(rows: rows.taps + Self.together - 1, width: piece.width)
    let result = FloatRow(count: piece.width)
    let end = rows.sources(of: piece.y..<piece.maxY).upperBound
    columns.weights.withUnsafeBufferPointer { columnWeights in
      rows.weights.withUnsafeBufferPointer { rowWeights in
        var next = rows.starts[piece.y]
        for y in piece.y..<piece.maxY {
          let start = rows.starts[y]
          next = max(next, start)
          while next < start + rows.taps {
            let count = end - next >= Self.together ? Self.together : 1
            for row in 0..<count {
              let line = lines.base + row * sources.count
              let pixels = source.row(next + row, from: sources.lowerBound)
              for x in 0..<sources.count { line[x] = FloatPixel(premultiplying: pixels[x]) }
            }
            sumRows(
              count, lines.base, from: sources, columns: piece.x..<piece.maxX, weights: columnWeights, into: ring, next)
            next += count
          }
          sumColumns(ring, start: start, weights: rowWeights, at: y * rows.taps, into: result.base)
          let pixels = target.row(y, from: piece.x)
          for x in 0..<piece.width { pixels[x] = result.base[x].clampedAndUnpremultiplied }
        }
      }
    }
  }

  /// Rows that are summed along themselves together: each weight is then fetched once for all, and no sum waits for itself.
  private static let together = 4

  /// Rows of sums, of which each takes the place of one that is no longer needed.
  private struct Ring: ~Copyable {
    let rows: Int
    let width: Int
    private let memory: FloatRow

    init(rows: Int, width: Int) {
      self.rows = rows
      self.width = width
      memory = FloatRow(count: rows * width)
    }

    /// The sums of row `number` of the source.
    @inline(__always)
    func row(_ number: Int) -> UnsafeMutablePointer<FloatPixel> { memory.base + number % rows * width }
  }

  /// Sums one row or `together` rows of the source, the first of which is `number`, along themselves.
  @inline(__always)
  private func sumRows(
    _ count: Int, _ lines: UnsafePointer<FloatPixel>, from sources: Range<Int>, columns range: Range<Int>,
    weights: UnsafeBufferPointer<Float>, into ring: borrowing Ring, _ number: Int
  ) {
    let taps = columns.taps
    let stride = sources.count
    columns.starts.withUnsafeBufferPointer { starts in
      if count == 1 {
        let result = ring.row(number)
        for x in range {
          let pixels = lines + (starts[x] &- sources.lowerBound)
          let first = x &* taps
          var sum = FloatPixel.zero
          for k in 0..<taps { sum += FloatPixel(repeating: weights[first &+ k]) * pixels[k] }
          result[x &- range.lowerBound] = sum
        }
        return
      }
      let results = (ring.row(number), ring.row(number + 1), ring.row(number + 2), ring.row(number + 3))
      for x in range {
        let pixels = lines + (starts[x] &- sources.lowerBound)
        let (second, third, fourth) = (pixels + stride, pixels + 2 &* stride, pixels + 3 &* stride)
        let first = x &* taps
        var sums = (FloatPixel.zero, FloatPixel.zero, FloatPixel.zero, FloatPixel.zero)
        for k in 0..<taps {
          let weight = FloatPixel(repeating: weights[first &+ k])
          sums.0 += weight * pixels[k]
          sums.1 += weight * second[k]
          sums.2 += weight * third[k]
          sums.3 += weight * fourth[k]
        }
        let place = x &- range.lowerBound
        results.0[place] = sums.0
        results.1[place] = sums.1
        results.2[place] = sums.2
        results.3[place] = sums.3
      }
    }
  }

  /// Sums rows of sums from `start` on down their columns.
  @inline(__always)
  private func sumColumns(
    _ ring: borrowing Ring, start: Int, weights: UnsafeBufferPointer<Float>, at first: Int,
    into result: UnsafeMutablePointer<FloatPixel>
  ) {
    let taps = rows.taps
    for x in 0..<ring.width { result[x] = .zero }
    var k = 0
    while k < taps {
      let row = ring.row(start + k)
      let weight = FloatPixel(repeating: weights[first + k])
      if taps - k >= 3 {
        // Three at a time, in the same order: the sums so far are then fetched and put back a third as often.
        let (second, third) = (ring.row(start + k + 1), ring.row(start + k + 2))
        let secondWeight = FloatPixel(repeating: weights[first + k + 1])
        let thirdWeight = FloatPixel(repeating: weights[first + k + 2])
        for x in 0..<ring.width {
          var sum = result[x]
          sum += weight * row[x]
          sum += secondWeight * second[x]
          sum += thirdWeight * third[x]
          result[x] = sum
        }
        k += 3
      } else {
        for x in 0..<ring.width { result[x] += weight * row[x] }
        k += 1
      }
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
