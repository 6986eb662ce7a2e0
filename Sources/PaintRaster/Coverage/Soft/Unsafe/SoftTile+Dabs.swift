// Unsafe: writes the sums, whose memory the tile owns.

/// Lines that are made of dabs: what each dab leaves of a pixel is multiplied.
extension SoftTile {
  /// Finds the coverages 0…1 of the pixels in blocks that are not empty.
  mutating func dabs(
    _ x: Int, _ y: Int, _ pieces: borrowing [SoftPiece], _ numbers: ArraySlice<UInt32>, flow: Float
  ) -> BlockStates {
    for place in 0..<Tile.pixelCount / 8 { unsafe sums[place] = Eight(repeating: 1) }
    var states = BlockStates(full: 0, empty: 0xFFFF)
    for number in numbers {
      let piece = pieces[Int(number)]
      let distance = piece.place(x, y).square.squareRoot()
      let beyond = Self.blockReach + Self.slack + piece.reach * 1e-5
      let width = Swift.max(share * piece.radius, 1)
      let strength = flow * piece.opacity
      let isNear = distance .< piece.radius + beyond
      let isInside = distance .< piece.radius - width - beyond
      for block in 0..<16 where isNear[block] {
        states.empty &= ~(1 << UInt32(block))
        let target = unsafe sums + block * 8
        if isInside[block] {
          for row in 0..<8 { unsafe target[row] *= 1 - strength }
        } else {
          unsafe stamp(
            piece, strength, factor: 1 / width, column: x + (block & 3) * 8, row: y + (block >> 2) * 8, to: target)
        }
      }
    }
    for place in 0..<Tile.pixelCount / 8 { unsafe sums[place] = 1 - sums[place] }
    return states
  }

  /// Multiplies what is left of a block's pixels by what a dab leaves of them.
  @inline(__always)
  private func stamp(
    _ dab: SoftPiece, _ strength: Float, factor: Float, column: Int, row: Int, to left: UnsafeMutablePointer<Eight>
  ) {
    // Whole numbers first, which is exact: the sum does not depend on where the block begins.
    let dx = Self.columns + Float(column - Int(dab.x)) + dab.along
    let square = dx * dx
    for line in 0..<8 {
      let dy = Float(row &+ line &- Int(dab.y)) - dab.across
      let distance = (square + dy * dy).squareRoot()
      unsafe left[line] *= 1 - Self.smooth((dab.radius - distance) * factor) * strength
    }
  }
}
