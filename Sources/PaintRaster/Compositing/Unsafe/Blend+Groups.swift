// Unsafe: pixels come as pointers that are lent for one call.

extension Blend {
  /// Blends the colour onto the covered pixels.
  @inline(never)
  public func composite(_ coverage: TileCoverage, inside: PixelBox, onto pixels: UnsafeMutablePointer<UInt32>) {
    if strength == 255 {
      unsafe coverage.forEachGroup(inside: inside, of: pixels, OpaqueKernel(solid))
    } else {
      unsafe coverage.forEachGroup(inside: inside, of: pixels, TranslucentKernel(self))
    }
  }
}

/// A colour with a strength below 255.
private struct TranslucentKernel: GroupKernel {
  private let color: BlendKernel.Color
  private let strength: Float

  @inline(__always)
  init(_ blend: Blend) {
    color = BlendKernel.Color(FourWords(repeating: blend.solid))
    strength = Float(blend.strength)
  }

  @inline(__always)
  func fill(_ place: Int, of pixels: UnsafeMutableRawPointer) {
    unsafe blend(FourFloats(repeating: 255 * strength), at: pixels + place &* 4)
  }

  @inline(__always)
  func composite(_ coverage: UInt32, _ place: Int, of pixels: UnsafeMutableRawPointer) {
    unsafe blend(BlendKernel.floats(bytesOf: coverage) * strength, at: pixels + place &* 4)
  }

  @inline(__always)
  private func blend(_ n: FourFloats, at target: UnsafeMutableRawPointer) {
    let old = unsafe target.loadUnaligned(as: FourWords.self)
    unsafe target.storeBytes(of: BlendKernel.blended(color, n: n, onto: old), as: FourWords.self)
  }
}

/// A colour with strength 255.
private struct OpaqueKernel: GroupKernel {
  private let words: FourWords
  private let redBlue: EightHalves
  private let greenAlpha: EightHalves

  @inline(__always)
  init(_ color: UInt32) {
    words = FourWords(repeating: color)
    redBlue = BlendKernel.redBlue(words)
    greenAlpha = BlendKernel.greenAlpha(words)
  }

  @inline(__always)
  func fill(_ place: Int, of pixels: UnsafeMutableRawPointer) {
    unsafe pixels.storeBytes(of: words, toByteOffset: place &* 4, as: FourWords.self)
  }

  @inline(__always)
  func composite(_ coverage: UInt32, _ place: Int, of pixels: UnsafeMutableRawPointer) {
    let target = unsafe pixels + place &* 4
    let old = unsafe target.loadUnaligned(as: FourWords.self)
    let m = BlendKernel.words(bytesOf: coverage)
    let new: FourWords
    if BlendKernel.areOpaque(old) {
      new = overOpaque(m, old)
    } else if BlendKernel.areEmpty(old) {
      new = (words & 0x00FF_FFFF | m &<< 24).replacing(with: old, where: m .== 0)
    } else {
      new = mixed(m, old)
    }
    unsafe target.storeBytes(of: new, as: FourWords.self)
  }

  /// With strength 255 over alpha 255 the formula becomes (m·Cs + (255 − m)·Cd) / 255, with 255 for both alphas.
  @inline(__always)
  private func overOpaque(_ m: FourWords, _ old: FourWords) -> FourWords {
    let both = unsafe unsafeBitCast(m | m &<< 16, to: EightHalves.self)
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
