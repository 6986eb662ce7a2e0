// Unsafe: pixels and the base come as pointers that are lent for one call.

extension Eraser {
  /// Dissolves the covered pixels into those of the base.
  @inline(never)
  public func composite(_ coverage: TileCoverage, inside: PixelBox, onto pixels: UnsafeMutablePointer<UInt32>) {
    unsafe base.withUnsafeRows { base, stride in
      strengths.withLookup { strengths in
        let kernel = unsafe EraserKernel(base: UnsafeRawPointer(base), stride: stride, strengths: strengths)
        unsafe coverage.forEachGroup(inside: inside, of: pixels, kernel)
      }
    }
  }
}

@safe private struct EraserKernel: GroupKernel {
  let base: UnsafeRawPointer
  /// The words from one row of the base to the next.
  let stride: Int
  let strengths: Strengths.Lookup

  @inline(__always)
  func composite(_ coverage: UInt32, _ place: Int, of pixels: UnsafeMutableRawPointer) {
    let from = (place &>> 5) &* stride &+ place & (Tile.edge - 1)
    let source = unsafe base.loadUnaligned(fromByteOffset: from &* 4, as: FourWords.self)
    let m = strengths(bytesOf: coverage)
    if m == FourWords(repeating: 255) {
      return unsafe pixels.storeBytes(of: source, toByteOffset: place &* 4, as: FourWords.self)
    }
    let old = unsafe pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
    let new: FourWords
    if BlendKernel.areEmpty(source) {
      // With b = 0 the formula keeps the old colour and scales its alpha to (255 − m)·d / 255.
      let rest = unsafe unsafeBitCast(FourWords(repeating: 255) &- m, to: EightHalves.self)
      let left = unsafe BlendKernel.dividedBy255(rest &* unsafeBitCast(old &>> 24, to: EightHalves.self))
      let alpha = unsafe unsafeBitCast(left, to: FourWords.self) &<< 24
      new = (old & 0x00FF_FFFF | alpha).replacing(with: source, where: alpha .== 0)
        .replacing(with: old, where: m .== 0)
    } else {
      new = BlendKernel.dissolved(source, m: BlendKernel.floats(m), from: old)
    }
    unsafe pixels.storeBytes(of: new, toByteOffset: place &* 4, as: FourWords.self)
  }
}
