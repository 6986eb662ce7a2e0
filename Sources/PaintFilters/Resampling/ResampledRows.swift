import PaintRaster

/// A picture made larger or smaller from top to bottom, row by row, while the old one is lent to it some rows at a time.
///
/// The result is the same to the bit, however many rows are lent at a time. Memory is a few rows of sums: where the new
/// picture is lower, each row of the old one is added at once to the few new rows that it is a part of; else the rows of
/// the old one that the next new row is made of are kept, summed along themselves.
public final class ResampledRows {
  /// The columns of the old picture that it is made of.
  public let sourceColumns: Range<Int>
  /// The row that is made next.
  public private(set) var row: Int
  /// The first row of the old picture that was not taken yet.
  private var next = 0

  private enum Kind {
    case copies(columns: [Int], rows: [Int])
    case sums(ResampledSlices)
  }

  private let kind: Kind
  private let columns: Range<Int>
  private let height: Int
  private let workers: Workers

  /// Columns of the new picture, which are not empty, from a row on.
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

  /// The row of the old picture that is needed next; nil where the next row, or all, can be made without one.
  public var nextSourceRow: Int? {
    guard row < height else { return nil }
    switch kind {
    case .copies(_, let rows): return rows[row]
    case .sums(let slices): return slices.next(from: next, for: row)
    }
  }

  /// Writes the next rows, all of `target`, which has the columns and begins at ``row``.
  ///
  /// - Parameter lend: is asked for rows of the old picture from ``nextSourceRow`` on, as many as are at hand, and lends them to
  ///   the function that it is given, with all of ``sourceColumns``. Rows that were lent and not needed yet are asked for again.
  /// - Throws: what `lend` throws.
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

  private func advance(in target: PixelTarget, with source: PixelSource?) {
    switch kind {
    case .copies(let columns, let rows):
      guard let source else { return }
      var end = row
      while end < target.box.maxY, rows[end] < source.box.maxY { end += 1 }
      let (first, left) = (row, target.box.x)
      workers.forEachBand(of: end - first, cost: target.box.width) { band in
        for y in first + band.lowerBound..<first + band.upperBound {
          let line = source.row(rows[y], from: source.box.x) - source.box.x
          let result = target.row(y, from: left)
          for x in 0..<target.box.width { result[x] = line[columns[left + x]] }
        }
      }
      row = end
    case .sums(let slices): (next, row) = slices.advance(from: next, row, in: target, with: source, workers)
    }
  }
}
