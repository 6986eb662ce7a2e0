import Glibc
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintEditing

/// Metrics, compared with their definitions in plain loops over numbers.
@Suite("PictureMetric") struct PictureMetricTests {
  /// The definitions, sample by sample and window by window.
  private struct Plain {
    let width: Int
    let height: Int
    /// One plane per channel and picture, 0…255.
    var planes: [(first: [Double], second: [Double])] = []

    init(_ first: PlainPicture, _ second: PlainPicture) {
      (width, height) = (first.size.width, first.size.height)
      let isOpaque = (first.pixels + second.pixels).allSatisfy { Pixel(bits: $0).alpha == 255 }
      let channels: [KeyPath<Pixel, UInt8>] = [\.red, \.green, \.blue]
      for channel in channels {
        planes.append((Self.plane(first) { $0[keyPath: channel] }, Self.plane(second) { $0[keyPath: channel] }))
      }
      if !isOpaque { planes.append((Self.plane(first) { _ in 255 }, Self.plane(second) { _ in 255 })) }
    }

    private static func plane(_ picture: PlainPicture, _ sample: (Pixel) -> UInt8) -> [Double] {
      picture.pixels.map { Double(sample(Pixel(bits: $0))) * Double(Pixel(bits: $0).alpha) / 255 }
    }

    var rmse: Double {
      let squares = planes.flatMap { zip($0.first, $0.second).map { ($0 - $1) * ($0 - $1) } }
      return sqrt(squares.reduce(0, +) / Double(squares.count))
    }

    var psnr: Double { 20 * log10(255 / rmse) }

    var ssim: Double {
      let (columns, rows) = (min(11, width), min(11, height))
      var sum = 0.0
      var count = 0
      for plane in planes {
        for top in 0...height - rows {
          for left in 0...width - columns {
            sum += similarity(plane, left, top, columns, rows)
            count += 1
          }
        }
      }
      return sum / Double(count)
    }

    private func similarity(
      _ plane: (first: [Double], second: [Double]), _ left: Int, _ top: Int, _ columns: Int, _ rows: Int
    ) -> Double {
      var samples: [(weight: Double, x: Double, y: Double)] = []
      for row in 0..<rows {
        for column in 0..<columns {
          let (dx, dy) = (Double(column) - Double(columns - 1) / 2, Double(row) - Double(rows - 1) / 2)
          let place = (top + row) * width + left + column
          samples.append((exp(-(dx * dx + dy * dy) / (2 * 1.5 * 1.5)), plane.first[place], plane.second[place]))
        }
      }
      let total = samples.reduce(0) { $0 + $1.weight }
      func mean(_ value: (Double, Double) -> Double) -> Double {
        samples.reduce(0) { $0 + $1.weight * value($1.x, $1.y) } / total
      }
      let (x, y) = (mean { x, _ in x }, mean { _, y in y })
      let spread = mean { (a, b) in (a - x) * (a - x) + (b - y) * (b - y) }
      let shared = mean { (a, b) in (a - x) * (b - y) }
      let (c1, c2) = (0.01 * 255 * 0.01 * 255, 0.03 * 255 * 0.03 * 255)
      return (2 * x * y + c1) * (2 * shared + c2) / ((x * x + y * y + c1) * (spread + c2))
    }
  }

  /// Measures in pieces of random heights.
  private func measure(
    _ metric: PictureMetric, _ first: PlainPicture, _ second: PlainPicture, _ random: inout SeededGenerator
  ) -> Double {
    let meter = MetricMeter(metric, size: first.size)
    var row = 0
    while row < first.size.height {
      let rows = min(Int.random(in: 1...32, using: &random), first.size.height - row)
      let pixels = row * first.size.width..<(row + rows) * first.size.width
      meter.add(first.pixels.span.extracting(pixels), second.pixels.span.extracting(pixels), rows: rows)
      row += rows
    }
    return meter.value
  }

  /// A random picture, and the same with some noise in some rows.
  private func pair(_ size: CanvasSize, isOpaque: Bool, _ random: inout SeededGenerator) -> [PlainPicture] {
    var first = PlainPicture(size)
    let opaque: UInt32 = isOpaque ? 0xff00_0000 : 0
    for index in first.pixels.indices { first.pixels[index] = UInt32.random(in: 0 ... .max, using: &random) | opaque }
    var second = first
    let noisy = Int.random(in: 0..<size.height, using: &random)..<size.height
    let bits: UInt32 = Bool.random(using: &random) ? 0x0707_0707 : .max
    for index in second.pixels.indices where noisy.contains(index / size.width) {
      second.pixels[index] = (second.pixels[index] ^ (UInt32.random(in: 0 ... .max, using: &random) & bits)) | opaque
    }
    return [first, second]
  }

