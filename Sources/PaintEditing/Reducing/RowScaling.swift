import PaintRaster

/// Scales a picture whose rows come from top to bottom: down by area average, up by repeating pixels.
struct RowScaling {
  private enum Way {
    case down(AreaAverage)
    /// Up; with the number of rows so far.
    case up(rows: Int)
  }

  private let source: CanvasSize
  private let target: CanvasSize
  private var way: Way
  /// The finished pixels (`Pixel.bits`), row by row.
  private(set) var pixels: [UInt32] = []

  /// Begins a picture.
  ///
  /// - Precondition: both sides become smaller or stay, or both become larger or stay.
  init(from source: CanvasSize, to target: CanvasSize) {
    self.source = source
    self.target = target
    if target.width <= source.width, target.height <= source.height {
      way = .down(AreaAverage(from: source, to: target, changed: source.box))
    } else {
      precondition(target.width >= source.width && target.height >= source.height, "both sides change in one way")
      way = .up(rows: 0)
    }
    pixels.reserveCapacity(target.width * target.height)
  }

  /// Adds the next row, of the old width.
  mutating func add(_ row: Span<UInt32>) {
    switch way {
    case .down(var average):
      // Replaced temporarily, so that its memory has one owner.
      way = .up(rows: 0)
      average.add(row) { pixels.append(copying: $0) }
      way = .down(average)
    case .up(let rows):
      let start = pixels.count
      let end = ((rows + 1) * target.height + source.height - 1) / source.height
      let count = end - (rows * target.height + source.height - 1) / source.height
      for x in 0..<target.width { pixels.append(row[x * source.width / target.width]) }
      let line = Array(pixels[start...])
      for _ in 1..<max(1, count) { pixels.append(contentsOf: line) }
      way = .up(rows: rows + 1)
    }
  }
}
