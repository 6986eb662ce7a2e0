import PaintRaster

/// A filter whose result in a pixel depends on that pixel alone.
///
/// It changes colours and not alpha. Pixels with alpha 0 keep all four bytes, so that blank parts of a canvas cost
/// nothing. (Only a ``ColorMatrix`` that changes alpha applies to all pixels.)
public protocol ColorFilter: Filter {
  /// The definition: the colour that red, green, blue and alpha (0…255, not premultiplied) become, before clamping to
  /// 0…255 and rounding half up.
  func color(of color: SIMD4<Double>) -> SIMD4<Double>

  /// The fast form of the definition.
  var kernel: ColorKernel { get }
}

extension ColorFilter {
  /// The same box.
  public func sourceBox(for box: PixelBox, on canvas: CanvasSize) -> PixelBox { box }

  /// Applies the ``kernel``.
  public func apply(to source: PixelSource, writing target: PixelTarget, on canvas: CanvasSize, with workers: Workers) {
    let kernel = kernel
    let box = target.box
    workers.forEachBand(of: box.height, cost: box.width * 4) { rows in
      kernel.apply(to: source, writing: target, in: box.part(rows: rows))
    }
  }

  /// The pixel that `pixel` becomes by the definition.
  func pixel(of pixel: Pixel, changesAlpha: Bool = false) -> Pixel {
    guard pixel.alpha > 0 || changesAlpha else { return pixel }
    let old = SIMD4(Double(pixel.red), Double(pixel.green), Double(pixel.blue), Double(pixel.alpha))
    let new = color(of: old)
    return Pixel(
      red: Byte.rounded(new.x), green: Byte.rounded(new.y), blue: Byte.rounded(new.z),
      alpha: changesAlpha ? Byte.rounded(new.w) : pixel.alpha)
  }
}
