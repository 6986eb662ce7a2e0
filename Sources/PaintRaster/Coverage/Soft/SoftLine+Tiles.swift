/// The tiles of a canvas that a soft line covers.
extension SoftLine {
  /// The most pairs of a piece and a tile that are in memory at once, unless one tile has more.
  private static let mostPairs = 1 << 22
  /// The farthest corner of a tile from its centre, in pixels, rounded up.
  private static let halfDiagonal = 22.63

  /// Calls `body` for all tiles that have coverage, row by row of tiles; a mask is valid only during its call.
  ///
  /// - Throws: what `body` throws.
  /// - Complexity: linear in the pieces and in the tiles that each of them covers in part.
  public func forEachTile<E: Error>(
    on canvas: CanvasSize, _ body: (TileIndex, TileCoverage) throws(E) -> Void
  ) throws(E) {
    guard !pieces.isEmpty else { return }
    var tile = SoftTile(self)
    var rows = RowQueue(self, canvas)
    var columns = TileColumns(count: canvas.tileColumns)
    while let row = rows.next() {
      columns.begin()
      let top = Double(row * Tile.edge - origin.y)
      for number in rows.active { mark(number, top: top, &columns) }
      var start = columns.first
      while start < columns.end {
        let batch = columns.batch(from: start, mostPairs: Self.mostPairs)
        columns.startFilling(batch)
        for number in rows.active { fill(number, top: top, &columns) }
        for column in batch {
          let index = TileIndex(x: column, y: row)
          if columns.isFull(column) {
            try body(index, .full)
            continue
          }
          let numbers = columns.numbers(column)
          guard !numbers.isEmpty else { continue }
          let coverage = tile.coverage(
            x: column * Tile.edge - origin.x, y: row * Tile.edge - origin.y, of: pieces, numbers)
          if let coverage { try body(index, coverage) }
        }
        start = batch.upperBound
      }
    }
  }

  /// The columns of tiles that a piece reaches in a row of tiles.
  private func columns(_ ends: (start: Point, end: Point), reach: Double, top: Double, count: Int) -> Range<Int>? {
    let (a, b) = ends.start.y <= ends.end.y ? ends : (ends.end, ends.start)
    let (upper, lower) = (top - reach, top + Double(Tile.edge) + reach)
    guard b.y >= upper, a.y <= lower else { return nil }
    var (x, nextX) = (a.x, b.x)
    let rise = b.y - a.y
    if rise > 0 {
      let slope = (b.x - a.x) / rise
      if a.y < upper { x = a.x + (upper - a.y) * slope }
      if b.y > lower { nextX = a.x + (lower - a.y) * slope }
    }
    let left = min(x, nextX) - reach + Double(origin.x)
    let right = max(x, nextX) + reach + Double(origin.x)
    guard right >= 0, left < Double(count * Tile.edge) else { return nil }
    let first = Int(max(left, 0)) / Tile.edge
    let last = Int(min(right, Double(count * Tile.edge - 1))) / Tile.edge
    return first..<last + 1
  }

  /// Counts the tiles of a row that a piece reaches, and marks those that it covers fully.
  private func mark(_ number: UInt32, top: Double, _ columns: inout TileColumns) {
    let piece = pieces[Int(number)]
    let ends = piece.ends
    let reach = Double(piece.reach) + 0.1
    guard let range = self.columns(ends, reach: reach, top: top, count: columns.count) else { return }
    columns.count(range)
    let least = Double(min(piece.radius, piece.endRadius))
    let inner = least - falloff.width(Double(piece.reach)) - 0.1
    guard inner > Self.halfDiagonal, piece.opacity == 1, piece.fade == 0, flow ?? 1 == 1 else { return }
    let (ux, uy) = (Double(piece.directionX), Double(piece.directionY))
    func isInside(_ x: Double, _ y: Double) -> Bool {
      let (dx, dy) = (x - ends.start.x, y - ends.start.y)
      let along = dx * ux + dy * uy
      let beyond = along - min(max(along, 0), Double(piece.length))
      let across = dx * uy - dy * ux
      return across * across + beyond * beyond <= inner * inner
    }
    let edge = Double(Tile.edge)
    for column in range where !columns.isFull(column) {
      let left = Double(column * Tile.edge - origin.x)
      let (right, bottom) = (left + edge, top + edge)
      if isInside(left, top), isInside(right, top), isInside(left, bottom), isInside(right, bottom) {
        columns.setFull(column)
      }
    }
  }

  private func fill(_ number: UInt32, top: Double, _ columns: inout TileColumns) {
    let piece = pieces[Int(number)]
    guard
      let range = self.columns(piece.ends, reach: Double(piece.reach) + 0.1, top: top, count: columns.count)
    else { return }
    columns.add(number, range)
  }
}

/// The pieces that reach one row of tiles after the other.
private struct RowQueue {
  /// The numbers of the pieces that reach the row, in ascending order.
  private(set) var active: [UInt32] = []
  /// The numbers of all pieces by their first rows, and where each row's begin.
  private var sorted: [UInt32] = []
  private var starts: [Int] = []
  /// The last row of each piece.
  private var lastRows: [Int32]
  private var row: Int
  private let firstRow: Int

