// Unsafe: owns the memory of a mask and of its sums; bounds checks would double the inner loops.

/// Computes the coverage of one tile after the other by the pieces of a soft line that come near it.
///
/// A tile is divided into blocks of 8 x 8 pixels. For each block the largest coverage that is certain is found first, from
/// the distances of its centre; pieces that cannot exceed it are skipped there. What is skipped never has a part in the
/// result, so the bytes do not depend on where blocks and tiles begin.
@safe struct SoftTile: ~Copyable {
  typealias Eight = SIMD8<Float>
  typealias Sixteen = SIMD16<Float>

  /// The farthest centre of a pixel from the centre of its block, and from that of its tile, in pixels, rounded up.
  static let blockReach: Float = 4.96
  static let tileReach: Float = 21.93
  /// What rounding may do to a distance, in pixels.
  static let slack: Float = 0.02
  /// How far inside a piece's own strip a block must be to be nearer to it than to its ends, in pixels.
  static let margin: Float = 1
  /// The centres of the blocks from left to right and from top to bottom, relative to the tile's first pixel.
  static let centersX = Sixteen(
    3.5, 11.5, 19.5, 27.5, 3.5, 11.5, 19.5, 27.5, 3.5, 11.5, 19.5, 27.5, 3.5, 11.5, 19.5, 27.5)
  static let centersY = Sixteen(
    3.5, 3.5, 3.5, 3.5, 11.5, 11.5, 11.5, 11.5, 19.5, 19.5, 19.5, 19.5, 27.5, 27.5, 27.5, 27.5)
  static let columns = Eight(0, 1, 2, 3, 4, 5, 6, 7)

  /// The coverage as bytes, then the occupied and the solid groups of each row.
  private let bytes: UnsafeMutablePointer<UInt8>
  /// By pixel, block by block: the square of the distance, or the coverage 0…1.
  let sums: UnsafeMutablePointer<Eight>
  let share: Float
  /// Half the width of a uniform line; 0 for others.
  let radius: Float
  /// How much of the paint a dab gives; nil for a continuous line.
  let flow: Float?

  init(_ line: SoftLine) {
    share = Float(line.falloff.share)
    radius = Float(line.radius ?? 0)
    flow = line.flow.map { Float($0) }
    unsafe bytes = .allocate(capacity: Tile.pixelCount + 2 * Tile.edge)
    unsafe bytes.initialize(repeating: 0, count: Tile.pixelCount + 2 * Tile.edge)
    unsafe sums = .allocate(capacity: Tile.pixelCount / 8)
    unsafe sums.initialize(repeating: Eight(repeating: 0), count: Tile.pixelCount / 8)
  }

  deinit {
    unsafe bytes.deallocate()
    unsafe sums.deallocate()
  }

  /// The coverage of the tile whose first pixel is there, relative to the line's origin; nil if it is empty.
  ///
  /// `numbers` are those of the pieces near it, in ascending order. A mask is valid until the next call.
  mutating func coverage(
    x: Int, y: Int, of pieces: borrowing [SoftPiece], _ numbers: ArraySlice<UInt32>
  ) -> TileCoverage? {
    let states: BlockStates
    if let flow {
      states = dabs(x, y, pieces, numbers, flow: flow)
    } else if radius > 0 {
      states = distances(x, y, pieces, numbers)
    } else {
      states = shares(x, y, pieces, numbers)
    }
    if states.isFull { return .full }
    return states.isEmpty ? nil : finish(states)
  }

  /// What is known of the blocks of a tile before their pixels are computed, a bit for each.
  struct BlockStates {
    /// Blocks whose pixels are all fully covered.
    var full: UInt32 = 0
    /// Blocks without coverage.
    var empty: UInt32 = 0

    var isFull: Bool { full == 0xFFFF }
    var isEmpty: Bool { empty == 0xFFFF }
    func isOpen(_ block: Int) -> Bool { (full | empty) >> UInt32(block) & 1 == 0 }
  }

  // MARK: The mask

  /// Turns the sums into bytes.
  private mutating func finish(_ states: BlockStates) -> TileCoverage? {
    let factor = radius > 0 ? 1 / Swift.max(share * radius, 1) : 1
    for block in 0..<16 {
      let target = unsafe UnsafeMutableRawPointer(bytes + (block >> 2) * 8 * Tile.edge + (block & 3) * 8)
      guard states.isOpen(block) else {
        let value = SIMD8<UInt8>(repeating: states.full >> UInt32(block) & 1 == 1 ? 255 : 0)
        for row in 0..<8 { unsafe target.storeBytes(of: value, toByteOffset: row &* Tile.edge, as: SIMD8<UInt8>.self) }
        continue
      }
      for row in 0..<8 {
        var value = unsafe sums[block &* 8 &+ row]
        if radius > 0 { value = Self.smooth((radius - value.squareRoot()) * factor) }
        unsafe target.storeBytes(of: Self.bytes(value), toByteOffset: row &* Tile.edge, as: SIMD8<UInt8>.self)
      }
    }
    return mask()
  }

  /// Coverages 0…1 as bytes, rounded to nearest.
  @inline(__always)
  private static func bytes(_ shares: Eight) -> SIMD8<UInt8> {
    // Added to 2^23 a number is rounded to an integer in its lowest bits.
    let rounded = shares * 255 + 8_388_608
    return SIMD8<UInt8>(truncatingIfNeeded: unsafe unsafeBitCast(rounded, to: SIMD8<UInt32>.self))
  }

  /// F: t²(3 − 2t), t clamped to 0…1.
  @inline(__always)
  static func smooth(_ t: Eight) -> Eight {
    var t = t.replacing(with: 0, where: t .< 0)
    t = t.replacing(with: 1, where: t .> 1)
    return t * t * (3 - 2 * t)
  }

  /// The mask, with the groups of four pixels that are all 0 or all 255; nil if all are 0.
  private func mask() -> TileCoverage? {
    let words = unsafe UnsafeRawPointer(bytes)
    let (occupied, solid) = unsafe (bytes + Tile.pixelCount, bytes + Tile.pixelCount + Tile.edge)
    var (first, last) = (Tile.edge, -1)
    for row in 0..<Tile.edge {
      var (some, all): (UInt8, UInt8) = (0, 0)
      for group in 0..<Tile.edge / 4 {
        let word = unsafe words.load(fromByteOffset: row &* Tile.edge &+ group &* 4, as: UInt32.self)
        some |= (word != 0 ? 1 : 0) << UInt8(truncatingIfNeeded: group)
        all |= (word == .max ? 1 : 0) << UInt8(truncatingIfNeeded: group)
      }
      unsafe occupied[row] = some
      unsafe solid[row] = all
      if some != 0 {
        first = Swift.min(first, row)
        last = row
      }
    }
    guard first <= last else { return nil }
    return unsafe .mask(
      CoverageMask(
        bytes: UnsafePointer(bytes), rows: first..<last + 1, occupied: UnsafePointer(occupied),
        solid: UnsafePointer(solid)))
  }
}
