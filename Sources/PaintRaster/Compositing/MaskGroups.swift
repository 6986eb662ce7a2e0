// Unsafe: masks and pixels come as pointers that are lent for one call.

extension CoverageMask {
  /// Calls `solid` and `partial` with the place (row · 32 + column) of each group of four pixels that is covered: wholly,
  /// or with the four coverages, the leftmost in the lowest byte.
  @inline(__always)
  func forEachGroup(rows: Range<Int>, solid: (Int) -> Void, partial: (Int, UInt32) -> Void) {
    let bytes = UnsafeRawPointer(self.bytes)
    for row in rows {
      var groups = UInt32(occupied[row])
      let whole = UInt32(self.solid[row])
      if whole == 255 {
        // The inside of a broad stroke: unrolled, so that opaque colours are a row of stores.
        for group in 0..<Tile.edge / 4 { solid(row &* Tile.edge &+ group &* 4) }
        continue
      }
      while groups != 0 {
        let group = groups.trailingZeroBitCount
        groups &= groups &- 1
        let place = row &* Tile.edge &+ group &* 4
        if (whole &>> UInt32(truncatingIfNeeded: group)) & 1 != 0 {
          solid(place)
        } else {
          partial(place, UInt32(littleEndian: bytes.load(fromByteOffset: place, as: UInt32.self)))
        }
      }
    }
  }
}

/// Eight lanes: of four pixels either red and blue or green and alpha, or something for these in the lower lanes alone.
typealias EightHalves = SIMD8<UInt16>

extension BlendKernel {
  /// Each of the four bytes of `word`, lowest first, in a word of its own.
  @inline(__always)
  static func words(bytesOf word: UInt32) -> FourWords {
    FourWords(truncatingIfNeeded: unsafeBitCast(UInt32(littleEndian: word), to: SIMD4<UInt8>.self))
  }

  /// Sums of products of two bytes, divided by 255 and rounded to the nearest.
  ///
  /// For t = sum + 128 <= 65,153 that is (t + t/256)/256 in whole numbers, exactly; a tie cannot be, because 255 is odd.
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

  /// The opposite of both.
  @inline(__always)
  static func joined(redBlue: EightHalves, greenAlpha: EightHalves) -> FourWords {
    unsafeBitCast(redBlue | greenAlpha &<< 8, to: FourWords.self)
  }
}
