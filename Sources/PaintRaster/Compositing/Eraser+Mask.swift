// Unsafe: masks and pixels come as pointers that are lent for one call.

extension Eraser {
  /// Dissolves rows of a tile into those of the base where the scanner's mask covers them.
  ///
  /// `pixels` are the tile's 1,024 words, changed in place; `base` are the words to restore, `stride` words from row to
  /// row.
  @inline(never)
  func composite(
    mask: CoverageMask, rows: Range<Int>, onto pixels: UnsafeMutablePointer<UInt32>,
    restoring base: UnsafePointer<UInt32>, stride: Int
  ) {
    let pixels = UnsafeMutableRawPointer(pixels)
    let base = UnsafeRawPointer(base)
    let isWhole = opacity == 1
    strengths.withUnsafeBufferPointer { strengths in
      @inline(__always)
      func dissolve(_ place: Int, _ coverage: UInt32) {
        let from = (place &>> 5) &* stride &+ place & (Tile.edge - 1)
        let source = base.loadUnaligned(fromByteOffset: from &* 4, as: FourWords.self)
        let m =
          isWhole
          ? BlendKernel.words(bytesOf: coverage)
          : FourWords(
            UInt32(strengths[Int(coverage & 0xFF)]), UInt32(strengths[Int(coverage &>> 8 & 0xFF)]),
            UInt32(strengths[Int(coverage &>> 16 & 0xFF)]), UInt32(strengths[Int(coverage &>> 24)]))
        if m == FourWords(repeating: 255) {
          return pixels.storeBytes(of: source, toByteOffset: place &* 4, as: FourWords.self)
        }
        let old = pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
        let new: FourWords
        if BlendKernel.areEmpty(source) {
          // With b = 0 the formula keeps the old colour and scales its alpha to (255 − m)·d / 255.
          let rest = unsafeBitCast(FourWords(repeating: 255) &- m, to: EightHalves.self)
          let left = BlendKernel.dividedBy255(rest &* unsafeBitCast(old &>> 24, to: EightHalves.self))
          let alpha = unsafeBitCast(left, to: FourWords.self) &<< 24
          new = (old & 0x00FF_FFFF | alpha).replacing(with: source, where: alpha .== 0)
            .replacing(with: old, where: m .== 0)
        } else {
          new = BlendKernel.dissolved(source, m: BlendKernel.floats(m), from: old)
        }
        pixels.storeBytes(of: new, toByteOffset: place &* 4, as: FourWords.self)
      }
      mask.forEachGroup(rows: rows) { place in
        for group in 0..<Tile.edge / 4 { dissolve(place &+ group &* 4, .max) }
      } solid: { place in
        dissolve(place, .max)
      } partial: { place, coverage in
        dissolve(place, coverage)
      }
    }
  }
}
