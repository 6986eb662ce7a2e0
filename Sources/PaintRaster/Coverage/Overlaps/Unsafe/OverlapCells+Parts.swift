// Unsafe: writes lists of pieces into its own memory.

/// Cells with so many pieces that they are not all kept at once: their coverage is found part by part.
extension OverlapCells {
  /// Finds the coverage of the strip's cells that two strands pass.
  ///
  /// The pieces kept at a time are bounded, except for those of a single cell; edges are processed again for each part
  /// of the rows that they reach.
  @inline(never)
  mutating func solve(
    _ strip: borrowing CellStrip<Int64>, _ table: borrowing EdgeTable, tileRow: Int, height: Int, frame: CanvasFrame,
    area: inout OverlapArea, _ rule: FillRule
  ) {
    prepare(strip)
    hasValues = true
    if cellCount > valueCapacity {
      unsafe values.deallocate()
      valueCapacity = cellCount * 2
      unsafe values = .allocate(capacity: valueCapacity)
    }
    guard rows != 0 else { return }
    let part = Part(tileRow: tileRow, height: height, frame: frame, rule: rule)
    let all = rows
    let active = unsafe UnsafeBufferPointer(start: UnsafePointer(table.active), count: table.activeCount)
    unsafe solve(rows: 0..<height, active, part, strip, table, &area)
    rows = all
  }

  /// The values that all parts share.
  private struct Part {
    let tileRow: Int
    let height: Int
    let frame: CanvasFrame
    let rule: FillRule
  }

  /// Finds the coverage of the cells in some pixel rows, which those edges reach.
  private mutating func solve(
    rows part: Range<Int>, _ indices: UnsafeBufferPointer<Int32>, _ shared: Part, _ strip: borrowing CellStrip<Int64>,
    _ table: borrowing EdgeTable, _ area: inout OverlapArea
  ) {
    let count = part.reduce(0) { $0 + pieces(ofRow: $1, strip) }
    if count <= Self.maximumPieces {
      let all = columns.lowerBound * Tile.edge..<columns.upperBound * Tile.edge
      unsafe solve(rows: part, columns: all, indices, shared, strip, table, &area)
    } else if part.count > 1 {
      let middle = (part.lowerBound + part.upperBound) / 2
      for half in [part.lowerBound..<middle, middle..<part.upperBound] {
        let reaching = UnsafeMutableBufferPointer<Int32>.allocate(capacity: indices.count)
        let first = (shared.tileRow * Tile.edge + half.lowerBound) << FixedPoint.bits
        let end = (shared.tileRow * Tile.edge + half.upperBound) << FixedPoint.bits
        var count = 0
        for place in 0..<indices.count {
          let index = unsafe indices[place]
          let edge = unsafe table.edges + Int(index)
          guard unsafe edge.pointee.top < end, unsafe edge.pointee.bottom > first else { continue }
          unsafe reaching.initializeElement(at: count, to: index)
          count += 1
        }
        unsafe solve(rows: half, UnsafeBufferPointer(rebasing: reaching[..<count]), shared, strip, table, &area)
        unsafe reaching.deallocate()
      }
    } else {
      // As many cells of the row at a time as fit.
      let row = part.lowerBound
      var start = columns.lowerBound * Tile.edge
      var sum = 0
      for x in start..<columns.upperBound * Tile.edge {
        let more = pieces(ofCell: x, row: row, strip)
        if sum + more > Self.maximumPieces && start < x {
          unsafe solve(rows: part, columns: start..<x, indices, shared, strip, table, &area)
          start = x
          sum = 0
        }
        sum += more
      }
      unsafe solve(rows: part, columns: start..<columns.upperBound * Tile.edge, indices, shared, strip, table, &area)
    }
  }