  @Test(
    "equals the definition, for opaque and other pictures and for sides shorter than the window",
    arguments: [
      (1, 1), (1, 40), (40, 1), (2, 3), (10, 10), (11, 11), (12, 11), (11, 12), (10, 50), (50, 9), (33, 47), (64, 32),
    ])
  func definition(width: Int, height: Int) throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    let size = try #require(CanvasSize(width: width, height: height))
    for isOpaque in [true, false] {
      let pair = pair(size, isOpaque: isOpaque, &random)
      let plain = Plain(pair[0], pair[1])
      let told = Comment(rawValue: "seed \(seed), opaque \(isOpaque)")
      for (first, second) in [(pair[0], pair[1]), (pair[1], pair[0])] {
        #expect(abs(measure(.rmse, first, second, &random) - plain.rmse) < 1e-9, told)
        #expect(abs(measure(.ssim, first, second, &random) - plain.ssim) < 1e-9, told)
        let psnr = measure(.psnr, first, second, &random)
        #expect(plain.rmse == 0 ? psnr == .infinity : abs(psnr - plain.psnr) < 1e-9, told)
      }
    }
  }

  @Test("does not depend on how the rows are divided, in any bit")
  func divisions() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    let size = try #require(CanvasSize(width: 29, height: 90))
    let pair = pair(size, isOpaque: false, &random)
    for metric in PictureMetric.allCases {
      let values = (0..<5).map { _ in measure(metric, pair[0], pair[1], &random).bitPattern }
      #expect(Set(values).count == 1, "seed \(seed): \(metric)")
    }
  }

  @Test("equal pictures and pictures that differ in hidden colours only have the perfect value")
  func equal() throws {
    var random = SeededGenerator(seed: 3)
    for (width, height) in [(1, 1), (5, 30), (40, 40)] {
      let size = try #require(CanvasSize(width: width, height: height))
      for isOpaque in [true, false] {
        var first = pair(size, isOpaque: isOpaque, &random)[0]
        if !isOpaque { for index in stride(from: 0, to: first.pixels.count, by: 3) { first.pixels[index] = 0 } }
        var second = first
        for index in second.pixels.indices where second.pixels[index] == 0 { second.pixels[index] = 0x00ab_cdef }
        #expect(measure(.rmse, first, second, &random) == 0)
        #expect(measure(.psnr, first, second, &random) == .infinity)
        #expect(measure(.ssim, first, second, &random) == 1)
      }
    }
  }

  @Test("black and white have the values of the formulas")
  func extremes() throws {
    var random = SeededGenerator(seed: 4)
    let size = try #require(CanvasSize(width: 20, height: 20))
    let black = PlainPicture(size, filledWith: .black)
    let white = PlainPicture(size, filledWith: .white)
    #expect(measure(.rmse, black, white, &random) == 255)
    #expect(measure(.psnr, black, white, &random) == 0)
    // Without variance only the means count: C1 / (255² + C1).
    #expect(abs(measure(.ssim, black, white, &random) - 6.5025 / (65_025 + 6.5025)) < 1e-12)
    // Transparent and opaque black differ in alpha alone, one of four channels.
    let clear = PlainPicture(size)
    #expect(measure(.rmse, black, clear, &random) == 127.5)
  }

  @Test("the sums hold the largest picture")
  func largest() throws {
    // 2^32 pixels with the largest difference; a row is added as often as it takes.
    let white = [UInt32](repeating: Pixel.white.bits, count: 65_536)
    let clear = [UInt32](repeating: 0, count: 65_536)
    let size = try #require(CanvasSize(width: 65_536, height: 65_536))
    let row = MetricMeter(.rmse, size: try #require(CanvasSize(width: 65_536, height: 1)))
    row.add(white.span, clear.span, rows: 1)
    #expect(row.value == 255)
    let (product, overflow) = UInt64(65_025 * 65_025).multipliedReportingOverflow(by: UInt64(size.width * size.height))
    #expect(!overflow && product > UInt64(Int64.max))
  }
}
