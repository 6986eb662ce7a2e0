import PaintRaster

// Unsafe: threads write different parts of memory that they share.

/// The row sums of a resampled picture in progress, in slices of columns; each slice is used by one thread at a time.
///
/// Unchecked because each thread uses only the memory of its own slices.
final class ResampledSlices: @unchecked Sendable {
  private let columns: ResamplingAxis
  private let rows: ResamplingAxis
  private let range: Range<Int>
  /// The number of columns of a slice.
  private let width: Int
  /// Whether rows of the old picture are added to those of the new one as they arrive.
  private let isAdding: Bool
  /// The number of rows that are kept: unfinished sums, or rows of the old picture resampled horizontally.
  ///
  /// Row n is stored at n modulo this number.
  private let keptRows: Int
  private let memory: FloatRow

  /// Rows that are resampled horizontally together: each weight is then loaded once for all of them, and the sums do
  /// not depend on one another.
  private static let batchSize = 4

  init(columns: ResamplingAxis, rows: ResamplingAxis, range: Range<Int>, threads: Int) {
    self.columns = columns
    self.rows = rows
    self.range = range
    isAdding = rows.isSmaller
    let wide = min(256, max(16, 16_384 / columns.taps))
    width = min(wide, max(16, (range.count + 2 * threads - 1) / (2 * threads)))
    keptRows = isAdding ? Self.maximumUnfinished(rows) : rows.taps + Self.batchSize - 1
    memory = FloatRow(count: keptRows * range.count)
  }

  /// The maximum number of new rows that are unfinished at once, including the rows that are read ahead.
  private static func maximumUnfinished(_ rows: ResamplingAxis) -> Int {
    var most = 1
    var end = 0
    for row in rows.starts.indices {
      while end < rows.starts.count, rows.starts[end] < rows.starts[row] + rows.taps + batchSize { end += 1 }
      most = max(most, end - row)
    }
    return most
  }

  /// The next row of the old picture, from `next` on, that a new row needs; nil if it needs no more.
  func next(from next: Int, for row: Int) -> Int? {
    rows.starts[row] + rows.taps <= next ? nil : max(next, rows.starts[row])
  }

  /// Reads rows of the old picture from `next` on and writes rows of the target from `row` on, as far as the source
  /// goes.
  ///
  /// Returns the new values of both.
  func advance(
    from next: Int, _ row: Int, in target: PixelTarget, with source: PixelSource?, _ workers: Workers
  ) -> (next: Int, row: Int) {
    let slices = (range.count + width - 1) / width
    var result = (next: next, row: row)
    unsafe withUnsafeMutablePointer(to: &result) { result in
      let result = unsafe SharedResult(pointer: result)
      workers.forEach(slices) { slice in
        let left = range.lowerBound + slice * width
        let part = left..<min(left + width, range.upperBound)
        let reached =
          isAdding
          ? add(part, from: next, row, in: target, with: source) : keep(part, from: next, row, in: target, with: source)
        // All slices reach the same row.
        if slice == 0 { unsafe result.pointer.pointee = reached }
      }
    }
    return result
  }