  /// An upper bound of the pieces in the cells of a pixel row.
  private func pieces(ofRow row: Int, _ strip: borrowing CellStrip<Int64>) -> Int {
    var sum = 0
    for column in columns where strip.isTouched(column) {
      var cells = unsafe rowCells[(column - columns.lowerBound) * Tile.edge + row].cells
      let counts = unsafe strip.tileCounts(column) + row * Tile.edge
      while cells != 0 {
        unsafe sum += Int(counts[cells.trailingZeroBitCount])
        cells &= cells &- 1
      }
    }
    return sum
  }

  private func pieces(ofCell x: Int, row: Int, _ strip: borrowing CellStrip<Int64>) -> Int {
    let column = x / Tile.edge
    let cells = unsafe rowCells[(column - columns.lowerBound) * Tile.edge + row].cells
    guard strip.isTouched(column), cells >> UInt32(x % Tile.edge) & 1 != 0 else { return 0 }
    return unsafe Int(strip.tileCounts(column)[row * Tile.edge + x % Tile.edge])
  }

  /// Finds the coverage of the cells in some rows and columns of pixels.
  private mutating func solve(
    rows part: Range<Int>, columns part2: Range<Int>, _ indices: UnsafeBufferPointer<Int32>, _ shared: Part,
    _ strip: borrowing CellStrip<Int64>, _ table: borrowing EdgeTable, _ area: inout OverlapArea
  ) {
    rows = 0
    for row in part { rows |= 1 << UInt32(row) }
    if rows == 0 { return }
    collectedColumns = part2
    layOut(strip)
    unsafe gather(indices, table, tileRow: shared.tileRow, height: shared.height, shared.frame, atMost: Int.max)
    var rest = rows
    while rest != 0 {
      evaluate(rest.trailingZeroBitCount, strip, &area, shared.rule)
      rest &= rest &- 1
    }
  }

  /// Reserves space for the pieces of each cell of `rows` and `collectedColumns`.
  private mutating func layOut(_ strip: borrowing CellStrip<Int64>) {
    if cellCount > placeCapacity {
      unsafe places.deallocate()
      placeCapacity = cellCount * 2
      unsafe places = .allocate(capacity: placeCapacity)
    }
    var end = 0
    var rest = rows
    while rest != 0 {
      let row = rest.trailingZeroBitCount
      rest &= rest &- 1
      for column in columns where strip.isTouched(column) {
        var (left, number) = unsafe rowCells[(column - columns.lowerBound) * Tile.edge + row]
        let counts = unsafe strip.tileCounts(column) + row * Tile.edge
        while left != 0 {
          let x = left.trailingZeroBitCount
          left &= left &- 1
          let start = end
          if collectedColumns.contains(column * Tile.edge + x) { unsafe end += Int(counts[x]) }
          unsafe (places + Int(number)).initialize(
            to: (Int32(truncatingIfNeeded: start), Int32(truncatingIfNeeded: end)))
          number += 1
        }
      }
    }
    pieceCount = 0
    reserve(end)
    pieceCount = end
    isLaidOut = true
  }

  /// Finds the coverage of the cells of a pixel row whose pieces were collected.
  private mutating func evaluate(
    _ row: Int, _ strip: borrowing CellStrip<Int64>, _ area: inout OverlapArea, _ rule: FillRule
  ) {
    var carry = unsafe strip.firstTouched == 0 ? strip.left[row] : 0
    for column in columns where strip.isTouched(column) && column * Tile.edge < collectedColumns.upperBound {
      let source = unsafe strip.tileCells(column) + row * CellStrip<Int64>.stride
      var (left, number) = unsafe rowCells[(column - columns.lowerBound) * Tile.edge + row]
      var sum = carry
      var x = 0
      while left != 0 {
        let end = left.trailingZeroBitCount
        left &= left &- 1
        while x <= end {
          unsafe sum &+= source[x]
          x += 1
        }
        if collectedColumns.contains(column * Tile.edge + end) {
          unsafe values[Int(number)] = unsafe TileSweep.byte(
            covered: area.covered(sum: Int(truncatingIfNeeded: sum), pieces, heads[Int(number)], rule))
        }
        number += 1
      }
      for x in 0...Tile.edge { unsafe carry &+= source[x] }
    }
  }
}
