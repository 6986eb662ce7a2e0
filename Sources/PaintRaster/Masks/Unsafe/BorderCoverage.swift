// Unsafe: a scanner's masks are memory that is lent for one call; they are only read here.

/// The coverage of a shape and of an outline on one side of its border, in one tile.
///
/// Where both are partial in a pixel, their areas are known to be one in the other, or not to overlap. So the pixels need
/// not be blended twice: the whole is composited once, and a share of it has the colour of the outline.
public struct BorderCoverage: Sendable {
  /// The area of both.
  public let whole: StoredMask
  /// The share of the outline in it: round(255 · outline / whole).
  public let share: StoredMask

  /// The coverage of a shape and of an outline that is inside of it or next to it.
  public init(fill: CoverageMask, outline: CoverageMask, isInside: Bool) {
    whole = StoredMask(fill, outline) { fill, outline in isInside ? fill : UInt8(min(Int(fill) + Int(outline), 255)) }
    share = StoredMask(fill, outline) { fill, outline in
      let whole = isInside ? Int(fill) : min(Int(fill) + Int(outline), 255)
      if whole == 0 || outline == 0 { return 0 }
      return UInt8(min((2 * 255 * Int(outline) + whole) / (2 * whole), 255))
    }
  }
}

extension StoredMask {
  /// The coverages that a function of those of two masks gives; 0 where both are 0.
  fileprivate init(_ first: CoverageMask, _ second: CoverageMask, _ combined: (UInt8, UInt8) -> UInt8) {
    let low = min(first.rows.lowerBound, second.rows.lowerBound)
    let rows = low..<max(low, first.rows.upperBound, second.rows.upperBound)
    self.init(rows: rows) { place in unsafe combined(first.bytes[place], second.bytes[place]) }
  }
}
