import Glibc
import Testing

@testable import PaintRaster

private func number(_ variable: String) -> UInt64? { getenv(variable).flatMap { UInt64(String(cString: $0)) } }

/// `make exact` sets the number of shapes of each brush; `make test` uses only a few.
private let shapes: UInt64 = {
  #if DEBUG
    return number("PAINT_EXACT_SHAPES") ?? 3
  #else
    return number("PAINT_EXACT_SHAPES") ?? 30
  #endif
}()
/// The seed of the first of them.
private let firstShape = number("PAINT_EXACT_FIRST") ?? 0

@Suite("Coverage against the true area, brush by brush")
struct ExactnessTests {
  /// Lines a pixel on which the true area is computed; a horizontal edge is off by up to half of one.
  private static let lines = 1_024
  /// The overlap of a shape's parts above which a pixel counts as one with overlaps.
  private static let overlapLimit = 0.001
  /// The same for the outline's own area, which counts overlaps twice.
  private static let simpleLimit = 0.000_01

  @Test(
    """
    every brush is within 1/255 of the true area, 2/255 where outlines overlap, correct on average; outlines alone are \
    within 1/2 of that
    """,
    arguments: ExactBrush.allCases)
  func brush(_ brush: ExactBrush) throws {
    var simple = (error: 0.0, place: "")
    var overlapping = (error: 0.0, place: "")
    var outline: (error: Double, place: String)?
    var (sum, pixels) = (0.0, 0)
    for seed in firstShape..<firstShape + shapes {
      let sample = try brush.sample(seed: seed, lines: Self.lines)
      for i in sample.area.indices {
        let error = Double(sample.picture.bytes[i]) - 255 * sample.area[i]
        let place = { "\(sample.description), pixel \(i % ExactBrush.side), \(i / ExactBrush.side): \(error)" }
        if let own = sample.outlineArea?[i], sample.overlap[i] < Self.simpleLimit {
          let error = 255 * abs(own - sample.area[i])
          if error >= outline?.error ?? 0 { outline = (error, place()) }
        }
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
    // The other half is for rounding to 1/255.
    if let outline { #expect(outline.error <= 0.5, "\(outline.place)") }
    // The mean of the rounding errors of n pixels alone has a deviation of 0.29/√n; along the side of a box they are
    // all equal, so a few shapes prove nothing.
    #expect(shapes < 100 || abs(mean) < 0.02 + 1 / Double(max(pixels, 1)).squareRoot())
    print(
      "exact: " + Self.column(brush.rawValue, 24) + Self.column("\(shapes)", -8) + Self.column("\(pixels)", -10)
        + Self.column(Self.rounded(simple.error), -9) + Self.column(Self.rounded(overlapping.error), -9)
        + Self.column(Self.rounded(mean), -9) + Self.column(outline.map { Self.rounded($0.error) } ?? "", -9))
  }

  @Test(
    """
    shapes that were wrong once: dashes that end near tight bends, a path closed twice, holes of flat ellipses, bends \
    within a sixteenth of a pixel, lines that end inside arrow heads
    """,
    arguments: [
      (.roundedRectDashes, 137), (.roundedRectDashes, 1_089), (.ellipseDashes, 574), (.curvedDashes, 1_006),
      (.ellipse, 586), (.pathFill, 743), (.curvedArrow, 1_980),
    ] as [(ExactBrush, UInt64)])
  func found(_ brush: ExactBrush, seed: UInt64) throws { try expectExact(brush, seed: seed) }

  @Test(
    """
    shapes whose true area was wrong once: the area of a wide line's normals in a tight bend, a dash that covers \
    a whole box, one that begins at the tip of a flat ellipse
    """,
    arguments: [(.path, 830), (.dashes, 888), (.ellipseDashes, 2_290)] as [(ExactBrush, UInt64)])
  func reference(_ brush: ExactBrush, seed: UInt64) throws { try expectExact(brush, seed: seed) }

  private func expectExact(_ brush: ExactBrush, seed: UInt64) throws {
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
