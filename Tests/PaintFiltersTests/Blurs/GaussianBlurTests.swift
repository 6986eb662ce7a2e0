import Glibc
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintFilters

/// Gaussian blurs, compared with the true Gaussian: double-precision sums with weights up to eight deviations.
struct GaussianBlurTests {
  static let radii = [0.2, 0.5, 1, 1.79, 2.5, 3.5, 3.7, 4, 5, 7.1, 7.3, 10, 14.5, 20, 40, 100]

  static func reference(_ picture: PixelBlock, _ radius: Double) -> ReferencePicture {
    var weights = (0...Int((8 * radius).rounded(.up))).map { exp(-Double($0 * $0) / (2 * radius * radius)) }
    let sum = 2 * weights.reduce(0, +) - weights[0]
    weights = weights.map { $0 / sum }
    return ReferencePicture(picture).convolved(weights)
  }

  @Test(arguments: radii)
  func `opaque and transparent pictures are within one of the true Gaussian`(_ radius: Double) {
    guard isOptimised || radius < 3 else { return }
    let side = isOptimised ? 90 : 24
    // Steps between black and white are the worst case.
    let steps = Pictures.make(side, side) { x, y in (x / 20 + y / 30) % 2 == 0 ? .black : .white }
    let opaque = Pictures.noise(side, side, alphas: [255], seed: 1)
    let holes = Pictures.make(side, side) { x, y in
      Pixel(red: UInt8(x * 2), green: 200, blue: UInt8(y * 2), alpha: (x / 15 + y / 25) % 2 == 0 ? 0 : 255)
    }
    for picture in [steps, opaque, holes, Pictures.noise(side, side, seed: 2)] {
      let expected = Self.reference(picture, radius)
      let found = picture.filtered(GaussianBlur(radius: radius), workers: Workers(count: 2))
      #expect(expected.largestDifference(from: found) <= 1)
    }
  }

  @Test(.enabled(if: isOptimised), arguments: ["astronaut", "chelsea", "coffee"], [1, 4, 40])
  func `photographs, whole and cut out, are within one of the true Gaussian`(_ name: String, _ radius: Double) throws {
    for isCutOut in [false, true] {
      let picture = try Photograph.load(name, width: 120, height: 90, isCutOut: isCutOut)
      let found = picture.filtered(GaussianBlur(radius: radius), workers: .all)
      #expect(Self.reference(picture, radius).largestDifference(from: found) <= 1)
    }
  }

  @Test(.enabled(if: isOptimised), arguments: [(1, 1), (1, 30), (2, 2), (5, 3), (33, 2)], [2, 4, 9, 40, 1000])
  func `small pictures and large radii are within one of the true Gaussian too`(_ size: (Int, Int), _ radius: Double) {
    let picture = Pictures.noise(size.0, size.1, seed: 8)
    // Beyond 1,000 pixels there is only the repeated edge.
    var weights = (0...1_000).map { exp(-Double($0 * $0) / (2 * radius * radius)) }
    weights[1_000] = (1_000...8_000).reduce(0) { $0 + exp(-Double($1 * $1) / (2 * radius * radius)) }
    let sum = 2 * weights.reduce(0, +) - weights[0]
    let expected = ReferencePicture(picture).convolved(weights.map { $0 / sum })
    #expect(expected.largestDifference(from: picture.filtered(GaussianBlur(radius: radius))) <= 1)
  }

  @Test(arguments: [1, 5, 30])
  func `a picture of one colour does not change, even if it is transparent or blank`(_ radius: Double) {
    for color in [Pixel.white, Pixel(red: 10, green: 200, blue: 77, alpha: 3), Pixel(bits: 0x00AB_CDEF)] {
      let picture = Pictures.make(50, 40) { _, _ in color }
      #expect(picture.filtered(GaussianBlur(radius: radius)).pixels == picture.pixels)
      #expect(picture.filtered(UnsharpMask(radius: radius, intensity: 3)).pixels == picture.pixels)
    }
  }

  @Test func `colours under alpha 0 do not bleed`() {
    let picture = Pictures.make(60, 20) { x, _ in x < 30 ? Pixel(red: 9, green: 90, blue: 200) : Pixel(bits: 0xFFFFFF) }
    let result = picture.filtered(GaussianBlur(radius: 4))
    for pixel in result.pixels where pixel.alpha > 0 {
      #expect(pixel.red == 9 && pixel.green == 90 && pixel.blue == 200)
    }
  }

  @Test(arguments: [0.7, 2.5, 6])
  func `sharpening equals the formula with the true Gaussian, and keeps alpha`(_ radius: Double) {
    let side = isOptimised ? 90 : 24
    for picture in [Pictures.noise(side, side, alphas: [255], seed: 3), Pictures.noise(side, side, seed: 4)] {
      let found = picture.filtered(UnsharpMask(radius: radius, intensity: 0.8)).pixels
      var largest = 0.0
      for ((old, mean), new) in zip(zip(picture.pixels, Self.reference(picture, radius).pixels), found) {
        #expect(new.alpha == old.alpha)
        guard old.alpha > 0 else {
          #expect(new == old)
          continue
        }
        for (c, m, n) in [
          (old.red, mean.x, new.red), (old.green, mean.y, new.green), (old.blue, mean.z, new.blue),
        ] {
          let sharp = Double(c) + 0.8 * (Double(c) - m * 255 / mean.w)
          largest = max(largest, abs(min(max(sharp, 0), 255) - Double(n)))
        }
      }
      #expect(largest <= 1)
    }
  }
}
