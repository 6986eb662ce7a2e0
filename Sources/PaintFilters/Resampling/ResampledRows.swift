import PaintRaster

/// Scales a picture row by row, from top to bottom, while the caller lends it some rows of the old picture at a time.
///
/// The result is the same to the bit, however many rows are lent at a time. Memory is a few rows of sums. If the new
/// picture is lower, each old row is added immediately to the few new rows that it contributes to. Otherwise the old
/// rows that the next new row needs are kept, already resampled horizontally.
public final class ResampledRows {
  /// The columns of the old picture that it needs.
  public let sourceColumns: Range<Int>
  /// The next row to be written.
  public private(set) var row: Int
  /// The first row of the old picture that was not read yet.
  private var next = 0

  private enum Kind {
    case copies(columns: [Int], rows: [Int])
    case sums(ResampledSlices)
  }

  private let kind: Kind
  private let columns: Range<Int>
  private let height: Int
  private let workers: Workers

  /// Resamples a range of columns, which must not be empty, from `row` of the new picture on.
  public init(_ resampling: Resampling, columns: Range<Int>, from row: Int = 0, with workers: Workers) {
    self.columns = columns
    self.row = row
    self.workers = workers
    height = resampling.newSize.height
    let box = PixelBox(x: columns.lowerBound, y: row, width: columns.count, height: 1)
    let source = resampling.sourceBox(for: box)
    sourceColumns = source.x..<source.maxX
    switch resampling.axes {
    case .copies(let columns, let rows): kind = .copies(columns: columns, rows: rows)
    case .sums(let across, let down):
      kind = .sums(ResampledSlices(columns: across, rows: down, range: columns, threads: workers.count))
    }
  }

  /// The next row of the old picture that is needed; nil if the next row needs no more of them, or if all rows are
  /// written.
  public var nextSourceRow: Int? {
    guard row < height else { return nil }
    switch kind {
    case .copies(_, let rows): return rows[row]
    case .sums(let slices): return slices.next(from: next, for: row)
    }
  }

  /// Writes the next rows: all of `target`, which must have the same columns and begin at ``row``.
  ///
  /// - Parameter lend: called with ``nextSourceRow``; passes as many rows of the old picture as are available from
  ///   there on, with all of ``sourceColumns``, to the function that it is given. Rows that were lent and not yet
  ///   needed are requested again.
  /// - Throws: the error of `lend`.
  public func write<E: Error>(
    _ target: PixelTarget, lending lend: (Int, (PixelSource) -> Void) throws(E) -> Void
  ) throws(E) {
    precondition(
      target.box.y == row && target.box.x == columns.lowerBound && target.box.width == columns.count
        && target.box.maxY <= height, "rows are made in their order")
    while row < target.box.maxY {
      if let first = nextSourceRow {
        try lend(first) { advance(in: target, with: $0) }
      } else {
        advance(in: target, with: nil)
      }
    }
  }

  /// Takes the next rows of the old picture, with all of ``sourceColumns``, and writes the rows of `target` that are complete
  /// with them: for callers to whom the old picture is passed from top to bottom.
  ///
  /// - Parameter target: has the same columns, and begins at or above ``row``.
  public func take(_ source: PixelSource, writing target: PixelTarget) {
    if row < target.box.maxY { advance(in: target, with: source) }
  }

  private func advance(in target: PixelTarget, with source: PixelSource?) {
    switch kind {
    case .copies(let columns, let rows):
      guard let source else { return }
      var end = row
      while end < target.box.maxY, rows[end] < source.box.maxY { end += 1 }
      let first = row
      workers.forEachBand(of: end - first, cost: target.box.width) { band in
        target.copy(source, columns: columns, rows: rows, inRows: first + band.lowerBound..<first + band.upperBound)
      }
      row = end
    case .sums(let slices): (next, row) = slices.advance(from: next, row, in: target, with: source, workers)
    }
  }
}
