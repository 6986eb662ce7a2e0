import Glibc
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintFilters

struct EffectsTests {
  @Test func `a vignette multiplies colours by its formula`() {
    let picture = Pictures.noise(60, 40, seed: 1)
    for (intensity, radius, center) in [
      (0.7, 1.0, FilterPoint.center), (-0.5, 0.6, FilterPoint(x: .pixels(10), y: .percent(75))), (1, 0, .center),
    ] {
      let result = picture.filtered(Vignette(intensity: intensity, radius: radius, center: center))
      let (cx, cy) = center == .center ? (30.0, 20.0) : (10, 30)
      for y in 0..<40 {
        for x in 0..<60 {
          let (old, new) = (picture[x, y], result[x, y])
          let distance = hypot(Double(x) + 0.5 - cx, Double(y) + 0.5 - cy) / hypot(30, 20)
          let t = radius == 0 ? 1 : min(1, distance * distance / (radius * radius))
          let factor = 1 - intensity * t * t * (3 - 2 * t)
          #expect(new.alpha == old.alpha)
          guard old.alpha > 0 else {
            #expect(new == old)
            continue
          }
          for (c, n) in [(old.red, new.red), (old.green, new.green), (old.blue, new.blue)] {
            #expect(abs(min(255, Double(c) * factor) - Double(n)) <= 0.501)
          }
        }
      }
    }
  }

  @Test func `squares are the exact means of their pixels, and one has the given centre`() {
    let picture = Pictures.noise(70, 50, seed: 2)
    for (scale, center) in [(8, FilterPoint.center), (5, FilterPoint(x: .pixels(3), y: .pixels(-7))), (200, .center)] {
      guard isOptimised || scale < 100 else { continue }
      let result = picture.filtered(Pixellate(scale: scale, center: center))
      let (cx, cy) = center == .center ? (35, 25) : (3, -7)
      for y in 0..<50 {
        for x in 0..<70 {
          func first(_ value: Int, _ center: Int) -> Int {
            let start = center - scale / 2
            return Int(floor(Double(value - start) / Double(scale))) * scale + start
          }
          let (left, top) = (first(x, cx), first(y, cy))
          var sums = [0, 0, 0, 0, 0]
          for v in max(0, top)..<min(50, top + scale) {
            for u in max(0, left)..<min(70, left + scale) {
              let pixel = picture[u, v]
              for (lane, c) in [pixel.red, pixel.green, pixel.blue].enumerated() {
                sums[lane] += Int(c) * Int(pixel.alpha)
              }
              sums[3] += Int(pixel.alpha)
              sums[4] += 1
            }
          }
          let alpha = (2 * sums[3] + sums[4]) / (2 * sums[4])
          func color(_ sum: Int) -> UInt8 { UInt8((2 * sum + sums[3]) / (2 * sums[3])) }
          let expected =
            alpha == 0
            ? Pixel(bits: picture[x, y].bits & 0xFF_FFFF)
            : Pixel(red: color(sums[0]), green: color(sums[1]), blue: color(sums[2]), alpha: UInt8(alpha))
          #expect(result[x, y] == expected)
        }
      }
    }
  }

  @Test(.enabled(if: isOptimised))
  func `grain has mean 0 and the given deviation, is independent, and depends on the seed`() {
    let gray = Pictures.make(256, 256) { _, _ in Pixel(red: 128, green: 128, blue: 128) }
    let result = gray.filtered(Noise(amount: 0.1, seed: 7))
    var sums = SIMD3<Double>.zero
    var squares = SIMD3<Double>.zero
    var products = SIMD4<Double>.zero
    var previous = SIMD3<Double>.zero
    for pixel in result.pixels {
      let value = SIMD3(Double(pixel.red), Double(pixel.green), Double(pixel.blue)) - 128
      sums += value
      squares += value * value
      products += SIMD4(value.x * value.y, value.y * value.z, value.x * previous.x, value.y * previous.x)
      previous = value
    }
    let count = 65_536.0
    for lane in 0..<3 {
      // Within four standard errors.
      #expect(abs(sums[lane] / count) < 0.4)
      #expect(abs((squares[lane] / count).squareRoot() - 25.5) < 0.3)
    }
    for lane in 0..<4 { #expect(abs(products[lane] / count) < 4 * 25.5 * 25.5 / 256) }
    #expect(gray.filtered(Noise(amount: 0.1, seed: 7)).pixels == result.pixels)
    #expect(gray.filtered(Noise(amount: 0.1, seed: 8)).pixels != result.pixels)
    let plain = gray.filtered(Noise(amount: 0.2, monochrome: true, seed: 1))
    #expect(plain.pixels.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
  }

  @Test(.enabled(if: isOptimised))
  func `a shadow is behind the picture, moved, blurred and in its colour`() {
    let color = Pixel(red: 20, green: 0, blue: 90, alpha: 180)
    let shapes = Pictures.make(80, 60) { x, y in
      (25..<50).contains(x) && (20..<40).contains(y)
        ? Pixel(red: 250, green: 100, blue: 3, alpha: x < 30 ? 100 : 255) : Pixel(bits: 0x0012_3456)
    }
    // The picture extended by its edge pixels, since these also cast shadows.
    let wide = Pictures.make(160, 140) { x, y in shapes[min(max(x - 40, 0), 79), min(max(y - 40, 0), 59)] }
    for (offset, radius) in [(SIMD2(8, 5), 3.0), ([-12, 30], 8), ([4, -4], 0)] {
      let result = shapes.filtered(DropShadow(offset: offset, radius: radius, color: color))
      let blurred = radius == 0 ? ReferencePicture(wide) : GaussianBlurTests.reference(wide, radius)
      for y in 0..<60 {
        for x in 0..<80 {
          let (old, new) = (shapes[x, y], result[x, y])
          let shadow = blurred.clamped(x + 40 - offset.x, y + 40 - offset.y).w / 255 * 180 / 255
          let shown = Double(old.alpha) / 255
          let alpha = shown + shadow * (1 - shown)
          #expect(abs(alpha * 255 - Double(new.alpha)) <= 1)
          guard alpha > 0 else { continue }
          for (c, s, n) in [(old.red, 20.0, new.red), (old.green, 0, new.green), (old.blue, 90, new.blue)] {
            let mixed = Double(c) * shown + s * shadow * (1 - shown)
            #expect(abs(mixed - Double(n) * Double(new.alpha) / 255) <= 1.01)
          }
        }
      }
    }
    let opaque = Pictures.noise(30, 20, alphas: [255], seed: 3)
    #expect(opaque.filtered(DropShadow(color: color)).pixels == opaque.pixels)
  }
}
