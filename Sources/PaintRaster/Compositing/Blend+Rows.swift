// Unsafe: runs of pixels and masks come as pointers from the tiles and masks that lend them for one call.

extension Blend {
  /// Blends the colour onto `count` pixels where `mask` covers them.
  ///
  /// - Parameters:
  ///   - mask: coverage 0…255, `count` bytes, of any alignment.
  ///   - count: how many pixels, not negative.
  ///   - pixels: `count` words (`Pixel.bits`), changed in place; must not overlap `mask`.
  /// - Complexity: O(`count`); groups of eight that are not covered, or fully covered and opaque, cost one comparison.
  public func composite(mask: UnsafePointer<UInt8>, count: Int, onto pixels: UnsafeMutablePointer<UInt32>) {
    guard strength > 0 else { return }
    let mask = UnsafeRawPointer(mask)
    let row = RowKernel(self)
    var position = 0
    while position &+ 8 <= count {
      let coverage = UInt64(littleEndian: mask.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      if coverage != 0 {
        let target = UnsafeMutableRawPointer(pixels + position)
        if coverage == .max, strength == 255 {
          row.write(at: target)
          row.write(at: target + 16)
        } else {
          row.blend(UInt32(truncatingIfNeeded: coverage), at: target)
          row.blend(UInt32(truncatingIfNeeded: coverage &>> 32), at: target + 16)
        }
      }
      position &+= 8
    }
    while position < count {
      let coverage = mask.load(fromByteOffset: position, as: UInt8.self)
      let old = Pixel(bits: pixels[position])
      pixels[position] = Self.blended(coverage: coverage, color: color, strength: strength, onto: old).bits
      position &+= 1
    }
  }

  /// Blends the colour onto all of `count` pixels.
  ///
  /// - Parameters:
  ///   - count: how many pixels, not negative.
  ///   - pixels: `count` words (`Pixel.bits`), changed in place.
  public func fill(count: Int, pixels: UnsafeMutablePointer<UInt32>) {
    guard strength > 0, count > 0 else { return }
    guard strength < 255 else { return pixels.update(repeating: solid, count: count) }
    let row = RowKernel(self)
    var position = 0
    while position &+ 4 <= count {
      row.blend(.max, at: UnsafeMutableRawPointer(pixels + position))
      position &+= 4
    }
    while position < count {
      pixels[position] = blended(full: Pixel(bits: pixels[position])).bits
      position &+= 1
    }
  }
}

/// A blend's values for four pixels at a time, computed once a row.
private struct RowKernel {
  let color: BlendKernel.Color
  let strength: Float

  @inline(__always)
  init(_ blend: Blend) {
    color = BlendKernel.Color(FourWords(repeating: blend.solid))
    strength = Float(blend.strength)
  }

  /// Writes the opaque colour into four pixels.
  @inline(__always)
  func write(at target: UnsafeMutableRawPointer) {
    target.storeBytes(of: color.pixels, as: FourWords.self)
  }

  /// Blends onto four pixels; the first one's coverage is the lowest byte of `coverage`.
  @inline(__always)
  func blend(_ coverage: UInt32, at target: UnsafeMutableRawPointer) {
    if coverage == 0 { return }
    let old = target.loadUnaligned(as: FourWords.self)
    let n = BlendKernel.floats(bytesOf: coverage) * strength
    let new = BlendKernel.blended(color, n: n, onto: old)
    target.storeBytes(of: new, as: FourWords.self)
  }
}
