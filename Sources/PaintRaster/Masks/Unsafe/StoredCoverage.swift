// Unsafe: a scanner's mask is memory that is lent for one call; here it is copied, and lent again.

/// The coverage of a tile's pixels, kept until it is needed.
public enum StoredCoverage: Sendable {
  /// No pixel is covered.
  case empty
  /// All pixels are fully covered.
  case full
  /// Pixel by pixel.
  case mask(StoredMask)

  /// A copy of coverage that a scanner lends.
  public init(_ coverage: TileCoverage) {
    switch coverage {
    case .full: self = .full
    case .mask(let mask): self = .mask(StoredMask(mask))
    }
  }

  /// A copy of a scanner's mask, in which some pixels are known to be covered.
  init(_ coverage: TileCoverage, covered: TileMask?) {
    switch coverage {
    case .mask(let mask): self = .mask(StoredMask(mask, covered: covered))
    case .full: self = .full
    }
  }

  /// Lends the coverage; nil if no pixel is covered.
  ///
  /// - Throws: the errors of `body`.
  public func withCoverage<R, E: Error>(_ body: (TileCoverage?) throws(E) -> R) throws(E) -> R {
    switch self {
    case .empty: try body(nil)
    case .full: try body(.full)
    case .mask(let mask): try mask.withMask { (mask) throws(E) in try body(.mask(mask)) }
    }
  }

  /// Lends the coverage pixel by pixel.
  ///
  /// - Throws: the errors of `body`.
  public func withMask<R, E: Error>(_ body: (CoverageMask) throws(E) -> R) throws(E) -> R {
    switch self {
    case .empty: try StoredMask.empty.withMask(body)
    case .full: try StoredMask.full.withMask(body)
    case .mask(let mask): try mask.withMask(body)
    }
  }

  /// Lends a scanner's coverage pixel by pixel; nil means that no pixel is covered.
  ///
  /// - Throws: the errors of `body`.
  public static func withMask<R, E: Error>(
    of coverage: TileCoverage?, _ body: (CoverageMask) throws(E) -> R
  ) throws(E) -> R {
    switch coverage {
    case nil: try StoredMask.empty.withMask(body)
    case .full: try StoredMask.full.withMask(body)
    case .mask(let mask): try body(mask)
    }
  }
}

/// The coverage of 32x32 pixels, 0…255 each.
public struct StoredMask: Sendable {
  private let rows: Range<Int>
  /// The coverages, then for each row the groups of four pixels that are not empty, then those that are solid.
  private let bytes: [UInt8]

  fileprivate static let empty = StoredMask(.none)
  fileprivate static let full = StoredMask(.all)

  /// A mask with the coverage 255 for some pixels, and 0 for all others.
  public init(_ mask: TileMask) {
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: CoverageMask.byteCount) { buffer, count in
      unsafe CoverageMask.write(mask, to: buffer)
      count = CoverageMask.byteCount
    }
    rows = mask.occupiedRows
  }

  /// A copy of a mask, in which some pixels are known to be covered.
  init(_ mask: CoverageMask, covered: TileMask? = nil) {
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: CoverageMask.byteCount) { buffer, count in
      // The buffer is not empty, so it has an address.
      let base = unsafe buffer.baseAddress.unsafelyUnwrapped
      let occupied = unsafe base + Tile.pixelCount
      let solid = unsafe occupied + Tile.edge
      unsafe base.initialize(from: mask.bytes, count: Tile.pixelCount)
      unsafe occupied.initialize(from: mask.occupied, count: Tile.edge)
      unsafe solid.initialize(from: mask.solid, count: Tile.edge)
      count = CoverageMask.byteCount
      guard let covered else { return }
      for y in 0..<Tile.edge where covered.rows[y] != 0 {
        let row = unsafe base + y * Tile.edge
        for x in 0..<Tile.edge where covered.contains(x: x, y: y) { unsafe row[x] = 255 }
        unsafe (occupied[y], solid[y]) = (0, 0)
        for four in 0..<Tile.edge / 4 {
          let values = (0..<4).map { unsafe row[four * 4 + $0] }
          if values.contains(where: { $0 != 0 }) { unsafe occupied[y] |= 1 << UInt8(four) }
          if values.allSatisfy({ $0 == 255 }) { unsafe solid[y] |= 1 << UInt8(four) }
        }
      }
    }
    let more = covered?.occupiedRows ?? 0..<0
    rows =
      more.isEmpty
      ? mask.rows : min(mask.rows.lowerBound, more.lowerBound)..<max(mask.rows.upperBound, more.upperBound)
  }

  /// A mask with those coverages in some groups of four pixels of some rows, and 0 in the others.
  ///
  /// - Parameters:
  ///   - groups: the groups of a row, as bits like those of ``CoverageMask/occupied``.
  ///   - coverage: the coverages of a group, the first one lowest, by the index of its first pixel.
  @inline(__always)
  init(rows: Range<Int>, groups: (Int) -> UInt8, _ coverage: (Int) -> UInt32) {
    bytes = unsafe [UInt8](unsafeUninitializedCapacity: CoverageMask.byteCount) { buffer, count in
      // The buffer is not empty, so it has an address.
      let base = unsafe buffer.baseAddress.unsafelyUnwrapped
      unsafe base.initialize(repeating: 0, count: CoverageMask.byteCount)
      count = CoverageMask.byteCount
      for y in rows {
        var (occupied, solid): (UInt8, UInt8) = (0, 0)
        let groups = groups(y)
        for four in 0..<Tile.edge / 4 where groups &>> UInt8(four) & 1 != 0 {
          let place = y * Tile.edge + four * 4
          let values = coverage(place)
          unsafe UnsafeMutableRawPointer(base).storeBytes(
            of: values.littleEndian, toByteOffset: place, as: UInt32.self)
          if values != 0 { occupied |= 1 << UInt8(four) }
          if values == UInt32.max { solid |= 1 << UInt8(four) }
        }
        unsafe base[Tile.pixelCount + y] = occupied
        unsafe base[Tile.pixelCount + Tile.edge + y] = solid
      }
    }
    self.rows = rows
  }

  /// Lends the coverage.
  ///
  /// - Throws: the errors of `body`.
  public func withMask<R, E: Error>(_ body: (CoverageMask) throws(E) -> R) throws(E) -> R {
    let result = unsafe bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(E) in unsafe try body(CoverageMask(buffer, rows: rows)) }
    }
    return try result.get()
  }
}

