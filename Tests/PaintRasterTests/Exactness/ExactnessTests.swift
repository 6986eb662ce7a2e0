import Glibc
import Testing

@testable import PaintRaster

/// `make exact` sets the number of shapes of each brush; `make test` looks at a few.
private let shapes: UInt64 = {
  if let given = getenv("PAINT_EXACT_SHAPES"), let count = UInt64(String(cString: given)) { return count }
  #if DEBUG
    return 3
  #else
    return 100
  #endif
}()

@Suite("Coverage against the true area, brush by brush")
struct ExactnessTests {
  /// Lines a pixel on which the true area is taken; a level edge is off by up to half of one.
  private static let lines = 1_024
  /// What the parts of a shape must double up on for a pixel to count as one with overlaps.
  private static let overlapLimit = 0.001

  @Test(
    "every brush is within 1/255 of the true area, 2/255 where outlines overlap, and right on average",
    arguments: ExactBrush.allCases)
  func brush(_ brush: ExactBrush) throws {
    var simple = (error: 0.0, place: "")
    var overlapping = (error: 0.0, place: "")
    var (sum, pixels) = (0.0, 0)
    for seed in 0..<shapes {
      let sample = try brush.sample(seed: seed, lines: Self.lines)
      for i in sample.area.indices {
        let error = Double(sample.picture.bytes[i]) - 255 * sample.area[i]
        let place = { "\(sample.description), pixel \(i % ExactBrush.side), \(i / ExactBrush.side): \(error)" }
        if sample.overlap[i] < Self.overlapLimit {
          if abs(error) > simple.error { simple = (abs(error), place()) }
        } else if abs(error) > overlapping.error {
          overlapping = (abs(error), place())
        }
        if sample.area[i] > 0.001 && sample.area[i] < 0.999 {
          sum += error
          pixels += 1
        }
      }
    }
    let mean = sum / Double(max(pixels, 1))
    #expect(simple.error <= 1, "\(simple.place)")
    #expect(overlapping.error <= 2, "\(overlapping.place)")
    // Of n pixels the mean of rounding errors alone strays by 0.29/√n; along the side of a box they are all alike, so a
    // few shapes say nothing.
    #expect(shapes < 100 || abs(mean) < 0.02 + 1 / Double(max(pixels, 1)).squareRoot())
    print(
      "exact: " + Self.column(brush.rawValue, 24) + Self.column("\(shapes)", -8) + Self.column("\(pixels)", -10)
        + Self.column(Self.rounded(simple.error), -9) + Self.column(Self.rounded(overlapping.error), -9)
        + Self.column(Self.rounded(mean), -9))
  }

  @Test(
    "shapes that were wrong once: dashes that end near tight bends, and a path closed twice",
    arguments: [
      (.roundedRectDashes, 137), (.roundedRectDashes, 1_089), (.ellipseDashes, 574), (.curvedDashes, 1_006),
    ] as [(ExactBrush, UInt64)])
  func found(_ brush: ExactBrush, seed: UInt64) throws {
    let sample = try brush.sample(seed: seed, lines: Self.lines)
    for i in sample.area.indices {
      let error = abs(Double(sample.picture.bytes[i]) - 255 * sample.area[i])
      #expect(
        error <= (sample.overlap[i] < Self.overlapLimit ? 1 : 2),
        "\(sample.description), pixel \(i % ExactBrush.side), \(i / ExactBrush.side)")
    }
  }

  private static func column(_ text: String, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(abs(width) - text.count, 0))
    return width < 0 ? space + text : text + space
  }

  private static func rounded(_ value: Double) -> String {
    let thousandths = Int((abs(value) * 10_000).rounded())
    let digits = String(thousandths % 10_000)
    return (value < 0 ? "-" : "") + "\(thousandths / 10_000)." + String(repeating: "0", count: 4 - digits.count)
      + digits
  }
}