  init(_ line: SoftLine, _ canvas: CanvasSize) {
    var firstRows: [Int32] = []
    lastRows = []
    firstRows.reserveCapacity(line.pieces.count)
    lastRows.reserveCapacity(line.pieces.count)
    var (least, most) = (Int32.max, Int32(-1))
    for piece in line.pieces {
      let (a, b) = piece.ends
      let reach = Double(piece.reach) + 0.1
      let top = (min(a.y, b.y) - reach + Double(line.origin.y)) / Double(Tile.edge)
      let bottom = (max(a.y, b.y) + reach + Double(line.origin.y)) / Double(Tile.edge)
      let first = Int32(min(max(top, 0), Double(canvas.tileRows)))
      let last = bottom < 0 ? -1 : Int32(min(bottom, Double(canvas.tileRows - 1)))
      firstRows.append(first)
      lastRows.append(last)
      if first <= last {
        least = min(least, first)
        most = max(most, last)
      }
    }
    guard least <= most else {
      (row, firstRow) = (0, 0)
      return
    }
    firstRow = Int(least)
    row = firstRow
    starts = [Int](repeating: 0, count: Int(most - least) + 2)
    for (first, last) in zip(firstRows, lastRows) where first <= last { starts[Int(first - least) + 1] += 1 }
    for place in 1..<starts.count { starts[place] += starts[place - 1] }
    var next = starts
    sorted = [UInt32](repeating: 0, count: starts[starts.count - 1])
    for number in firstRows.indices where firstRows[number] <= lastRows[number] {
      let place = Int(firstRows[number] - least)
      sorted[next[place]] = UInt32(number)
      next[place] += 1
    }
  }

  /// The next row; nil after the last one.
  mutating func next() -> Int? {
    let place = row - firstRow
    guard place + 1 < starts.count else { return nil }
    let current = Int32(row)
    active.removeAll { lastRows[Int($0)] < current }
    let new = sorted[starts[place]..<starts[place + 1]]
    if let first = new.first {
      let isBehind = active.last.map { $0 < first } ?? true
      active.append(contentsOf: new)
      if !isBehind { active.sort() }
    }
    row += 1
    return Int(current)
  }
}

/// The pieces that reach each tile of a row.
private struct TileColumns {
  let count: Int
  /// The tiles that pieces reach.
  private(set) var first = 0
  private(set) var end = 0
  /// By column, the change of the number of pieces from the column before.
  private var changes: [Int]
  private var full: [Bool]
  /// Where the pieces of each column of the batch end in the list.
  private var ends: [Int] = []
  private var starts: [Int] = []
  private var list: [UInt32] = []
  private var batch = 0..<0

  init(count: Int) {
    self.count = count
    changes = [Int](repeating: 0, count: count + 1)
    full = [Bool](repeating: false, count: count)
  }

  /// Begins another row of tiles.
  mutating func begin() {
    for column in first..<max(first, end) {
      changes[column] = 0
      full[column] = false
    }
    if end < changes.count { changes[end] = 0 }
    (first, end) = (count, 0)
  }

  mutating func count(_ columns: Range<Int>) {
    changes[columns.lowerBound] += 1
    changes[columns.upperBound] -= 1
    first = min(first, columns.lowerBound)
    end = max(end, columns.upperBound)
  }

  func isFull(_ column: Int) -> Bool { full[column] }
  mutating func setFull(_ column: Int) { full[column] = true }

  /// The columns from `start` on whose pieces are listed together.
  func batch(from start: Int, mostPairs: Int) -> Range<Int> {
    var pieces = changes[first..<start].reduce(0, +)
    var (pairs, column) = (0, start)
    while column < end {
      pieces += changes[column]
      let own = full[column] ? 0 : pieces
      if column > start, pairs + own > mostPairs { break }
      pairs += own
      column += 1
    }
    return start..<column
  }

  /// Begins the lists of some columns.
  mutating func startFilling(_ columns: Range<Int>) {
    batch = columns
    starts.removeAll(keepingCapacity: true)
    var pieces = changes[first..<columns.lowerBound].reduce(0, +)
    var place = 0
    for column in columns {
      pieces += changes[column]
      starts.append(place)
      if !full[column] { place += pieces }
    }
    ends = starts
    if list.count < place { list = [UInt32](repeating: 0, count: place) }
  }

  /// Adds a piece to the lists of those of the columns that are in the batch and not full.
  mutating func add(_ number: UInt32, _ columns: Range<Int>) {
    for column in columns.clamped(to: batch) where !full[column] {
      let place = column - batch.lowerBound
      list[ends[place]] = number
      ends[place] += 1
    }
  }

  /// The numbers of the pieces that reach a column of the batch, in ascending order.
  func numbers(_ column: Int) -> ArraySlice<UInt32> {
    let place = column - batch.lowerBound
    return list[starts[place]..<ends[place]]
  }
}
