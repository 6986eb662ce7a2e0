// Unsafe: masks and pixels come as pointers that are lent for one call.

/// What a compositor does to a group of four neighbouring pixels.
///
/// A place is the index of the group's first pixel in its tile, row · 32 + column; the column is a multiple of 4.
protocol GroupKernel {
  /// Composites with full coverage.
  func fill(_ place: Int, of pixels: UnsafeMutableRawPointer)
  /// Composites a whole row of the tile with full coverage.
  func fillRow(_ place: Int, of pixels: UnsafeMutableRawPointer)
  /// Composites with these coverages, that of the leftmost pixel in the lowest byte; 0 leaves a pixel as it is.
  func composite(_ coverage: UInt32, _ place: Int, of pixels: UnsafeMutableRawPointer)
}

extension GroupKernel {
  /// The same as with the coverage 255 of each pixel, for kernels that have nothing faster.
  @inline(__always)
  func fill(_ place: Int, of pixels: UnsafeMutableRawPointer) { unsafe composite(.max, place, of: pixels) }

  /// The same as group by group, for kernels that have nothing faster.
  @inline(__always)
  func fillRow(_ place: Int, of pixels: UnsafeMutableRawPointer) {
    for group in 0..<Tile.edge / 4 { unsafe fill(place &+ group &* 4, of: pixels) }
  }
}

extension TileCoverage {
  /// Applies a kernel to all covered groups of pixels inside a tile-relative box.
  ///
  /// Inlined, so that each kernel has loops of its own. Their assembly should contain no packing of vectors lane by
  /// lane, and no call except that of the function that mixes four colours.
  @inline(__always)
  func forEachGroup(inside: PixelBox, of pixels: UnsafeMutablePointer<UInt32>, _ kernel: some GroupKernel) {
    let pixels = UnsafeMutableRawPointer(pixels)
    switch self {
    case .full where inside.intersection(.tile) == .tile:
      for row in 0..<Tile.edge { unsafe kernel.fillRow(row &* Tile.edge, of: pixels) }
    case .full: unsafe Self.forEachGroup(nil, inside: inside.intersection(.tile), of: pixels, kernel)
    case .mask(let mask):
      let rows = PixelBox(x: 0, y: mask.rows.lowerBound, width: Tile.edge, height: mask.rows.count)
      let box = inside.intersection(rows)
      if mask.hasGroups, box.width == Tile.edge {
        mask.forEachGroup(rows: box.y..<box.maxY) { place in
          unsafe kernel.fillRow(place, of: pixels)
        } solid: { place in
          unsafe kernel.fill(place, of: pixels)
        } partial: { place, coverage in
          unsafe kernel.composite(coverage, place, of: pixels)
        }
      } else {
        unsafe Self.forEachGroup(UnsafeRawPointer(mask.bytes), inside: box, of: pixels, kernel)
      }
    }
  }

  /// Applies a kernel to the covered groups in a box within the tile; without a mask, all are fully covered.
  @inline(__always)
  private static func forEachGroup(
    _ mask: UnsafeRawPointer?, inside box: PixelBox, of pixels: UnsafeMutableRawPointer, _ kernel: some GroupKernel
  ) {
    for y in box.y..<box.maxY {
      for left in stride(from: box.x & ~3, to: box.maxX, by: 4) {
        let place = y &* Tile.edge &+ left
        // The columns of the group that are in the box have coverage.
        let columns =
          UInt32.max &<< UInt32(max(box.x &- left, 0) &* 8) & UInt32.max &>> UInt32(max(left &+ 4 &- box.maxX, 0) &* 8)
        let coverage =
          unsafe columns
          & (mask.map { unsafe UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)) } ?? .max)
        if coverage == .max {
          unsafe kernel.fill(place, of: pixels)
        } else if coverage != 0 {
          unsafe kernel.composite(coverage, place, of: pixels)
        }
      }
    }
  }
}

extension CoverageMask {
  /// Calls `row` with the index (row · 32 + column) of each fully covered row, `solid` with that of each other fully
  /// covered group of four pixels, and `partial` with that of each partly covered group and its coverages, the leftmost
  /// in the lowest byte.
  @inline(__always)
  fileprivate func forEachGroup(
    rows: Range<Int>, row: (Int) -> Void, solid: (Int) -> Void, partial: (Int, UInt32) -> Void
  ) {
    let bytes = unsafe UnsafeRawPointer(self.bytes)
    var top = rows.lowerBound & ~7
    while top < rows.upperBound {
      // Eight rows at a time, one byte of the words each, so that loops end, and branches are mispredicted, less often.
      let above = UInt64(truncatingIfNeeded: max(rows.lowerBound &- top, 0) &* 8)
      let below = UInt64(truncatingIfNeeded: max(top &+ 8 &- rows.upperBound, 0) &* 8)
      let inside = (UInt64.max &<< above) & (UInt64.max &>> below)
      let start = top &* Tile.edge
      @inline(__always)
      func word(_ bits: UnsafePointer<UInt8>) -> UInt64 {
        unsafe UInt64(littleEndian: UnsafeRawPointer(bits).loadUnaligned(fromByteOffset: top, as: UInt64.self)) & inside
      }
      @inline(__always)
      func forEach(_ bits: UInt64, _ body: (Int) -> Void) {
        var rest = bits
        while rest != 0 {
          let bit = rest.trailingZeroBitCount
          rest &= rest &- 1
          body(start &+ bit &* 4)
        }
      }
      let whole = unsafe word(self.solid)
      let pairs = whole & whole &>> 1
      let fours = pairs & pairs &>> 2
      let full = fours & fours &>> 4 & 0x0101_0101_0101_0101
      forEach(full, row)
      forEach(whole & ~(full &* 255), solid)
      unsafe forEach(word(occupied) & ~whole) { place in
        unsafe partial(place, UInt32(littleEndian: bytes.load(fromByteOffset: place, as: UInt32.self)))
      }
      top &+= 8
    }
  }
}