  /// Written by one thread before the workers are joined.
  @safe private struct SharedResult: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<(next: Int, row: Int)>
  }

  /// The kept row `number` in the slice of these columns.
  @inline(__always)
  private func kept(_ number: Int, _ part: Range<Int>) -> UnsafeMutablePointer<FloatPixel> {
    unsafe memory.base + ((part.lowerBound - range.lowerBound) * keptRows + number % keptRows * part.count)
  }

  // MARK: Fewer rows

  private func add(
    _ part: Range<Int>, from first: Int, _ firstRow: Int, in target: PixelTarget, with source: PixelSource?
  ) -> (next: Int, row: Int) {
    var (next, row) = (first, firstRow)
    let lines = Lines(part, columns, rows: Self.batchSize)
    let available = source?.box.maxY ?? 0
    let end = min(available, rows.starts[target.box.maxY - 1] + rows.taps)
    while row < target.box.maxY {
      if rows.starts[row] + rows.taps <= next {
        let pixels = unsafe target.row(row, from: part.lowerBound)
        let sums = unsafe kept(row, part)
        for x in 0..<part.count { unsafe pixels[x] = unsafe sums[x].clampedAndUnpremultiplied }
        row += 1
        continue
      }
      next = max(next, rows.starts[row])
      guard let source, next < available else { break }
      let count = end - next >= Self.batchSize ? Self.batchSize : 1
      lines.sum(count, next, of: source, columns)
      unsafe rows.weights.withUnsafeBufferPointer { weights in
        var y = row
        while y < rows.starts.count, rows.starts[y] < next + count {
          unsafe add(count, lines, from: next, to: y, weights, part)
          y += 1
        }
      }
      next += count
    }
    return (next, row)
  }

  /// Adds rows of the old picture, resampled horizontally, to the new row `y`, in order.
  @inline(__always)
  private func add(
    _ count: Int, _ lines: borrowing Lines, from next: Int, to y: Int, _ weights: UnsafeBufferPointer<Float>,
    _ part: Range<Int>
  ) {
    let start = rows.starts[y]
    let sums = unsafe kept(y, part)
    if start >= next { unsafe sums.update(repeating: .zero, count: part.count) }
    let first = y * rows.taps - start
    if count == Self.batchSize, start <= next, next + count <= start + rows.taps {
      // The sum so far is loaded and stored once for all of them.
      let (a, b, c, d) = unsafe (lines.result(0), lines.result(1), lines.result(2), lines.result(3))
      let u = unsafe FloatPixel(repeating: weights[first + next])
      let v = unsafe FloatPixel(repeating: weights[first + next + 1])
      let w = unsafe FloatPixel(repeating: weights[first + next + 2])
      let z = unsafe FloatPixel(repeating: weights[first + next + 3])
      for x in 0..<part.count {
        var sum = unsafe sums[x]
        unsafe sum += u * a[x]
        unsafe sum += v * b[x]
        unsafe sum += w * c[x]
        unsafe sum += z * d[x]
        unsafe sums[x] = sum
      }
      return
    }
    for k in 0..<count where next + k >= start && next + k < start + rows.taps {
      let line = unsafe lines.result(k)
      let weight = unsafe FloatPixel(repeating: weights[first + next + k])
      for x in 0..<part.count { unsafe sums[x] += weight * line[x] }
    }
  }

  // MARK: As many rows or more

  private func keep(
    _ part: Range<Int>, from first: Int, _ firstRow: Int, in target: PixelTarget, with source: PixelSource?
  ) -> (next: Int, row: Int) {
    var (next, row) = (first, firstRow)
    let lines = Lines(part, columns, rows: Self.batchSize)
    let result = FloatRow(count: part.count)
    let available = source?.box.maxY ?? 0
    let end = min(available, rows.starts[target.box.maxY - 1] + rows.taps)
    while row < target.box.maxY {
      let start = rows.starts[row]
      next = max(next, start)
      while let source, next < min(start + rows.taps, available) {
        let count = end - next >= Self.batchSize ? Self.batchSize : 1
        lines.sum(count, next, of: source, columns)
        for k in 0..<count { unsafe kept(next + k, part).update(from: lines.result(k), count: part.count) }
        next += count
      }
      guard start + rows.taps <= next else { break }
      unsafe sumColumns(part, start: start, at: row * rows.taps, into: result.base)
      let pixels = unsafe target.row(row, from: part.lowerBound)
      for x in 0..<part.count { unsafe pixels[x] = unsafe result.base[x].clampedAndUnpremultiplied }
      row += 1
    }
    return (next, row)
  }

  /// Sums kept rows from `start` on vertically.
  @inline(__always)
  private func sumColumns(
    _ part: Range<Int>, start: Int, at first: Int, into result: UnsafeMutablePointer<FloatPixel>
  ) {
    unsafe rows.weights.withUnsafeBufferPointer { weights in
      let taps = rows.taps
      for x in 0..<part.count { unsafe result[x] = .zero }
      var k = 0
      while k < taps {
        let row = unsafe kept(start + k, part)
        let weight = unsafe FloatPixel(repeating: weights[first + k])
        if taps - k >= 3 {
          // Three at a time, in the same order: the sums so far are then loaded and stored a third as often.
          let (second, third) = unsafe (kept(start + k + 1, part), kept(start + k + 2, part))
          let secondWeight = unsafe FloatPixel(repeating: weights[first + k + 1])
          let thirdWeight = unsafe FloatPixel(repeating: weights[first + k + 2])
          for x in 0..<part.count {
            var sum = unsafe result[x]
            unsafe sum += weight * row[x]
            unsafe sum += secondWeight * second[x]
            unsafe sum += thirdWeight * third[x]
            unsafe result[x] = sum
          }
          k += 3
        } else {
          for x in 0..<part.count { unsafe result[x] += weight * row[x] }
          k += 1
        }
      }
    }
  }

  /// Some rows of the old picture as floats, and their horizontally resampled rows.
  private struct Lines: ~Copyable {
    private let part: Range<Int>
    private let sources: Range<Int>
    private let pixels: FloatRow
    private let results: FloatRow

    init(_ part: Range<Int>, _ columns: ResamplingAxis, rows: Int) {
      self.part = part
      sources = columns.sources(of: part)
      pixels = FloatRow(count: rows * sources.count)
      results = FloatRow(count: rows * part.count)
    }

    /// A horizontally resampled row.
    @inline(__always)
    func result(_ number: Int) -> UnsafeMutablePointer<FloatPixel> { unsafe results.base + number * part.count }

    /// Resamples one or four rows of the source horizontally, from row `first` on.
    @inline(__always)
    func sum(_ count: Int, _ first: Int, of source: PixelSource, _ columns: ResamplingAxis) {
      for row in 0..<count {
        let line = unsafe pixels.base + row * sources.count
        let bits = unsafe source.row(first + row, from: sources.lowerBound)
        for x in 0..<sources.count { unsafe line[x] = unsafe FloatPixel(premultiplying: bits[x]) }
      }
      let (taps, stride) = (columns.taps, sources.count)
      let (lines, part) = unsafe (pixels.base, part)
      unsafe columns.starts.withUnsafeBufferPointer { starts in
        unsafe columns.weights.withUnsafeBufferPointer { weights in
          if count == 1 {
            let result = unsafe result(0)
            for x in part {
              let pixels = unsafe lines + (starts[x] &- sources.lowerBound)
              let first = x &* taps
              var sum = FloatPixel.zero
              for k in 0..<taps { unsafe sum += FloatPixel(repeating: weights[first &+ k]) * pixels[k] }
              unsafe result[x &- part.lowerBound] = sum
            }
            return
          }
          let results = unsafe (result(0), result(1), result(2), result(3))
          for x in part {
            let pixels = unsafe lines + (starts[x] &- sources.lowerBound)
            let (second, third, fourth) = unsafe (pixels + stride, pixels + 2 &* stride, pixels + 3 &* stride)
            let first = x &* taps
            var sums = (FloatPixel.zero, FloatPixel.zero, FloatPixel.zero, FloatPixel.zero)
            for k in 0..<taps {
              let weight = unsafe FloatPixel(repeating: weights[first &+ k])
              unsafe sums.0 += weight * pixels[k]
              unsafe sums.1 += weight * second[k]
              unsafe sums.2 += weight * third[k]
              unsafe sums.3 += weight * fourth[k]
            }
            let index = x &- part.lowerBound
            unsafe results.0[index] = sums.0
            unsafe results.1[index] = sums.1
            unsafe results.2[index] = sums.2
            unsafe results.3[index] = sums.3
          }
        }
      }
    }
  }
}

extension FloatPixel {
  /// The pixel, its colours divided by its alpha and all channels clamped to 0…255.
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
