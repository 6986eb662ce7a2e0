import PaintRaster

/// Scales a part of a picture down, row by row: each new pixel is the average of the area that it covers.
///
/// Averages are computed from premultiplied values, so that transparent pixels contribute no colour. Lengths are in
/// units in which a pixel of the old picture is as wide as the number of new columns and as high as the number of new
/// rows, so that every overlap is an integer. With A the sum of overlap · alpha and C the sum of overlap · alpha ·
/// colour over a new pixel, and D the area of the old picture in pixels: alpha = floor((2A + D) / 2D), colour =
/// floor((2C + A) / 2A), all 0 if A is 0.
struct AreaAverage {
  private let source: CanvasSize
  private let target: CanvasSize
  /// The new pixels that are made.
  let box: PixelBox
  /// The old pixels that they cover.
  let sourceBox: PixelBox

  /// Four sums for each new pixel of a row: of alpha and of the three colours.
  private var row: [UInt64]
  private var sums: [UInt64]
  private var nextSourceRow: Int
  private var nextRow: Int
  private var finished: [UInt32]

  /// Begins the part of the small picture that depends on `changed`, a box of the large one.
  init(from source: CanvasSize, to target: CanvasSize, changed: PixelBox) {
    precondition(target.width <= source.width && target.height <= source.height, "pictures are made smaller only")
    self.source = source
    self.target = target
    let columns = Self.covering(changed.x..<changed.maxX, of: source.width, in: target.width)
    let rows = Self.covering(changed.y..<changed.maxY, of: source.height, in: target.height)
    box = PixelBox(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    let sourceColumns = Self.covering(columns, of: target.width, in: source.width)
    let sourceRows = Self.covering(rows, of: target.height, in: source.height)
    sourceBox = PixelBox(
      x: sourceColumns.lowerBound, y: sourceRows.lowerBound, width: sourceColumns.count, height: sourceRows.count)
    row = [UInt64](repeating: 0, count: 4 * box.width)
    sums = row
    finished = [UInt32](repeating: 0, count: box.width)
    nextSourceRow = sourceBox.y
    nextRow = box.y
  }

  /// The size of a picture scaled down to fit into `limit` with its aspect ratio; unchanged if it already fits.
  static func size(of source: CanvasSize, within limit: CanvasSize) -> CanvasSize {
    if source.width <= limit.width, source.height <= limit.height { return source }
    // The side that exceeds its limit by the larger factor decides; the other one is rounded and at least one pixel.
    let isWidth = source.width * limit.height >= source.height * limit.width
    let width = isWidth ? limit.width : max(1, (2 * source.width * limit.height + source.height) / (2 * source.height))
    let height = isWidth ? max(1, (2 * source.height * limit.width + source.width) / (2 * source.width)) : limit.height
    return CanvasSize(width: width, height: height) ?? source
  }

  /// Adds the next row of `sourceBox`; calls `body` with each row of `box` that it completes.
  mutating func add<E: Error>(
    _ pixels: Span<UInt32>, _ body: (Span<UInt32>) throws(E) -> Void
  ) throws(E) {
    sumRow(pixels)
    let top = nextSourceRow * target.height
    let bottom = top + target.height
    nextSourceRow += 1
    while nextRow < box.maxY {
      let end = (nextRow + 1) * source.height
      let weight = min(bottom, end) - max(top, nextRow * source.height)
      // The weight is 0 for a row above or below the box.
      if weight > 0 {
        let weight = UInt64(weight)
        for index in sums.indices { sums[index] &+= weight &* row[index] }
      }
      guard bottom >= end else { return }
      divide()
      nextRow += 1
      for index in sums.indices { sums[index] = 0 }
      try body(finished.span)
    }
  }

  /// Sums up a row of old pixels for the columns of new ones.
  private mutating func sumRow(_ pixels: Span<UInt32>) {
    for column in 0..<box.width {
      let start = (box.x + column) * source.width
      let end = start + source.width
      var index = start / target.width
      var (alphas, reds, greens, blues): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
      while index * target.width < end {
        let overlap = min(end, (index + 1) * target.width) - max(start, index * target.width)
        let pixel = UInt64(pixels[index - sourceBox.x])
        let alpha = UInt64(overlap) &* (pixel &>> 24)
        alphas &+= alpha
        reds &+= alpha &* (pixel & 255)
        greens &+= alpha &* (pixel &>> 8 & 255)
        blues &+= alpha &* (pixel &>> 16 & 255)
        index += 1
      }
      row[4 * column] = alphas
      row[4 * column + 1] = reds
      row[4 * column + 2] = greens
      row[4 * column + 3] = blues
    }
  }

  private mutating func divide() {
    let area = UInt64(source.width * source.height)
    for column in 0..<box.width {
      let alphas = sums[4 * column]
      guard alphas > 0 else {
        finished[column] = 0
        continue
      }
      var bits = ((2 * alphas + area) / (2 * area)) << 24
      for channel in 0..<3 {
        let color = (2 * sums[4 * column + 1 + channel] + alphas) / (2 * alphas)
        bits |= color << UInt64(8 * channel)
      }
      finished[column] = UInt32(truncatingIfNeeded: bits)
    }
  }

  /// Maps a range of pixels on a side of length `source` to the pixels on the same side of length `target` that cover
  /// it.
  private static func covering(_ pixels: Range<Int>, of source: Int, in target: Int) -> Range<Int> {
    pixels.lowerBound * target / source..<(pixels.upperBound * target + source - 1) / source
  }
}
