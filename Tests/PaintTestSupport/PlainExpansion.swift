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
    let tips = tips(of: values, width)
    for x in 0..<width {
      for y in 0..<height where values[y * width + x] > 0 {
        let around = (-1...1).flatMap { dy in (-1...1).map { dx in value(x + dx, y + dy) } }
        let (least, most) = (around.min() ?? 0, around.max() ?? 0)
        if tips.contains(y * width + x) {
          let radius = r + ((value(x, y) / 2 - 0.25) * 256).rounded() / 256
          discs.append((Double(x), Double(y), radius, normal(around)))
        } else if most < 1, most * 255 < 127.5 || least > 0 {
          soft.append((Double(x), Double(y), values[y * width + x]))
        } else if least < 1 {
          if around[4] == 1 { corners += boxCorners(of: values, width, x, y) }
          var outside = normal(around)
          var away = inside(around, outside)
          if outside != (0, 0), around[4] == 1, around.allSatisfy({ $0 == 0 || $0 == 1 }) {
            (away, outside) = hardOutline(outside) { value(x + $0, y + $1) }
          }
          discs.append((Double(x), Double(y), r + (away * 256).rounded() / 256, outside))
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
        let power = square - disc.radius * abs(disc.radius)
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

  /// The places of pixels with little value that continue an outline: each is at most eight steps from it, over others that
  /// have zeros on two opposite sides.
  private static func tips(of values: [UInt8], _ width: Int) -> Set<Int> {
    let height = values.count / width
    func at(_ x: Int, _ y: Int) -> UInt8 { values[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)] }
    var (steps, thin): ([Int: Int], [Int]) = ([:], [])
    for place in values.indices where values[place] > 0 {
      let (x, y) = (place % width, place / width)
      let around = (-1...1).flatMap { dy in (-1...1).map { dx in at(x + dx, y + dy) } }
      guard let least = around.min(), let most = around.max(), least < 255 else { continue }
      if most == 255 || (most >= 128 && least == 0) { steps[place] = 0 }
      guard most < 128, least == 0 else { continue }
      let ring = (-2...2).flatMap { v in (-2...2).map { u in (u, v) } }.filter { max(abs($0.0), abs($0.1)) == 2 }
      if ring.contains(where: { at(x + $0.0, y + $0.1) == 0 && at(x - $0.0, y - $0.1) == 0 }) { thin.append(place) }
    }
    for step in 1...8 {
      for place in thin where steps[place] == nil {
        let (x, y) = (place % width, place / width)
        let isNext = (max(y - 1, 0)...min(y + 1, height - 1)).contains { v in
          (max(x - 1, 0)...min(x + 1, width - 1)).contains { u in steps[v * width + u] == step - 1 }
        }
        if isNext { steps[place] = step }
      }
    }
    return Set(steps.filter { $0.value > 0 }.keys)
  }

  /// How far the outline of a shape of whole pixels is beyond a pixel's centre, and its direction: up to three columns on
  /// each side of the pixel, whose ends differ by 1 at most, give a parabola, or a straight line, by least squares.
  private static func hardOutline(
    _ normal: (x: Double, y: Double), _ value: (Int, Int) -> Double
  ) -> (Double, (x: Double, y: Double)) {
    let isFlat = abs(normal.y) >= abs(normal.x)
    let side = (isFlat ? normal.y : normal.x) > 0 ? 1 : -1
    func at(_ column: Int, _ height: Int) -> Double {
      isFlat ? value(column, side * height) : value(side * height, column)
    }
    if at(0, 1) != 0 { return (0, normal) }
    var ends = [0: 0]
    for direction in [-1, 1] {
      for column in 1...3 {
        guard let last = ends[(column - 1) * direction] else { break }
        let place = column * direction
        let candidates = at(place, last) == 1 ? [last, last + 1] : at(place, last) == 0 ? [last - 1] : []
        ends[place] = candidates.first { at(place, $0) == 1 && at(place, $0 + 1) == 0 }
      }
    }
    let hasBoth = ends[-2] != nil && ends[2] != nil
    let degree = hasBoth ? 2 : ends.count >= 3 ? 1 : 0
    // The equations of least squares, solved by elimination.
    var rows: [[Double]] = (0...degree).map { i in
      func sum(_ term: (Double, Double) -> Double) -> Double {
        ends.reduce(0) { $0 + term(Double($1.key), Double($1.value) + 0.5) }
      }
      func power(_ x: Double, _ k: Int) -> Double { (0..<k).reduce(1) { p, _ in p * x } }
      return (0...degree).map { j in sum { x, _ in power(x, i + j) } } + [sum { x, y in power(x, i) * y }]
    }
    for i in 0...degree {
      rows[i] = rows[i].map { $0 / rows[i][i] }
      for j in 0...degree where j != i {
        let factor = rows[j][i]
        rows[j] = zip(rows[j], rows[i]).map { $0 - factor * $1 }
      }
    }
    let end = degree == 0 ? 0.5 : rows[0][degree + 1]
    let slope = degree == 0 ? 0 : rows[1][degree + 1]
    let length = (1 + slope * slope).squareRoot()
    let across = (-slope / length, Double(side) / length)
    return (min(max(end, 0), 1) / length, isFlat ? (across.0, across.1) : (across.1, across.0))
  }

  /// The corners of a selected pixel that are corners of boxes: beyond both sides there nothing is selected, and each side
  /// goes on for another pixel with nothing beyond it and the next one, or ends at once on the other side, too.
  private static func boxCorners(of values: [UInt8], _ width: Int, _ x: Int, _ y: Int) -> [(x: Double, y: Double)] {
    let height = values.count / width
    func at(_ x: Int, _ y: Int) -> UInt8 {
      values[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
    }
    var corners: [(x: Double, y: Double)] = []
    for (h, v) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
      let outside = [at(x + h, y), at(x, y + v), at(x + h, y + v)]
      let alongRow = (at(x - h, y), at(x - h, y + v), at(x - 2 * h, y + v))
      let alongColumn = (at(x, y - v), at(x + h, y - v), at(x + h, y - 2 * v))
      let sides = [alongRow, alongColumn].allSatisfy { $0.0 == 0 || $0 == (255, 0, 0) }
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
