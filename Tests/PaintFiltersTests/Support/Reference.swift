import PaintRaster

@testable import PaintFilters

/// Reference pictures: simple double-precision arithmetic on whole pictures.
struct ReferencePicture {
  let width: Int
  let height: Int
  /// Red, green and blue times alpha / 255, and alpha; 0…255.
  var pixels: [SIMD4<Double>]

  /// The picture, premultiplied.
  init(_ picture: PixelBlock) {
    width = picture.box.width
    height = picture.box.height
    pixels = picture.pixels.map { pixel in
      let alpha = Double(pixel.alpha)
      return SIMD4(
        Double(pixel.red) * alpha / 255, Double(pixel.green) * alpha / 255, Double(pixel.blue) * alpha / 255, alpha)
    }
  }

  /// A picture made pixel by pixel.
  init(width: Int, height: Int, pixel: (Int, Int) -> SIMD4<Double>) {
    self.width = width
    self.height = height
    pixels = (0..<height).flatMap { y in (0..<width).map { x in pixel(x, y) } }
  }

  /// The pixel at (x, y), clamped to the edge.
  func clamped(_ x: Int, _ y: Int) -> SIMD4<Double> {
    pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
  }

  /// Weighted sums along rows and then along columns; weights from the centre outwards.
  func convolved(_ weights: [Double]) -> ReferencePicture {
    func sum(_ at: (Int) -> SIMD4<Double>) -> SIMD4<Double> {
      weights.indices.dropFirst().reduce(weights[0] * at(0)) { $0 + weights[$1] * (at($1) + at(-$1)) }
    }
    let rows = ReferencePicture(width: width, height: height) { x, y in sum { clamped(x + $0, y) } }
    return ReferencePicture(width: width, height: height) { x, y in sum { rows.clamped(x, y + $0) } }
  }

  /// The maximum difference from a picture's pixels, in alpha and in premultiplied colours.
  func largestDifference(from picture: PixelBlock) -> Double {
    var largest = 0.0
    for (expected, found) in zip(pixels, ReferencePicture(picture).pixels) {
      // Straight colours are rounded: half a step of a colour at this alpha is not an error of the mixing.
      for lane in 0..<4 { largest = max(largest, abs(expected[lane] - found[lane])) }
    }
    return largest
  }
}
