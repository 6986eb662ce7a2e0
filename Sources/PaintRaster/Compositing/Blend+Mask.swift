// Unsafe: masks and pixels come as pointers that are lent for one call.

extension Blend {
  /// Lays the colour over rows of a tile where the scanner's mask covers them.
  ///
  /// `pixels` are the tile's 1,024 words, changed in place. In the assembly there should be no call in the loop and no
  /// packing of vectors lane by lane.
  @inline(never)
  func composite(mask: CoverageMask, rows: Range<Int>, onto pixels: UnsafeMutablePointer<UInt32>) {
    guard strength > 0 else { return }
    let pixels = UnsafeMutableRawPointer(pixels)
    let color = BlendKernel.Color(FourWords(repeating: solid))
    if strength == 255 {
      let words = FourWords(repeating: solid)
      let redBlue = BlendKernel.redBlue(words)
      let greenAlpha = BlendKernel.greenAlpha(words)
      @inline(__always)
      func blend(_ place: Int, _ coverage: UInt32) {
        let old = pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
        let m = BlendKernel.words(bytesOf: coverage)
        let new: FourWords
        if BlendKernel.areOpaque(old) {
          // Strength 255 over alpha 255 leaves (m·Cs + (255 − m)·Cd) / 255 of the formula, with 255 for both alphas.
          let both = unsafeBitCast(m | m &<< 16, to: EightHalves.self)
          let rest = EightHalves(repeating: 255) &- both
          new = BlendKernel.joined(
            redBlue: BlendKernel.dividedBy255(both &* redBlue &+ rest &* BlendKernel.redBlue(old)),
            greenAlpha: BlendKernel.dividedBy255(both &* greenAlpha &+ rest &* BlendKernel.greenAlpha(old)))
        } else if BlendKernel.areEmpty(old) {
          new = (words & 0x00FF_FFFF | m &<< 24).replacing(with: old, where: m .== 0)
        } else {
          new = mixed(m, old)
        }
        pixels.storeBytes(of: new, toByteOffset: place &* 4, as: FourWords.self)
      }
      // Pixels on the rim of what is opaque; only where neither coverage nor alpha is 0 or 255 is there a division.
      @inline(__always)
      func mixed(_ m: FourWords, _ old: FourWords) -> FourWords {
        let alpha = old &>> 24
        let partial = (alpha .!= 0) .& (alpha .!= 255) .& (m .!= 0) .& (m .!= 255)
        if FourWords.zero.replacing(with: 1, where: partial) != .zero {
          return BlendKernel.blended(color, n: BlendKernel.floats(m) * 255, onto: old)
        }
        let both = unsafeBitCast(m | m &<< 16, to: EightHalves.self)
        let rest = EightHalves(repeating: 255) &- both
        let overOpaque = BlendKernel.joined(
          redBlue: BlendKernel.dividedBy255(both &* redBlue &+ rest &* BlendKernel.redBlue(old)),
          greenAlpha: BlendKernel.dividedBy255(both &* greenAlpha &+ rest &* BlendKernel.greenAlpha(old)))
        let overEmpty = words & 0x00FF_FFFF | m &<< 24
        return overOpaque.replacing(with: overEmpty, where: alpha .== 0).replacing(with: words, where: m .== 255)
          .replacing(with: old, where: m .== 0)
      }
      mask.forEachGroup(rows: rows) { place in
        pixels.storeBytes(of: words, toByteOffset: place &* 4, as: FourWords.self)
      } partial: { place, coverage in
        blend(place, coverage)
      }
    } else {
      let strength = Float(strength)
      mask.forEachGroup(rows: rows) { place in
        let old = pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
        let new = BlendKernel.blended(color, n: FourFloats(repeating: 255 * strength), onto: old)
        pixels.storeBytes(of: new, toByteOffset: place &* 4, as: FourWords.self)
      } partial: { place, coverage in
        let old = pixels.loadUnaligned(fromByteOffset: place &* 4, as: FourWords.self)
        let new = BlendKernel.blended(color, n: BlendKernel.floats(bytesOf: coverage) * strength, onto: old)
        pixels.storeBytes(of: new, toByteOffset: place &* 4, as: FourWords.self)
      }
    }
  }
}
