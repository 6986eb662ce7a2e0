/// How much is to be drawn in each row of tiles of a canvas.
struct TileRowLoads: Sendable {
  // By row: the loads that begin in it, and those that end above it.
  private var begun: [Int]
  private var ended: [Int]

  init(count: Int) {
    begun = [Int](repeating: 0, count: count + 1)
    ended = begun
  }

  /// Adds a load to each of some rows.
  mutating func add(_ load: Int, to rows: Range<Int>) {
    begun[rows.lowerBound] += load
    ended[rows.upperBound] += load
  }

  /// Rows that are drawn together, from top to bottom, and their load; rows without a load are in none.
  ///
  /// Each has a load of at most `most`, unless a single row has more.
  func bands(atMost most: Int) -> [(rows: Range<Int>, load: Int)] {
    var bands: [(rows: Range<Int>, load: Int)] = []
    var start = 0
    // The loads that reach rows from `start` on, and those that reach the current row.
    var inBand = 0
    var here = 0
    let count = begun.count - 1
    for row in 0..<count {
      here -= ended[row]
      if here == 0 && begun[row] == 0 {
        if start < row && inBand > 0 { bands.append((start..<row, inBand)) }
        (start, inBand) = (row + 1, 0)
        continue
      }
      if inBand > 0 && inBand + begun[row] > most {
        bands.append((start..<row, inBand))
        (start, inBand) = (row, here)
      }
      here += begun[row]
      inBand += begun[row]
    }
    if start < count && inBand > 0 { bands.append((start..<count, inBand)) }
    return bands
  }
}
