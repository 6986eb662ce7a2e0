import Glibc
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintFilters

/// Resampled pictures, compared with double-precision sums.
struct ResamplingTests {
  static let sizes = [(45, 30), (90, 61), (30, 90), (7, 5), (1, 1), (200, 3), (91, 60), (180, 120)]

  static func kernel(_ method: ResamplingMethod, _ x: Double) -> Double {
    func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
    let x = abs(x)
    switch method {
    case .nearest: return 0
    case .bilinear: return max(0, 1 - x)
    case .bicubic:
      return x < 1 ? 1.5 * x * x * x - 2.5 * x * x + 1 : x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0
    case .lanczos3: return x < 3 ? sinc(x) * sinc(x / 3) : 0
    }
  }

  /// For each pixel of the new side, the weights of all pixels of the old side.
  static func weights(_ old: Int, _ new: Int, _ method: ResamplingMethod) -> [[Double]] {
    let scale = Double(old) / Double(new)
    let support: Double = method == .bilinear ? 1 : method == .bicubic ? 2 : 3
    return (0..<new).map { i in
      let center = (Double(i) + 0.5) * scale
      let reach = support * max(scale, 1)
      let values = (0..<old).map { j in
        // The kernel's ends as in Pillow.
        let isIn = j >= Int(max(0, center - reach + 0.5)) && j < Int(center + reach + 0.5)
        return isIn ? kernel(method, (Double(j) + 0.5 - center) / max(scale, 1)) : 0
      }
      let sum = values.reduce(0, +)
      return values.map { $0 / sum }
    }
  }

