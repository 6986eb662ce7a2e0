// Unsafe: pixels are written through a pointer that is lent for one call.

extension Gradient {
  /// The gradient's pixels in the tile at `index`.
  ///
  /// - Complexity: O(pixels).
  func tile(at index: TileIndex) -> Tile {
    switch geometry {
    case .linear(let a, let b): tile(at: index, LinearField(from: a, to: b, period: ramp.period))
    case .radial(let center, let x, let y):
      tile(at: index, RadialField(center: center, radiusX: x, radiusY: y, period: ramp.period))
    case .conic(let center, let degrees):
      tile(at: index, ConicField(center: center, degrees: degrees, period: ramp.period))
    }
  }

  private func tile(at index: TileIndex, _ field: some GradientField) -> Tile {
    let box = index.box
    var painter = RampPainter(ramp, isDithered: isDithered)
    return .pixels(
      unsafe TilePixels { words in
        for y in 0..<Tile.edge {
          let row = field.row(x: box.x, y: box.y + y)
          for x in stride(from: 0, to: Tile.edge, by: 8) {
            let shares = painter.wrapped(field.shares(row, column: x))
            let pixels = painter.pixels(shares, isMonotone: type(of: field).isMonotone, y: y)
            unsafe UnsafeMutableRawPointer(words + (y &* Tile.edge &+ x)).storeBytes(
              of: pixels, as: SIMD8<UInt32>.self)
          }
        }
      })
  }
}

/// Makes pixels of shares.
private struct RampPainter {
  private let pieces: [GradientRamp.Piece]
  private let isOpaque: Bool
  private let isRepeating: Bool
  private let isDithered: Bool
  private var place = 0

  init(_ ramp: GradientRamp, isDithered: Bool) {
    pieces = ramp.pieces
    isOpaque = ramp.isOpaque
    isRepeating = ramp.period.length > 0
    self.isDithered = isDithered
  }

  /// Shares of a repeating gradient in its first period.
  @inline(__always)
  func wrapped(_ shares: EightFloats) -> EightFloats {
    guard isRepeating else { return shares }
    var result = shares
    for lane in 0..<8 {
      let share = shares[lane]
      // Rounding can lead to the end of the period, where the next one begins.
      let part = share - share.rounded(.down)
      result[lane] = part < 1 ? part : 0
    }
    return result
  }

  @inline(__always)
  mutating func pixels(_ shares: EightFloats, isMonotone: Bool, y: Int) -> SIMD8<UInt32> {
    let (a, b) = (shares[0], shares[7])
    var (low, high) = a < b ? (a, b) : (b, a)
    if !isMonotone || isRepeating { (low, high) = (shares.min(), shares.max()) }
    find(low)
    let piece = pieces[place]
    if high < piece.end || place == pieces.count &- 1 { return colors(piece, shares, y) }
    return mixed(shares, y)
  }

  /// Moves to the piece of a share.
  @inline(__always)
  private mutating func find(_ share: Float) {
    while place > 0, share < pieces[place &- 1].end { place &-= 1 }
    while place < pieces.count &- 1, share >= pieces[place].end { place &+= 1 }
  }

  @inline(never)
  private mutating func mixed(_ shares: EightFloats, _ y: Int) -> SIMD8<UInt32> {
    var result = SIMD8<UInt32>.zero
    for lane in 0..<8 {
      find(shares[lane])
      result[lane] = colors(pieces[place], shares, y)[lane]
    }
    return result
  }

  @inline(__always)
  private func colors(_ piece: GradientRamp.Piece, _ shares: EightFloats, _ y: Int) -> SIMD8<UInt32> {
    // No infinite share times a slope of 0.
    let part = shares - piece.origin
    let offsets = isDithered ? Self.dither(y) : .zero
    @inline(__always)
    func channel(_ number: Int) -> SIMD8<UInt32> {
      // 1.5 · 2^23: adding it rounds to a whole number, which is in the lowest bits.
      let value = part * piece.slope[number] + (piece.color[number] + offsets) + 12_582_912
      return unsafe unsafeBitCast(value, to: SIMD8<UInt32>.self) & 255
    }
    let color = channel(0) | channel(1) &<< 8 | channel(2) &<< 16
    if isOpaque { return color | 0xFF00_0000 }
    let alpha = channel(3)
    return (color | alpha &<< 24).replacing(with: SIMD8<UInt32>(repeating: 0), where: alpha .== 0)
  }

  /// The thresholds of a row minus 1/2: Bayer's matrix of 8x8, from −63/128 to 63/128.
  @inline(__always)
  private static func dither(_ y: Int) -> EightFloats {
    func bits(_ x: Int, _ y: Int) -> Int {
      let both = x ^ y
      return (both & 1) << 5 | (y & 1) << 4 | (both & 2) << 2 | (y & 2) << 1 | (both & 4) >> 1 | (y & 4) >> 2
    }
    var row = EightFloats.zero
    for x in 0..<8 { row[x] = (Float(bits(x, y & 7)) + 0.5) / 64 - 0.5 }
    return row
  }
}
