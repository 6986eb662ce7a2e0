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
    whole =
      isInside
      ? StoredMask(fill)
      : StoredMask(
        rows: min(fill.rows.lowerBound, outline.rows.lowerBound)..<max(fill.rows.upperBound, outline.rows.upperBound),
        groups: { y in unsafe fill.occupied[y] | outline.occupied[y] },
        { place in
          Self.four { pixel in
            unsafe min(UInt32(fill.bytes[place + pixel]) + UInt32(outline.bytes[place + pixel]), 255)
          }
        })
    share = StoredMask(rows: outline.rows, groups: { y in unsafe outline.occupied[y] }) { place in
      // Inside, most groups are filled completely: then the share is the outline.
      if isInside, Self.word(fill, place) == UInt32.max { return Self.word(outline, place) }
      return Self.four { pixel in
        let (fill, outline) = unsafe (UInt32(fill.bytes[place + pixel]), UInt32(outline.bytes[place + pixel]))
        let whole = isInside ? fill : min(fill + outline, 255)
        // Most pixels need no division.
        if outline >= whole { return whole == 0 ? 0 : 255 }
        return outline == 0 ? 0 : (2 * 255 * outline + whole) / (2 * whole)
      }
    }
  }

  /// Four values 0…255 as a word, the first one lowest.
  @inline(__always)
  private static func four(_ value: (Int) -> UInt32) -> UInt32 {
    value(0) | value(1) << 8 | value(2) << 16 | value(3) << 24
  }

  /// The coverages of a group of four pixels, the first one lowest.
  @inline(__always)
  private static func word(_ mask: CoverageMask, _ place: Int) -> UInt32 {
    unsafe UInt32(
      littleEndian: UnsafeRawPointer(mask.bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }
}
