import Testing

@testable import PaintRaster

/// Debug builds are slow, so they test fewer shapes. `make exact` compares very many more.
#if DEBUG
  private let shapes = 40
  private let side = 48
  private let lines = 256
  private let meanLimit = 0.05  // of few pixels
#else
  private let shapes = 250
  private let side = 96
  private let lines = 1_024
  private let meanLimit = 0.02
#endif

/// One level plus the error of the reference: horizontal edges are off by up to half a line.
private let simpleLimit = 1 + 127.5 / Double(lines)

@Suite("CoverageScanner against the true area")
struct TrueAreaTests {
  /// A pixel is away from overlaps if the parts of the outline (strips, wedges, caps; see TrueShape) overlap on less
  /// than a thousandth of it.
  static let overlapLimit = 0.001

  /// Largest and mean signed error away from overlaps, in 1/255, over the pixels that are partly covered.
  private func errors(_ picture: CoveragePicture, _ truth: TrueArea) -> (worst: Double, sum: Double, count: Int) {
    var worst = 0.0
    var sum = 0.0
    var count = 0
    for i in picture.bytes.indices where truth.overlap[i] < Self.overlapLimit {
      let error = Double(picture.bytes[i]) - 255 * truth.area[i]
      worst = max(worst, abs(error))
      if truth.area[i] > 0.001 && truth.area[i] < 0.999 {
        sum += error
        count += 1
      }
    }
    return (worst, sum, count)
  }

  @Test("random strokes of all brushes are within 1/255, 2/255 where they overlap, and correct on average")
  func randomStrokes() throws {
    var sum = 0.0
    var count = 0
    var worst = 0.0
    var overlapping = 0
    var overlapWorst = 0.0
    for seed in 0..<UInt64(shapes) {
      var generator = ShapeGenerator(seed: seed, side: Double(side))
      let shape = generator.shape()
      let style = generator.style()
      let picture = try CoveragePicture(Outline(strokeOf: shape, style: style), width: side, height: side)
      let truth = TrueArea(TrueShape(strokeOf: shape, style: style), width: side, height: side, lines: lines)
      let found = errors(picture, truth)
      #expect(found.worst <= simpleLimit, "seed \(seed): \(shape) \(style)")
      worst = max(worst, found.worst)
      sum += found.sum
      count += found.count
      for i in picture.bytes.indices where truth.overlap[i] >= Self.overlapLimit {
        let error = Double(picture.bytes[i]) - 255 * truth.area[i]
        overlapWorst = max(overlapWorst, abs(error))
        overlapping += 1
        #expect(abs(error) <= 2, "seed \(seed): \(shape) \(style), overlap at \(i % side), \(i / side)")
      }
    }
    let mean = sum / Double(max(count, 1))
    #expect(abs(mean) < meanLimit)
    print(
      "true area: worst \(worst)/255, mean \(mean)/255 of \(count) pixels; \(overlapping) with overlaps, worst \(overlapWorst)/255"
    )
  }

  @Test("random fills are within 1/255")
  func randomFills() throws {
    for seed in 0..<UInt64(shapes / 4) {
      var generator = ShapeGenerator(seed: seed + 5_000, side: Double(side))
      let (a, b) = (generator.point(), generator.point())
      for shape in [Shape.rect(a, b), .ellipse(a, b)] {
        let picture = try CoveragePicture(Outline(fillOf: shape), width: side, height: side)
        let truth = TrueArea(TrueShape(fillOf: shape), width: side, height: side, lines: lines)
        #expect(errors(picture, truth).worst <= simpleLimit, "seed \(seed + 5_000): \(shape)")
      }
    }
  }

  @Test("dashes of lines and boxes are at their positions along the path")
  func dashes() throws {
    for seed in 0..<UInt64(shapes / 4) {
      var generator = ShapeGenerator(seed: seed + 9_000, side: Double(side))
      var style = generator.style()
      style.width = generator.random.real(0.5...6)
      for _ in 0..<generator.random.whole(1...4) { style.dash.append(generator.random.real(4...30)) }
      style.dashOffset = generator.random.real(-60...60)
      let (a, b) = (generator.point(), generator.point())
      for shape in [Shape.line(a, b), .rect(a, b)] {
        let picture = try CoveragePicture(Outline(strokeOf: shape, style: style), width: side, height: side)
        let truth = TrueArea(TrueShape(strokeOf: shape, style: style), width: side, height: side, lines: lines)
        #expect(errors(picture, truth).worst <= simpleLimit, "seed \(seed + 9_000): \(shape) \(style)")
      }
    }
  }
}
