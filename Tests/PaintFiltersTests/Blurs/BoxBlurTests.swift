import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintFilters

struct BoxBlurTests {
  /// The mean in integer arithmetic, rounded half up.
  static func mean(_ picture: PixelBlock, _ x: Int, _ y: Int, _ radius: Int) -> Pixel {
    var sums = [0, 0, 0, 0]
    for v in y - radius...y + radius {
      for u in x - radius...x + radius {
        let pixel = picture[min(max(u, 0), picture.box.width - 1), min(max(v, 0), picture.box.height - 1)]
        let alpha = Int(pixel.alpha)
        sums[0] += Int(pixel.red) * alpha
        sums[1] += Int(pixel.green) * alpha
        sums[2] += Int(pixel.blue) * alpha
        sums[3] += alpha
      }
    }
    let count = (2 * radius + 1) * (2 * radius + 1)
    let alpha = (2 * sums[3] + count) / (2 * count)
    guard alpha > 0 else { return Pixel(bits: picture[x, y].bits & 0xFF_FFFF) }
    func color(_ sum: Int) -> UInt8 { UInt8((2 * sum + sums[3]) / (2 * sums[3])) }
    return Pixel(red: color(sums[0]), green: color(sums[1]), blue: color(sums[2]), alpha: UInt8(alpha))
  }

  @Test(arguments: [1, 2, 7, 40])
  func `every pixel is the exact mean of its square`(_ radius: Int) {
    guard isOptimised || radius < 3 else { return }
    let alphas: [[UInt8]] = [[255], [0, 1, 2, 128, 255], [0, 0, 0, 0, 0, 0, 0, 1]]
    for (seed, alphas) in alphas.enumerated() {
      let picture = Pictures.noise(37, 29, alphas: alphas, seed: UInt64(seed))
      let result = picture.filtered(BoxBlur(radius: radius), workers: Workers(count: 2))
      for y in 0..<29 { for x in 0..<37 { #expect(result[x, y] == Self.mean(picture, x, y, radius)) } }
    }
  }
}
