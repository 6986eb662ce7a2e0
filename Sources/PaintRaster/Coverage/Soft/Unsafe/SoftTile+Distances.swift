// Unsafe: writes the sums, whose memory the tile owns.

/// Lines of one width: the nearest point of the path decides.
extension SoftTile {
  /// Finds the squares of the distances of the pixels in blocks that are neither full nor empty.
  mutating func distances(
    _ x: Int, _ y: Int, _ pieces: borrowing [SoftPiece], _ numbers: ArraySlice<UInt32>
  ) -> BlockStates {
    var nearest = Sixteen(repeating: .infinity)
    for number in numbers {
      let square = pieces[Int(number)].place(x, y).square
      nearest = nearest.replacing(with: square, where: square .< nearest)
    }
    let inner = radius - Swift.max(share * radius, 1)
    var states = BlockStates()
    let distance = nearest.squareRoot()
    let beyond = Self.blockReach + Self.slack + radius * 1e-5
    for block in 0..<16 {
      if distance[block] + beyond <= inner { states.full |= 1 << UInt32(block) }
      if distance[block] - beyond >= radius { states.empty |= 1 << UInt32(block) }
    }
    if states.isFull || states.isEmpty { return states }
    for place in 0..<Tile.pixelCount / 8 { unsafe sums[place] = Eight(repeating: .infinity) }
    // No farther piece is the nearest one of a pixel.
    let limit = distance + 2 * beyond
    let limits = limit * limit
    var before: (number: UInt32, along: Sixteen)?
    for number in numbers {
      let piece = pieces[Int(number)]
      let place = piece.place(x, y)
      var previous: Sixteen?
      if piece.isJoined, let before, before.number &+ 1 == number { previous = before.along }
      before = (number, place.along)
      let near = place.square .<= limits
      for block in 0..<16 where near[block] && states.isOpen(block) {
        let ends = piece.isLong(radius) ? EndTest(piece, along: place.along[block]) : EndTest()
        var start = !ends.skipsStart
        if start, let previous, number > 0 {
          let former = pieces[Int(number) - 1]
          // Nearer to the piece before than to the end of that.
          if former.isLong(radius), previous[block] + former.halfBlock <= former.length - Self.margin { start = false }
        }
        let end = piece.isLast && !ends.skipsEnd
        guard ends.isBeside || start || end else { continue }
        unsafe add(
          piece, column: x + (block & 3) * 8, row: y + (block >> 2) * 8, beside: ends.isBeside, start: start, end: end,
          to: sums + block * 8)
      }
    }
    return states
  }

  @inline(__always)
  private func add(
    _ piece: SoftPiece, column: Int, row: Int, beside: Bool, start: Bool, end: Bool,
    to sums: UnsafeMutablePointer<Eight>
  ) {
    let dx = Self.columns + Float(column - Int(piece.x))
    let top = row - Int(piece.y)
    for row in 0..<8 {
      let dy = Float(top &+ row)
      let along = dx * piece.directionX + (dy * piece.directionY + piece.along)
      let across = dx * piece.directionY - (dy * piece.directionX - piece.across)
      let square = across * across
      var least = unsafe sums[row]
      if beside {
        var inside = square.replacing(with: .infinity, where: along .< 0)
        inside = inside.replacing(with: .infinity, where: along .> piece.length)
        least = least.replacing(with: inside, where: inside .< least)
      }
      if start {
        let whole = square + along * along
        least = least.replacing(with: whole, where: whole .< least)
      }
      if end {
        let beyond = along - piece.length
        let whole = square + beyond * beyond
        least = least.replacing(with: whole, where: whole .< least)
      }
      unsafe sums[row] = least
    }
  }
}

/// Which parts of a piece can be nearest to the pixels of a block.
private struct EndTest {
  /// Whether some pixels may be beside it, and not beyond its ends.
  var isBeside = true
  var skipsStart = false
  var skipsEnd = false

  init() {}

  /// - Parameter along: the place of the block's centre along the piece.
  @inline(__always)
  init(_ piece: SoftPiece, along: Float) {
    let half = piece.halfBlock
    isBeside = along + half >= 0 && along - half <= piece.length
    skipsStart = along - half >= SoftTile.margin
    skipsEnd = along + half <= piece.length - SoftTile.margin
  }
}

extension SoftPiece {
  /// Half the length of a block in the piece's direction, rounded up.
  @inline(__always)
  var halfBlock: Float { 3.5 * (abs(directionX) + abs(directionY)) + SoftTile.slack }

  /// Whether the distances from its ends differ by more than rounding does, for pixels beyond them.
  @inline(__always)
  func isLong(_ radius: Float) -> Bool { length > radius * radius * 2e-6 + 0.02 }

  /// The places of a tile's blocks.
  struct Place {
    /// Along the piece, from its start.
    var along: SIMD16<Float>
    /// Along the piece, at most as far as its ends.
    var clamped: SIMD16<Float>
    /// The squares of the distances of the blocks' centres.
    var square: SIMD16<Float>
  }

  /// Where the blocks are of the tile whose first pixel is there.
  @inline(__always)
  func place(_ tileX: Int, _ tileY: Int) -> Place {
    let dx = SoftTile.centersX + Float(tileX - Int(x))
    let dy = SoftTile.centersY + Float(tileY - Int(y))
    let along = dx * directionX + (dy * directionY + self.along)
    let across = dx * directionY - (dy * directionX - self.across)
    var clamped = along.replacing(with: 0, where: along .< 0)
    clamped = clamped.replacing(with: length, where: clamped .> length)
    let beyond = along - clamped
    return Place(along: along, clamped: clamped, square: across * across + beyond * beyond)
  }
}
