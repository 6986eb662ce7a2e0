internal import CProcessor

/// Where in a tile an outline runs, known before its coverage is.
///
/// Whoever holds the tile's pixels can have them fetched from memory in the meantime. Lent for the duration of a call.
public struct CoverageOutlook {
  /// A bit for each row of pixels that the outline may run through.
  let rows: UInt32
  /// The cells of each row that it passes.
  let marks: UnsafePointer<StrandMarks>

  /// Asks for the memory of a tile's pixels where the outline runs, which are to be changed soon.
  ///
  /// - Parameter pixels: `TilePixels.address`; nothing is read there.
  public func prefetch(_ pixels: UnsafeRawPointer) {
    // The tile's count of references lies before them.
    processor_prefetch(pixels - 16)
    var rest = rows
    while rest != 0 {
      let row = rest.trailingZeroBitCount
      rest &= rest &- 1
      let once = marks[row].once
      if once == 0 { continue }
      let start = pixels + row &* Tile.edge &* 4
      processor_prefetch(start + once.trailingZeroBitCount &* 4)
      processor_prefetch(start + (31 &- once.leadingZeroBitCount) &* 4)
    }
  }
}
