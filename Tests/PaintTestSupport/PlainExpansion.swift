/// Values 0…255 grown by a Euclidean distance, as the article on masks defines it, with plain loops over all pairs of
/// pixels.
public enum PlainExpansion {
  /// The values of rows of `width` pixels after growing by a distance.
  public static func expanded(_ values: [UInt8], width: Int, by distance: Double) -> [UInt8] {
    if distance == 0 { return values }
    let height = values.count / width
    func value(_ x: Int, _ y: Int) -> Double {
      Double(values[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]) / 255
    }
    let r = (distance * 256).rounded() / 256
    var discs: [(x: Double, y: Double, radius: Double, normal: (x: Double, y: Double))] = []
    var soft: [(x: Double, y: Double, value: UInt8)] = []
    var corners: [(x: Double, y: Double)] = []
    for x in 0..<width {
      for y in 0..<height where values[y * width + x] > 0 {
        let around = (-1...1).flatMap { dy in (-1...1).map { dx in value(x + dx, y + dy) } }
        let (least, most) = (around.min() ?? 0, around.max() ?? 0)
        if most < 1, most * 255 < 127.5 || least > 0 {
          soft.append((Double(x), Double(y), values[y * width + x]))
        } else if least < 1 {
          if around[4] == 1 { corners += boxCorners(of: values, width, x, y) }
          let outside = normal(around)
          discs.append((Double(x), Double(y), r + (inside(around, outside) * 256).rounded() / 256, outside))
        }
      }
    }
    return values.indices.map { place in
      if values[place] == 255 { return 255 }
      let (x, y) = (Double(place % width), Double(place / width))
      var best = values[place]
      for spot in soft where (spot.x - x) * (spot.x - x) + (spot.y - y) * (spot.y - y) <= r * r {
        best = max(best, spot.value)
      }
      var least = (power: Double.infinity, share: 0.0)
      for disc in discs {
        let square = (disc.x - x) * (disc.x - x) + (disc.y - y) * (disc.y - y)
        let power = square - disc.radius * disc.radius
        if power < least.power { least = (power, 0.5 + disc.radius - square.squareRoot()) }
      }
      var share = least.share
      for corner in corners {
        let (dx, dy) = (x - corner.x, y - corner.y)
        share = max(share, 0.5 + r - (dx * dx + dy * dy).squareRoot())
      }
      if distance <= 8 {
        for disc in discs {
          let (dx, dy) = (x - disc.x, y - disc.y)
          let away = dx * disc.normal.x + dy * disc.normal.y
          if away > 0, abs(dx * disc.normal.y - dy * disc.normal.x) <= 0.75 {
            share = max(share, 0.5 + disc.radius - away)
          }
        }
      }
      return max(best, UInt8((min(max(share, 0), 1) * 255).rounded()))
    }
  }

  /// The corners of a selected pixel that are corners of boxes: beyond both sides there nothing is selected, and each side
  /// goes on for another pixel, or ends at once on the other side, too.
  private static func boxCorners(of values: [UInt8], _ width: Int, _ x: Int, _ y: Int) -> [(x: Double, y: Double)] {
    let height = values.count / width
    func at(_ x: Int, _ y: Int) -> UInt8 {
      values[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
    }
    var corners: [(x: Double, y: Double)] = []
    for (h, v) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
      let outside = [at(x + h, y), at(x, y + v), at(x + h, y + v)]
      let alongRow = (at(x - h, y), at(x - h, y + v))
      let alongColumn = (at(x, y - v), at(x + h, y - v))
      let sides = [alongRow, alongColumn].allSatisfy { $0.0 == 0 || $0 == (255, 0) }
      if outside == [0, 0, 0], sides { corners.append((Double(x) + Double(h) / 2, Double(y) + Double(v) / 2)) }
    }
    return corners
  }

  /// The direction in which the values around a pixel, given row by row, decrease.
  private static func normal(_ v: [Double]) -> (x: Double, y: Double) {
    let diagonal = 2.0.squareRoot()
    let gx = (v[2] + diagonal * v[5] + v[8]) - (v[0] + diagonal * v[3] + v[6])
    let gy = (v[6] + diagonal * v[7] + v[8]) - (v[0] + diagonal * v[1] + v[2])
    let length = (gx * gx + gy * gy).squareRoot()
    return length < 1e-6 ? (0, 0) : (-gx / length, -gy / length)
  }

  /// Shrunk: the complement of the complement after growing.
  public static func shrunk(_ values: [UInt8], width: Int, by distance: Double) -> [UInt8] {
    expanded(values.map { 255 - $0 }, width: width, by: distance).map { 255 - $0 }
  }

  /// How far the straight outline through a pixel, whose neighbourhood is given row by row, is beyond its centre.
  private static func inside(_ v: [Double], _ normal: (x: Double, y: Double)) -> Double {
    let (a, b) = (max(abs(normal.x), abs(normal.y)), min(abs(normal.x), abs(normal.y)))
    if a == 0 { return v[4] - 0.5 }
    // The pixel's part on the line's side is a triangle, a trapezium or all but a triangle.
    let triangle = 0.5 * b / a
    if v[4] < triangle { return (2 * a * b * v[4]).squareRoot() - 0.5 * (a + b) }
    if v[4] > 1 - triangle { return min(0.5 * (a + b) - (2 * a * b * (1 - v[4])).squareRoot(), 0.5 * a) }
    return (v[4] - 0.5) * a
  }
}
