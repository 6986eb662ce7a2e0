/// Eight neighbouring shares of a gradient.
typealias EightFloats = SIMD8<Float>

/// The share of a gradient at every pixel centre.
protocol GradientField {
  /// A row of a tile.
  associatedtype Row
  /// Whether shares ascend or descend along a row.
  static var isMonotone: Bool { get }
  /// The row that begins with the pixel at (x, y), in pixels of the canvas.
  func row(x: Int, y: Int) -> Row
  /// The shares of eight pixels from a column on, which is a multiple of 8.
  func shares(_ row: Row, column: Int) -> EightFloats
}

extension EightFloats {
  static let steps = EightFloats(0, 1, 2, 3, 4, 5, 6, 7)
}

/// Shares along a line.
struct LinearField: GradientField {
  private let stepX, stepY, start: Double
  private let period: Double
  static var isMonotone: Bool { true }

  init(from a: Point, to b: Point, period: (start: Double, length: Double)) {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    let isRepeating = period.length > 0
    let scale = isRepeating ? 1 / period.length : 1
    self.period = isRepeating ? 1 : 0
    // On a line without length all pixels are behind its end.
    guard square > 0 else {
      (stepX, stepY, start) = (0, 0, isRepeating ? 0 : 1e30)
      return
    }
    stepX = dx / square * scale
    stepY = dy / square * scale
    start = (0.5 - a.x) * stepX + (0.5 - a.y) * stepY - (isRepeating ? period.start * scale : 0)
  }

  /// Whether all pixels of a row, or of a column, have the same share.
  var isConstantInRows: Bool { stepX == 0 }
  var isConstantInColumns: Bool { stepY == 0 }

  func row(x: Int, y: Int) -> Double {
    let share = Double(x) * stepX + Double(y) * stepY + start
    return period > 0 ? share - share.rounded(.down) : share
  }

  @inline(__always)
  func shares(_ row: Double, column: Int) -> EightFloats {
    EightFloats(repeating: Float(row + Double(column) * stepX)) + EightFloats.steps * Float(stepX)
  }
}

/// Shares by the distance from a centre.
struct RadialField: GradientField {
  private let center: Point
  private let scaleX, scaleY: Double
  private let start: Float
  private let scale: Float
  static var isMonotone: Bool { false }

  init(center: Point, radiusX: Double, radiusY: Double, period: (start: Double, length: Double)) {
    self.center = center
    (scaleX, scaleY) = (1 / radiusX, 1 / radiusY)
    scale = period.length > 0 ? Float(1 / period.length) : 1
    start = period.length > 0 ? Float(period.start / period.length) : 0
  }

  func row(x: Int, y: Int) -> (x: Double, y: Double) {
    ((Double(x) + 0.5 - center.x) * scaleX, (Double(y) + 0.5 - center.y) * scaleY)
  }

  @inline(__always)
  func shares(_ row: (x: Double, y: Double), column: Int) -> EightFloats {
    let x = EightFloats(repeating: Float(row.x + Double(column) * scaleX)) + EightFloats.steps * Float(scaleX)
    let y = Float(row.y)
    return (x * x + y * y).squareRoot() * scale - start
  }
}

/// Shares by the angle around a centre.
struct ConicField: GradientField {
  private let center: Point
  private let start: Float
  private let period: (start: Float, scale: Float)
  static var isMonotone: Bool { false }

  init(center: Point, degrees: Double, period: (start: Double, length: Double)) {
    self.center = center
    let turns = degrees / 360
    start = Float(turns - turns.rounded(.down))
    let isRepeating = period.length > 0
    self.period = isRepeating ? (Float(period.start / period.length), Float(1 / period.length)) : (0, 1)
  }

  func row(x: Int, y: Int) -> (x: Double, y: Double) { (Double(x) + 0.5 - center.x, Double(y) + 0.5 - center.y) }

  @inline(__always)
  func shares(_ row: (x: Double, y: Double), column: Int) -> EightFloats {
    let x = EightFloats(repeating: Float(row.x + Double(column))) + EightFloats.steps
    let y = EightFloats(repeating: Float(row.y))
    let zero = EightFloats.zero
    let across = x.replacing(with: zero - x, where: x .< zero)
    let down = y.replacing(with: zero - y, where: y .< zero)
    let isSteep = down .>= across
    let most = across.replacing(with: down, where: isSteep)
    let least = down.replacing(with: across, where: isSteep)
    // At the centre both are 0.
    let part = Self.turns(least / most.replacing(with: EightFloats(repeating: 1), where: most .== zero))
    var angle = (0.25 - part).replacing(with: part, where: isSteep)
    angle = angle.replacing(with: 0.5 - angle, where: y .> zero)
    angle = angle.replacing(with: 1 - angle, where: x .< zero) - start
    angle = angle.replacing(with: angle + 1, where: angle .< zero)
    return angle * period.scale - period.start
  }

  /// The arc tangent of 0…1 in turns, within 2e-9 before rounding: a polynomial fitted at Chebyshev's nodes.
  @inline(__always)
  private static func turns(_ x: EightFloats) -> EightFloats {
    let square = x * x
    var sum = EightFloats(repeating: coefficients.0)
    sum = sum * square + coefficients.1
    sum = sum * square + coefficients.2
    sum = sum * square + coefficients.3
    sum = sum * square + coefficients.4
    sum = sum * square + coefficients.5
    sum = sum * square + coefficients.6
    sum = sum * square + coefficients.7
    sum = sum * square + coefficients.8
    sum = sum * square + coefficients.9
    return sum * x
  }

  private static let coefficients:
    (
      Float, Float, Float, Float, Float, Float, Float, Float, Float, Float
    ) = (
      -0.0002775186567, 0.001699889297, -0.004888843384, 0.009145609281, -0.01332455361,
      0.01741186744, -0.02269799947, 0.0318281726, -0.05305156647, 0.1591549427
    )
}
