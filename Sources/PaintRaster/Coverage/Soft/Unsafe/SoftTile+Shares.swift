// Unsafe: writes the sums, whose memory the tile owns.

/// Lines whose width or opacity changes: the point of the path that covers a pixel most is found piece by piece.
extension SoftTile {
  /// Finds the coverages 0…1 of the pixels in blocks that are neither full nor empty.
  mutating func shares(
    _ x: Int, _ y: Int, _ pieces: borrowing [SoftPiece], _ numbers: ArraySlice<UInt32>
  ) -> BlockStates {
    var certain = Sixteen(repeating: 0)
    for number in numbers {
      let piece = pieces[Int(number)]
      let place = piece.place(x, y)
      let half = piece.radius + place.clamped * piece.slope
      let beyond = Self.blockReach + Self.slack + piece.reach * 1e-5
      let least = coverage(half, place.square.squareRoot() + beyond) * (piece.opacity + place.clamped * piece.fade)
      certain = certain.replacing(with: least, where: least .> certain)
    }
    var states = BlockStates()
    for block in 0..<16 where certain[block] == 1 { states.full |= 1 << UInt32(block) }
    if states.isFull { return states }
    for place in 0..<Tile.pixelCount / 8 { unsafe sums[place] = Eight(repeating: 0) }
    states.empty = 0xFFFF & ~states.full
    // Rounding must not hide a piece that gives as much.
    let needed = certain * 0.999
    for number in numbers {
      let piece = pieces[Int(number)]
      let place = piece.place(x, y)
      let beyond = Self.blockReach + Self.slack + piece.reach * 1e-5
      let most =
        coverage(Sixteen(repeating: piece.reach), place.square.squareRoot() - beyond) * piece.strongest
      let open = (most .>= needed) .& (most .> 0)
      for block in 0..<16 where open[block] && states.full >> UInt32(block) & 1 == 0 {
        states.empty &= ~(1 << UInt32(block))
        unsafe add(piece, column: x + (block & 3) * 8, row: y + (block >> 2) * 8, to: sums + block * 8)
      }
    }
    return states
  }

  /// The coverage at a distance, where half the width is `half`.
  @inline(__always)
  private func coverage(_ half: Sixteen, _ distance: Sixteen) -> Sixteen {
    let width = (half * share).replacing(with: 1, where: half * share .< 1)
    var t = (half - distance) / width
    t = t.replacing(with: 0, where: t .< 0)
    t = t.replacing(with: 1, where: t .> 1)
    return t * t * (3 - 2 * t)
  }

  @inline(__always)
  private func add(_ piece: SoftPiece, column: Int, row: Int, to sums: UnsafeMutablePointer<Eight>) {
    let dx = Self.columns + Float(column - Int(piece.x))
    let top = row - Int(piece.y)
    for row in 0..<8 {
      let dy = Float(top &+ row)
      let along = dx * piece.directionX + (dy * piece.directionY + piece.along)
      let across = dx * piece.directionY - (dy * piece.directionX - piece.across)
      let found = piece.fade == 0 ? steady(piece, along, across) : fading(piece, along, across)
      let most = unsafe sums[row]
      unsafe sums[row] = most.replacing(with: found, where: found .> most)
    }
  }

  // MARK: Opacity that does not change

  /// The largest coverage that the points of a piece give, by formulas.
  @inline(__always)
  private func steady(_ piece: SoftPiece, _ along: Eight, _ across: Eight) -> Eight {
    var most = beside(piece, along, across)
    let square = across * across
    let start = end(piece, half: piece.radius, (square + along * along).squareRoot())
    most = most.replacing(with: start, where: start .> most)
    if piece.isLast {
      let beyond = along - piece.length
      let end = end(piece, half: piece.endRadius, (square + beyond * beyond).squareRoot())
      most = most.replacing(with: end, where: end .> most)
    }
    return Self.smooth(most) * piece.opacity
  }

  /// (r − d) / w at a distance from an end, where half the width is `half`.
  @inline(__always)
  private func end(_ piece: SoftPiece, half: Float, _ distance: Eight) -> Eight {
    (half - distance) * (1 / (piece.isProportional ? Swift.max(share * half, Float.leastNormalMagnitude) : 1))
  }

