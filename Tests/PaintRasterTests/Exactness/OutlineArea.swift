@testable import PaintRaster

/// The area that an outline's own sides enclose in each pixel, exactly and without fixed point, by signed sums.
///
/// So it is correct where the winding number within a pixel is only 0 and 1, or 0 and -1, as everywhere in a simple
/// outline.
struct OutlineArea {
  /// The covered part of each pixel, 0…1.
  let area: [Double]

  init(_ outline: Outline, width: Int, height: Int) {
    var sums = [Double](repeating: 0, count: width * height)
    var start = 0
    for end in outline.contours.ends {
      for i in start..<end {
        let a = outline.contours.points[i == start ? end - 1 : i - 1]
        let b = outline.contours.points[i]
        Self.add(a + outline.origin, b + outline.origin, width: width, height: height, &sums)
      }
      start = end
    }
    area = sums.map { Self.folded($0, outline.fillRule) }
  }

  private static func folded(_ sum: Double, _ rule: FillRule) -> Double {
    if rule == .nonzero { return min(abs(sum), 1) }
    let rest = abs(sum).truncatingRemainder(dividingBy: 2)
    return min(rest, 2 - rest)
  }

  /// Adds the area to the right of a side; that of an upward one counts positive.
  private static func add(_ a: Point, _ b: Point, width: Int, height: Int, _ sums: inout [Double]) {
    guard a.y != b.y else { return }
    let sign = a.y < b.y ? -1.0 : 1.0
    let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
    let end = min(lower.y, Double(height))
    var y = max(upper.y, 0)
    while y < end {
      let row = Int(y)
      let next = min(Double(row + 1), end)
      let x = upper.x + (lower.x - upper.x) * ((y - upper.y) / (lower.y - upper.y))
      let nextX = upper.x + (lower.x - upper.x) * ((next - upper.y) / (lower.y - upper.y))
      let (left, right) = (min(x, nextX), max(x, nextX))
      /// The area between the side and a vertical line to its right.
      func area(upTo line: Double) -> Double {
        if line <= left { return 0 }
        if line >= right { return (next - y) * (line - (left + right) / 2) }
        return (next - y) * (line - left) * (line - left) / (right - left) / 2
      }
      var before = area(upTo: 0)
      for column in 0..<width {
        let after = area(upTo: Double(column + 1))
        sums[row * width + column] += sign * (after - before)
        before = after
      }
      y = next
    }
  }
}
