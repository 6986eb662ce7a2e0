// Unsafe: runs of pixels and masks come as pointers from the tiles and masks that lend them for one call.

extension LayeredBlend {
  /// Blends fill and outline onto `count` pixels where their masks cover them.
  ///
  /// - Parameters:
  ///   - fillMask: coverage of the fill 0…255, `count` bytes, of any alignment.
  ///   - outlineMask: coverage of the outline, likewise.
  ///   - count: how many pixels, not negative.
  ///   - pixels: `count` words (`Pixel.bits`), changed in place; must not overlap the masks.
  /// - Complexity: O(`count`); groups of eight with the same coverages are merged into one colour once.
  public func composite(
    fillMask: UnsafePointer<UInt8>, outlineMask: UnsafePointer<UInt8>, count: Int,
    onto pixels: UnsafeMutablePointer<UInt32>
  ) {
    strengths.withUnsafeBufferPointer { strengths in
      let row = RowKernel(fill: fill, outline: outline, strengths: strengths)
      let fills = UnsafeRawPointer(fillMask)
      let outlines = UnsafeRawPointer(outlineMask)
      var position = 0
      // The coverages of the previous run: most of a shape has one pair of coverages.
      var knownFill: UInt64 = 0
      var knownOutline: UInt64 = 0
      var known = Blend(color: .transparent, strength: 0)
      while position &+ 8 <= count {
        let filled = UInt64(littleEndian: fills.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        let outlined = UInt64(littleEndian: outlines.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        if filled != knownFill || outlined != knownOutline {
          if isOneByteRepeated(filled), isOneByteRepeated(outlined) {
            knownFill = filled
            knownOutline = outlined
            known = merged(
              fillCoverage: UInt8(truncatingIfNeeded: filled), outlineCoverage: UInt8(truncatingIfNeeded: outlined))
          } else {
            let target = UnsafeMutableRawPointer(pixels + position)
            row.blend(UInt32(truncatingIfNeeded: filled), UInt32(truncatingIfNeeded: outlined), at: target)
            row.blend(
              UInt32(truncatingIfNeeded: filled &>> 32), UInt32(truncatingIfNeeded: outlined &>> 32), at: target + 16)
            position &+= 8
            continue
          }
        }
        known.fill(count: 8, pixels: pixels + position)
        position &+= 8
      }
      while position < count {
        let new = blended(
          fillCoverage: fillMask[position], outlineCoverage: outlineMask[position],
          onto: Pixel(bits: pixels[position]))
        pixels[position] = new.bits
        position &+= 1
      }
    }
  }

  @inline(__always)
  private func isOneByteRepeated(_ word: UInt64) -> Bool {
    word == (word & 0xFF) &* 0x0101_0101_0101_0101
  }
}

/// A layered blend's values for four pixels at a time, computed once a row.
private struct RowKernel {
  let fill: BlendKernel.Color
  let fillStrength: Float
  let outline: BlendKernel.Color
  let outlineStrength: Float
  let strengths: UnsafeBufferPointer<UInt8>

  @inline(__always)
  init(fill: Pixel, outline: Pixel, strengths: UnsafeBufferPointer<UInt8>) {
    self.fill = BlendKernel.Color(FourWords(repeating: fill.bits))
    fillStrength = Float(fill.alpha)
    self.outline = BlendKernel.Color(FourWords(repeating: outline.bits))
    outlineStrength = Float(outline.alpha)
    self.strengths = strengths
  }

  /// Blends onto four pixels; the first one's coverages are the lowest bytes.
  @inline(__always)
  func blend(_ filled: UInt32, _ outlined: UInt32, at target: UnsafeMutableRawPointer) {
    if filled | outlined == 0 { return }
    let below = BlendKernel.blended(fill, n: BlendKernel.floats(bytesOf: filled) * fillStrength, ontoEmpty: .zero)
    let both = BlendKernel.blended(
      outline, n: BlendKernel.floats(bytesOf: outlined) * outlineStrength, onto: below)
    let strength = FourWords(
      UInt32(strengths[Int(both.x &>> 24)]), UInt32(strengths[Int(both.y &>> 24)]),
      UInt32(strengths[Int(both.z &>> 24)]), UInt32(strengths[Int(both.w &>> 24)]))
    let n = BlendKernel.floats(strength) * 255
    let old = target.loadUnaligned(as: FourWords.self)
    let new = BlendKernel.blended(BlendKernel.Color(both), n: n, onto: old)
    target.storeBytes(of: new, as: FourWords.self)
  }
}