  /// The largest (r − d) / w of the points between the ends; 0 where an end gives more.
  @inline(__always)
  private func beside(_ piece: SoftPiece, _ along: Eight, _ across: Eight) -> Eight {
    let slope = piece.slope
    let half = piece.radius + along * slope
    let none = Eight(repeating: 0)
    var (place, value): (Eight, Eight)
    if piece.isProportional {
      // d/r is least where s − along = slope · across² / r(along); there it is across / √(r(along)² + slope² · across²).
      let square = across * across
      place = along + square * slope / half
      let root = (half * half + square * (slope * slope)).squareRoot()
      value = (1 - Self.magnitude(across) / root) * (1 / share)
      value = value.replacing(with: none, where: half .<= 0)
    } else {
      // r − d is greatest where the line to the point has the angle with the path whose cosine is the slope.
      let cosine = 1 - slope * slope
      guard cosine > 0 else { return none }
      let root = cosine.squareRoot()
      place = along + Self.magnitude(across) * (slope / root)
      value = half - Self.magnitude(across) * root
    }
    value = value.replacing(with: none, where: place .< 0)
    return value.replacing(with: none, where: place .> piece.length)
  }

  @inline(__always)
  private static func magnitude(_ x: Eight) -> Eight { x.replacing(with: 0 - x, where: x .< 0) }

  // MARK: Opacity that changes

  /// How often the part of a piece that has the largest product is halved: until it is 1/64 of a pixel long.
  @inline(__always)
  private static func halvings(_ piece: SoftPiece) -> Int {
    var (rest, count) = (Swift.min(piece.length, 2 * piece.reach), 0)
    while rest > 1 / 64 {
      rest *= 0.5
      count += 1
    }
    return count
  }

  /// The largest product of coverage and opacity that the points of a piece give, found by halving.
  ///
  /// The logarithms of the opacity and of F are concave along a piece, so there is one maximum.
  @inline(__always)
  private func fading(_ piece: SoftPiece, _ along: Eight, _ across: Eight) -> Eight {
    let square = across * across
    // Points farther away give nothing.
    var room = piece.reach * piece.reach - square
    room = room.replacing(with: 0, where: room .< 0)
    let reach = room.squareRoot()
    var (low, high) = (Self.clamp(along - reach, piece.length), Self.clamp(along + reach, piece.length))
    for _ in 0..<Self.halvings(piece) {
      let middle = (low + high) * 0.5
      let rises = rise(piece, at: middle, along, square) .> 0
      low = low.replacing(with: middle, where: rises)
      high = middle.replacing(with: high, where: rises)
    }
    let (first, last) = (product(piece, at: low, along, square), product(piece, at: high, along, square))
    return first.replacing(with: last, where: last .> first)
  }

  /// The product of coverage and opacity at a place along the piece.
  @inline(__always)
  private func product(_ piece: SoftPiece, at place: Eight, _ along: Eight, _ square: Eight) -> Eight {
    let half = piece.radius + place * piece.slope
    let ahead = place - along
    let distance = (square + ahead * ahead).squareRoot()
    let factor = piece.isProportional ? 1 / (half * share) : Eight(repeating: 1)
    return Self.smooth((half - distance) * factor) * (piece.opacity + place * piece.fade)
  }

  @inline(__always)
  private static func clamp(_ place: Eight, _ length: Float) -> Eight {
    let place = place.replacing(with: 0, where: place .< 0)
    return place.replacing(with: Eight(repeating: length), where: place .> length)
  }

  /// A number with the sign of the derivative of the product at a place along the piece.
  @inline(__always)
  private func rise(_ piece: SoftPiece, at place: Eight, _ along: Eight, _ square: Eight) -> Eight {
    let half = piece.radius + place * piece.slope
    let ahead = place - along
    let distance = (square + ahead * ahead + 1e-12).squareRoot()
    let lean = ahead / distance
    let share = self.share
    var (value, change): (Eight, Eight)
    if piece.isProportional {
      value = (half - distance) / (half * share)
      change = (distance * piece.slope - lean * half) / (half * half * share)
    } else {
      value = half - distance
      change = piece.slope - lean
    }
    let capped = value.replacing(with: 1, where: value .> 1)
    let opacity = piece.opacity + place * piece.fade
    let falling: Eight = (6 - 6 * capped) * change * opacity
    let fading: Eight = (3 - 2 * capped) * capped * piece.fade
    let product = falling + fading
    // Where nothing is covered, towards where something may be.
    return product.replacing(with: change, where: value .<= 0)
  }
}
