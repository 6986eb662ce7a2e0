// Unsafe: runs of pixels and masks come as pointers from the tiles and masks that lend them for one call.

extension Eraser {
  /// Dissolves `count` pixels into those of the base where `mask` covers them.
  ///
  /// - Parameters:
  ///   - mask: coverage 0…255, `count` bytes, of any alignment.
  ///   - count: how many pixels, not negative.
  ///   - pixels: `count` words (`Pixel.bits`), changed in place; must not overlap the others.
  ///   - base: the `count` pixels to restore.
  /// - Complexity: O(`count`); groups of eight that are not covered, or fully restored, cost one comparison.
  public func composite(
    mask: UnsafePointer<UInt8>, count: Int, onto pixels: UnsafeMutablePointer<UInt32>,
    restoring base: UnsafePointer<UInt32>
  ) {
    let mask = UnsafeRawPointer(mask)
    let isWhole = strengths[255] == 255
    strengths.withUnsafeBufferPointer { strengths in
      var position = 0
      while position &+ 8 <= count {
        let coverage = UInt64(littleEndian: mask.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        if coverage != 0 {
          let target = UnsafeMutableRawPointer(pixels + position)
          let source = UnsafeRawPointer(base + position)
          if coverage == .max, isWhole {
            target.copyMemory(from: source, byteCount: 32)
          } else {
            dissolve(UInt32(truncatingIfNeeded: coverage), strengths, at: target, restoring: source)
            dissolve(UInt32(truncatingIfNeeded: coverage &>> 32), strengths, at: target + 16, restoring: source + 16)
          }
        }
        position &+= 8
      }
      while position < count {
        let coverage = mask.load(fromByteOffset: position, as: UInt8.self)
        let old = Pixel(bits: pixels[position])
        pixels[position] = dissolved(coverage: coverage, from: old, base: Pixel(bits: base[position])).bits
        position &+= 1
      }
    }
  }

  /// Dissolves four pixels; the first one's coverage is the lowest byte of `coverage`.
  @inline(__always)
  private func dissolve(
    _ coverage: UInt32, _ strengths: UnsafeBufferPointer<UInt8>, at target: UnsafeMutableRawPointer,
    restoring source: UnsafeRawPointer
  ) {
    if coverage == 0 { return }
    let m = BlendKernel.floats(
      FourWords(
        UInt32(strengths[Int(coverage & 0xFF)]), UInt32(strengths[Int(coverage &>> 8 & 0xFF)]),
        UInt32(strengths[Int(coverage &>> 16 & 0xFF)]), UInt32(strengths[Int(coverage &>> 24)])))
    let old = target.loadUnaligned(as: FourWords.self)
    let base = source.loadUnaligned(as: FourWords.self)
    target.storeBytes(of: BlendKernel.dissolved(base, m: m, from: old), as: FourWords.self)
  }
}
