import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintFilters

struct MedianTests {
  /// The least sample such that it and all lower ones have at least half the total weight.
  static func median(_ samples: [(value: UInt8, weight: Int)]) -> UInt8 {
    let all = samples.reduce(0) { $0 + $1.weight }
    var sum = 0
    for sample in samples.sorted(by: { $0.value < $1.value }) {
      sum += sample.weight
      if 2 * sum >= all { return sample.value }
    }
    return 255
  }

  static func median(_ picture: PixelBlock, _ x: Int, _ y: Int, _ radius: Int) -> Pixel {
    var pixels: [Pixel] = []
    for v in y - radius...y + radius {
      for u in x - radius...x + radius {
        pixels.append(picture[min(max(u, 0), picture.box.width - 1), min(max(v, 0), picture.box.height - 1)])
      }
    }
    let alpha = median(pixels.map { ($0.alpha, 1) })
    guard alpha > 0 else { return Pixel(bits: picture[x, y].bits & 0xFF_FFFF) }
    return Pixel(
      red: median(pixels.map { ($0.red, Int($0.alpha)) }), green: median(pixels.map { ($0.green, Int($0.alpha)) }),
      blue: median(pixels.map { ($0.blue, Int($0.alpha)) }), alpha: alpha)
  }

  @Test(arguments: [1, 2, 3, 9, 20])
  func `every pixel is the median of its square, weighted by alpha`(_ radius: Int) {
    guard isOptimised || radius < 3 else { return }
    let alphas: [[UInt8]] = [[255], [0, 1, 2, 128, 255, 255], [0, 0, 0, 200]]
    for (seed, alphas) in alphas.enumerated() {
      let picture = Pictures.noise(61, 33, alphas: alphas, seed: UInt64(seed))
      let result = picture.filtered(Median(radius: radius))
      var wrong = 0
      for y in stride(from: 0, to: 33, by: radius > 5 ? 4 : 1) {
        for x in 0..<61 where result[x, y] != Self.median(picture, x, y, radius) { wrong += 1 }
      }
      #expect(wrong == 0)
    }
  }
}
