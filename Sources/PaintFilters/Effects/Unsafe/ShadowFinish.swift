import PaintRaster

// Unsafe: rows of pixels and floats are read and written through pointers.

/// The old pixel over the shadow's colour, whose alpha is multiplied by the blurred alpha.
struct ShadowFinish: BlurFinish {
  private let color: FloatPixel
  private let strength: Float

  init(_ color: Pixel) {
    self.color = FloatPixel(samplesOf: color.bits)
    // From 0…65,025 to 0…1.
    strength = Float(color.alpha) / 255 / 65_025
  }

  /// With s and d the alphas (0…1) of the picture and of the shadow under it, the new alpha is s + d·(1 − s), and the
  /// colour is the mean of both with the weights s and d·(1 − s).
  @inline(__always)
  func pixel(blurred: FloatPixel, old: UInt32) -> UInt32 {
    guard old < 0xFF00_0000 else { return old }
    let samples = FloatPixel(samplesOf: old)
    let shown = samples.w
    let shadow = blurred.w * strength * (255 - shown)
    let alpha = shown + shadow
    // A shadow too faint to change alpha by one step changes nothing, not even colours under alpha 0.
    guard shadow >= 0.5 else { return old }
    var new = (samples * shown + color * shadow) * (1 / alpha)
    new.w = alpha
    return new.clampedToBytes.roundedBits
  }
}

extension ShadowFinish {
  /// Composites pixels over their shadow without a blur; the boxes of both are equal.
  func composite(_ old: PixelSource, over reader: EdgeReader, writing target: PixelTarget, with workers: Workers) {
    let box = target.box
    workers.forEachBand(of: box.height, cost: box.width * 10) { rows in
      let line = FloatRow(count: box.width)
      for y in box.y + rows.lowerBound..<box.y + rows.upperBound {
        unsafe reader.read(row: y, columns: box.x..<box.maxX, into: line.base)
        let before = unsafe old.row(y, from: box.x)
        let result = unsafe target.row(y, from: box.x)
        for x in 0..<box.width { unsafe result[x] = unsafe pixel(blurred: line.base[x], old: before[x]) }
      }
    }
  }
}