extension TileMask {
  /// Lends these pixels as coverage, 255 or 0.
  public func withMask<R>(_ body: (CoverageMask) -> R) -> R {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CoverageMask.byteCount) { buffer in
      unsafe CoverageMask.write(self, to: buffer)
      return unsafe body(CoverageMask(UnsafeBufferPointer(buffer), rows: occupiedRows))
    }
  }

  /// The smallest range of rows that has all pixels.
  fileprivate var occupiedRows: Range<Int> {
    guard let first = (0..<Tile.edge).first(where: { rows[$0] != 0 }),
      let last = (0..<Tile.edge).last(where: { rows[$0] != 0 })
    else { return 0..<0 }
    return first..<last + 1
  }
}

extension CoverageMask {
  /// The bytes of a mask that is stored in one piece: coverages, occupied groups, solid groups.
  fileprivate static let byteCount = Tile.pixelCount + 2 * Tile.edge

  /// The mask in a piece of `byteCount` bytes.
  fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>, rows: Range<Int>) {
    precondition(bytes.count >= Self.byteCount, "a mask has coverages and two words for each row")
    // The buffer is not empty, so it has an address.
    let base = unsafe bytes.baseAddress.unsafelyUnwrapped
    unsafe self.init(
      bytes: base, rows: rows, occupied: base + Tile.pixelCount, solid: base + Tile.pixelCount + Tile.edge)
  }

  /// Writes a piece of `byteCount` bytes with the coverage 255 for some pixels, and 0 for all others.
  fileprivate static func write(_ mask: TileMask, to bytes: UnsafeMutableBufferPointer<UInt8>) {
    precondition(bytes.count >= byteCount, "a mask has coverages and two words for each row")
    let words = unsafe UnsafeMutableRawPointer(bytes.baseAddress.unsafelyUnwrapped)
    let groups = unsafe bytes.baseAddress.unsafelyUnwrapped + Tile.pixelCount
    for y in 0..<Tile.edge {
      let row = mask.rows[y]
      var (occupied, solid): (UInt8, UInt8) = (0, 0)
      for four in 0..<Tile.edge / 4 {
        let bits = row >> UInt32(four * 4) & 15
        // The product has bit i of the four at bit 8 · i, among others.
        let coverages = (bits &* 0x0020_4081 & 0x0101_0101) &* 255
        unsafe words.storeBytes(of: coverages.littleEndian, toByteOffset: y * Tile.edge + four * 4, as: UInt32.self)
        if bits != 0 { occupied |= 1 << UInt8(four) }
        if bits == 15 { solid |= 1 << UInt8(four) }
      }
      unsafe (groups + y).initialize(to: occupied)
      unsafe (groups + Tile.edge + y).initialize(to: solid)
    }
  }
}
