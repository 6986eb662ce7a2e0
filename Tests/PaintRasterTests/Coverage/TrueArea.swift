import Glibc

/// The true area of a shape in each pixel: exact horizontal extents on many lines per pixel row.
struct TrueArea {
  let width: Int
  let height: Int
  /// The covered part of each pixel, 0…1.
  private(set) var area: [Double]
  /// By how much the sum of the shape's parts exceeds the area they cover.
  private(set) var overlap: [Double]

  /// - Parameter lines: lines per pixel row; horizontal edges are off by up to half of 1/lines.
  init(_ shape: TrueShape, width: Int, height: Int, lines: Int = 1_024) {
    self.width = width
    self.height = height
    area = []
    overlap = []
    area.reserveCapacity(width * height)
    overlap.reserveCapacity(width * height)
    for row in 0..<height {
      var covered = RowSum(width: width)
      var counted = RowSum(width: width)
      var union = TrueRow(shape.union, row: row, width: width)
      var parts = TrueRow(shape.partsAreUnion ? [] : shape.parts, row: row, width: width)
      if !union.isEmpty || !parts.isEmpty || shape.curve != nil {
        for line in 0..<lines {
          let y = Double(row) + (Double(line) + 0.5) / Double(lines)
          union.cut(at: y)
          var end = -Double.infinity
          if let outer = shape.curve?.outer(y) {
            // A shape has either pieces or a curve.
            covered.add(outer.0, outer.1, 1)
          }
          for (low, high, _) in union.extents {
            if high > end {
              covered.add(max(low, end), high, 1)
              end = high
            }
            if shape.partsAreUnion { counted.add(low, high, 1) }
          }
          if let hole = shape.hole?.extent(at: y) ?? shape.curve?.hole(y) { covered.add(hole.0, hole.1, -1) }
          parts.cut(at: y)
          for (low, high, _) in parts.extents { counted.add(low, high, 1) }
        }
      }
      let sums = covered.pixels(scale: 1 / Double(lines))
      area += sums
      overlap +=
        parts.isEmpty && !shape.partsAreUnion
        ? [Double](repeating: 0, count: width) : zip(counted.pixels(scale: 1 / Double(lines)), sums).map { $0 - $1 }
    }
  }

  /// Sums lengths of extents per pixel of a row.
  private struct RowSum {
    private var partial: [Double]
    private var whole: [Double]

    init(width: Int) {
      partial = [Double](repeating: 0, count: width)
      whole = [Double](repeating: 0, count: width + 1)
    }

    mutating func add(_ low: Double, _ high: Double, _ weight: Double) {
      let low = max(low, 0)
      let high = min(high, Double(partial.count))
      guard low < high else { return }
      let first = Int(low)
      let last = Int(high)
      if first == last {
        partial[first] += (high - low) * weight
        return
      }
      partial[first] += (Double(first + 1) - low) * weight
      whole[first + 1] += weight
      whole[last] -= weight
      if last < partial.count { partial[last] += (high - Double(last)) * weight }
    }

    func pixels(scale: Double) -> [Double] {
      var sum = 0.0
      return partial.indices.map {
        sum += whole[$0]
        return (partial[$0] + sum) * scale
      }
    }
  }
}