  static func reference(_ picture: PixelBlock, _ size: CanvasSize, _ method: ResamplingMethod) -> ReferencePicture {
    let old = ReferencePicture(picture)
    let across = weights(old.width, size.width, method)
    let down = weights(old.height, size.height, method)
    let rows = ReferencePicture(width: size.width, height: old.height) { x, y in
      var sum = SIMD4<Double>.zero
      for (column, weight) in across[x].enumerated() { sum += weight * old.pixels[y * old.width + column] }
      return sum
    }
    return ReferencePicture(width: size.width, height: size.height) { x, y in
      var sum = SIMD4<Double>.zero
      for (row, weight) in down[y].enumerated() { sum += weight * rows.pixels[row * size.width + x] }
      let alpha = min(max(sum.w, 0), 255)
      guard sum.w > 0 else { return .zero }
      // Straight colours are clamped, so no premultiplied colour exceeds its alpha.
      let straight: SIMD4<Double> = sum * 255 / sum.w
      var result = straight.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)) * alpha / 255
      result.w = alpha
      return result
    }
  }

  static func resampled(
    _ picture: PixelBlock, _ size: CanvasSize, _ method: ResamplingMethod, step: Int = 1 << 20, threads: Int = 1
  ) -> PixelBlock {
    let resampling = Resampling(from: picture.canvas, to: size, method: method)
    let result = PixelBlock(size.box)
    for y in stride(from: 0, to: size.height, by: step) {
      for x in stride(from: 0, to: size.width, by: step) {
        let block = PixelBlock(PixelBox(x: x, y: y, width: step, height: step).intersection(size.box))
        let source = picture.part(resampling.sourceBox(for: block.box))
        resampling.apply(to: source.source, writing: block.target, with: Workers(count: threads))
        for y in block.box.y..<block.box.maxY {
          for x in block.box.x..<block.box.maxX { result[x, y] = block[x, y] }
        }
      }
    }
    return result
  }

  static func size(_ width: Int, _ height: Int) throws -> CanvasSize {
    try #require(CanvasSize(width: width, height: height))
  }

  @Test(.enabled(if: isOptimised), arguments: [ResamplingMethod.bilinear, .bicubic, .lanczos3], sizes)
  func `a resampled picture is within one of double-precision sums`(_ method: ResamplingMethod, _ size: (Int, Int))
    throws
  {
    let size = try Self.size(size.0, size.1)
    let opaque = Pictures.noise(90, 60, alphas: [255], seed: 1)
    let blocks = Pictures.make(90, 60) { x, y in
      Pixel(red: UInt8(x * 2), green: 200, blue: UInt8(y * 2), alpha: (x / 7 + y / 9) % 2 == 0 ? 0 : 255)
    }
    for picture in [opaque, blocks, Pictures.noise(90, 60, seed: 2)] {
      let expected = Self.reference(picture, size, method)
      #expect(expected.largestDifference(from: Self.resampled(picture, size, method)) <= 1)
    }
  }

  @Test(
    .enabled(if: isOptimised), arguments: [ResamplingMethod.bilinear, .bicubic, .lanczos3],
    [(60, 45), (38, 90), (199, 120)])
  func `photographs, whole and cut out, are within one of double-precision sums`(
    _ method: ResamplingMethod, _ size: (Int, Int)
  ) throws {
    let size = try Self.size(size.0, size.1)
    for name in ["astronaut", "chelsea", "coffee"] {
      for isCutOut in [false, true] {
        let picture = try Photograph.load(name, width: 120, height: 90, isCutOut: isCutOut)
        let expected = Self.reference(picture, size, method)
        #expect(expected.largestDifference(from: Self.resampled(picture, size, method, threads: 2)) <= 1)
      }
    }
  }

  @Test(arguments: ResamplingMethod.allCases, sizes)
  func `boxes and threads change nothing`(_ method: ResamplingMethod, _ size: (Int, Int)) throws {
    let size = try Self.size(size.0, size.1)
    let picture = Pictures.noise(90, 60, seed: 3)
    let whole = Self.resampled(picture, size, method)
    #expect(Self.resampled(picture, size, method, step: 13, threads: 3).pixels == whole.pixels)
    #expect(Self.resampled(picture, size, method, step: 64).pixels == whole.pixels)
  }

  @Test(arguments: ResamplingMethod.allCases)
  func `the same size changes nothing, and a single colour does not change`(_ method: ResamplingMethod) throws {
    let picture = Pictures.noise(31, 22, seed: 4)
    #expect(Self.resampled(picture, picture.canvas, method).pixels == picture.pixels)
    for color in [Pixel.white, Pixel(red: 10, green: 200, blue: 77, alpha: 3)] {
      let plain = Pictures.make(31, 22) { _, _ in color }
      for size in Self.sizes {
        let result = Self.resampled(plain, try Self.size(size.0, size.1), method)
        #expect(result.pixels.allSatisfy { $0 == color })
      }
    }
  }

  @Test(arguments: sizes)
  func `nearest takes the pixel under the centre, with colours under alpha 0`(_ size: (Int, Int)) throws {
    let size = try Self.size(size.0, size.1)
    let picture = Pictures.noise(90, 60, seed: 5)
    let result = Self.resampled(picture, size, .nearest)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let old = (
          Int((Double(x) + 0.5) * 90 / Double(size.width)), Int((Double(y) + 0.5) * 60 / Double(size.height))
        )
        #expect(result[x, y] == picture[old.0, old.1])
      }
    }
  }

  @Test(arguments: ResamplingMethod.allCases, sizes + [(1, 60), (90, 1), (1, 300), (300, 1), (89, 59)])
  func `rows written one after the other equal those of a whole picture, however many are lent`(
    _ method: ResamplingMethod, _ size: (Int, Int)
  ) throws {
    let size = try Self.size(size.0, size.1)
    let picture = Pictures.noise(90, 60, seed: 6)
    let whole = Self.resampled(picture, size, method)
    let resampling = Resampling(from: picture.canvas, to: size, method: method)
    for (lent, made, threads) in [(1, 1, 1), (3, 7, 2), (60, 300, 1), (5, 300, 3), (60, 1, 2)] {
      // Only some of the columns, starting at a row in the middle.
      let columns = size.width / 3..<size.width
      let first = size.height / 4
      let rows = ResampledRows(resampling, columns: columns, from: first, with: Workers(count: threads))
      var y = first
      while y < size.height {
        let block = PixelBlock(
          PixelBox(x: columns.lowerBound, y: y, width: columns.count, height: min(made, size.height - y)))
        rows.write(block.target) { (row, take) throws(Never) in
          let part = picture.part(
            PixelBox(
              x: rows.sourceColumns.lowerBound, y: row, width: rows.sourceColumns.count,
              height: min(lent, picture.box.height - row)))
          take(part.source)
          withExtendedLifetime(part) {}
        }
        for y in block.box.y..<block.box.maxY {
          for x in columns where block[x, y] != whole[x, y] {
            Issue.record("(\(x), \(y)) differs, lent \(lent), made \(made)")
            return
          }
        }
        y += made
      }
      #expect(rows.row == size.height)
    }
  }
}
