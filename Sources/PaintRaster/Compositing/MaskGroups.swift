// Unsafe: masks and pixels come as pointers that are lent for one call.

extension CoverageMask {
  /// Calls `row` with the index (row · 32 + column) of each fully covered row, `solid` with that of each other fully
  /// covered group of four pixels, and `partial` with that of each partly covered group and its coverages, the leftmost
  /// in the lowest byte.
  @inline(__always)
  func forEachGroup(rows: Range<Int>, row: (Int) -> Void, solid: (Int) -> Void, partial: (Int, UInt32) -> Void) {
    let bytes = UnsafeRawPointer(self.bytes)
    var top = rows.lowerBound & ~7
    while top < rows.upperBound {
      // Eight rows at a time, one byte of the words each, so that loops end, and branches are mispredicted, less often.
      let above = UInt64(truncatingIfNeeded: max(rows.lowerBound &- top, 0) &* 8)
      let below = UInt64(truncatingIfNeeded: max(top &+ 8 &- rows.upperBound, 0) &* 8)
      let inside = (UInt64.max &<< above) & (UInt64.max &>> below)
      let start = top &* Tile.edge
      @inline(__always)
      func word(_ bits: UnsafePointer<UInt8>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawPointer(bits).loadUnaligned(fromByteOffset: top, as: UInt64.self)) & inside
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
      let whole = word(self.solid)
      let pairs = whole & whole &>> 1
      let fours = pairs & pairs &>> 2
      let full = fours & fours &>> 4 & 0x0101_0101_0101_0101
      forEach(full, row)
      forEach(whole & ~(full &* 255), solid)
      forEach(word(occupied) & ~whole) { place in
        partial(place, UInt32(littleEndian: bytes.load(fromByteOffset: place, as: UInt32.self)))
      }
      top &+= 8
    }
  }
}

/// Eight lanes: red and blue or green and alpha of four pixels, or values for these in the lower lanes only.
typealias EightHalves = SIMD8<UInt16>

extension BlendKernel {
  /// The four bytes of `word`, lowest first, each in its own word.
  @inline(__always)
  static func words(bytesOf word: UInt32) -> FourWords {
    FourWords(truncatingIfNeeded: unsafeBitCast(UInt32(littleEndian: word), to: SIMD4<UInt8>.self))
  }

  /// Sums of products of two bytes, divided by 255 and rounded to the nearest.
  ///
  /// For t = sum + 128 <= 65,153 that is exactly (t + t/256)/256 in integers; ties cannot occur, because 255 is odd.
  @inline(__always)
  static func dividedBy255(_ sums: EightHalves) -> EightHalves {
    let t = sums &+ EightHalves(repeating: 128)
    return (t &+ t &>> 8) &>> 8
  }

  /// Red and blue of four pixels.
  @inline(__always)
  static func redBlue(_ pixels: FourWords) -> EightHalves {
    unsafeBitCast(pixels & 0x00FF_00FF, to: EightHalves.self)
  }

  /// Green and alpha of four pixels.
  @inline(__always)
  static func greenAlpha(_ pixels: FourWords) -> EightHalves { unsafeBitCast(pixels, to: EightHalves.self) &>> 8 }

  /// The inverse of both.
  @inline(__always)
  static func joined(redBlue: EightHalves, greenAlpha: EightHalves) -> FourWords {
    unsafeBitCast(redBlue | greenAlpha &<< 8, to: FourWords.self)
  }
}
