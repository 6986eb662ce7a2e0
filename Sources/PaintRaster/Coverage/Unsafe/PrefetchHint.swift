internal import CProcessor

// Unsafe: the processor's hint takes an address, where nothing is read.

/// The pixels of a tile that an outline passes, known before its coverage.
///
/// With it the owner of the tile's pixels can prefetch them. Lent for the duration of a call.
@safe public struct PrefetchHint {
  /// A bit for each row of pixels that the outline may run through.
  let rows: UInt32
  /// The cells of each row that it passes.
  let marks: UnsafePointer<StrandMarks>

  /// Prefetches a tile's pixels where the outline runs, which will be changed soon.
  public func prefetch(_ pixels: TilePixels) { unsafe prefetch(pixels.address) }

  /// Prefetches a tile's pixels where the outline runs, which will be changed soon.
  ///
  /// - Parameter pixels: `TilePixels.address`; nothing is read there.
  public func prefetch(_ pixels: UnsafeRawPointer) {
    // The tile's reference count is stored before them.
    unsafe processor_prefetch(pixels - 16)
    var rest = rows
    while rest != 0 {
      let row = rest.trailingZeroBitCount
      rest &= rest &- 1
      let once = unsafe marks[row].once
      if once == 0 { continue }
      let start = unsafe pixels + row &* Tile.edge &* 4
      unsafe processor_prefetch(start + once.trailingZeroBitCount &* 4)
      unsafe processor_prefetch(start + (31 &- once.leadingZeroBitCount) &* 4)
    }
  }
}
