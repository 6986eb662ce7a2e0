// Unsafe: masks and pixels come as pointers that are lent for one call.

extension Blend {
  /// Blends the colour onto rows of a tile where the scanner's mask covers them.
  ///
  /// `pixels` are the tile's 1,024 words, changed in place. The assembly of the loops should contain no call except
  /// that of `mixed`, and no packing of vectors lane by lane.
  @inline(never)
  func composite(mask: CoverageMask, rows: Range<Int>, onto pixels: UnsafeMutablePointer<UInt32>) {
    guard strength > 0 else { return }
    let pixels = UnsafeMutableRawPointer(pixels)
    if strength == 255 {
      let brush = OpaqueBrush(solid)
      mask.forEachGroup(rows: rows) { place in
        for group in 0..<Tile.edge / 4 { brush.write(at: pixels + (place &+ group &* 4) &* 4) }
      } solid: { place in
        brush.write(at: pixels + place &* 4)
      } partial: { place, coverage in
        brush.blend(coverage, at: pixels + place &* 4)
      }
    } else {
      let color = BlendKernel.Color(FourWords(repeating: solid))
      let strength = Float(strength)
      @inline(__always)
      func blend(_ n: FourFloats, at target: UnsafeMutableRawPointer) {
        let old = target.loadUnaligned(as: FourWords.self)
        target.storeBytes(of: BlendKernel.blended(color, n: n, onto: old), as: FourWords.self)
      }
      mask.forEachGroup(rows: rows) { place in
        for group in 0..<Tile.edge / 4 {
          blend(FourFloats(repeating: 255 * strength), at: pixels + (place &+ group &* 4) &* 4)
        }
      } solid: { place in
        blend(FourFloats(repeating: 255 * strength), at: pixels + place &* 4)
      } partial: { place, coverage in
        blend(BlendKernel.floats(bytesOf: coverage) * strength, at: pixels + place &* 4)
      }
    }
  }
}

/// An opaque colour, four pixels at a time.
private struct OpaqueBrush {
  private let words: FourWords
  private let redBlue: EightHalves
  private let greenAlpha: EightHalves

  @inline(__always)
  init(_ color: UInt32) {
    words = FourWords(repeating: color)
    redBlue = BlendKernel.redBlue(words)
    greenAlpha = BlendKernel.greenAlpha(words)
  }

  /// Writes it into four pixels.
  @inline(__always)
  func write(at target: UnsafeMutableRawPointer) { target.storeBytes(of: words, as: FourWords.self) }

  /// Blends it onto four pixels; the first one's coverage is the lowest byte.
  @inline(__always)
  func blend(_ coverage: UInt32, at target: UnsafeMutableRawPointer) {
    let old = target.loadUnaligned(as: FourWords.self)
    let m = BlendKernel.words(bytesOf: coverage)
    let new: FourWords
    if BlendKernel.areOpaque(old) {
      new = overOpaque(m, old)
    } else if BlendKernel.areEmpty(old) {
      new = (words & 0x00FF_FFFF | m &<< 24).replacing(with: old, where: m .== 0)
    } else {
      new = mixed(m, old)
    }
    target.storeBytes(of: new, as: FourWords.self)
  }

  /// With strength 255 over alpha 255 the formula becomes (m·Cs + (255 − m)·Cd) / 255, with 255 for both alphas.
  @inline(__always)
  private func overOpaque(_ m: FourWords, _ old: FourWords) -> FourWords {
    let both = unsafeBitCast(m | m &<< 16, to: EightHalves.self)
    let rest = EightHalves(repeating: 255) &- both
    return BlendKernel.joined(
      redBlue: BlendKernel.dividedBy255(both &* redBlue &+ rest &* BlendKernel.redBlue(old)),
      greenAlpha: BlendKernel.dividedBy255(both &* greenAlpha &+ rest &* BlendKernel.greenAlpha(old)))
  }

  /// Pixels at the border of an opaque area.
  @inline(never)
  private func mixed(_ m: FourWords, _ old: FourWords) -> FourWords {
    BlendKernel.blended(BlendKernel.Color(words), m: BlendKernel.floats(m), ontoAny: old)
  }
}
