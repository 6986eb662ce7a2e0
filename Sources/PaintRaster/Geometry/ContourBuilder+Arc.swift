/// Circular arcs as chords that enclose the arc's own area (DESIGN.md, "Strokes").
extension ContourBuilder {
  /// How far a chord may lie from its arc, in pixels.
  static let sagitta = 0.005
  /// One chord for a whole arc is not corrected for area, so it has to be closer.
  private static let loneSagitta = 0.001
  /// The sine of 1/32 turn: no chord spans more than twice that, so that the series below is exact to 2e-5.
  private static let widestHalfStep = 0.195_090_322_016_128_27

  /// Vertices along the arc of `radius` about (x, y), from direction a to direction b in the positive sense (x to y).
  ///
  /// Both ends included. `halfCosine` and `halfSine` are those of half the angle swept, 0 to half a turn, so the arc
  /// may be anything up to a whole turn.
  mutating func appendArc(
    aboutX x: Double, y: Double, radius: Double, fromX ax: Double, y ay: Double, toX bx: Double, y by: Double,
    halfCosine: Double, halfSine: Double
  ) {
    append(x + radius * ax, y + radius * ay)
    guard radius > 0 else { return }
    var c = halfCosine
    var s = halfSine
    var count = 1
    while c < 0 || s > Self.widestHalfStep
      || radius * s * s > (count == 1 ? Self.loneSagitta : Self.sagitta) * (1 + c)
    {
      // Half the angle; of the two equal forms the one that divides by the larger number.
      if c >= 0 {
        let half = ((1 + c) / 2).squareRoot()
        s = s / (2 * half)
        c = half
      } else {
        let half = ((1 - c) / 2).squareRoot()
        c = s / (2 * half)
        s = half
      }
      count *= 2
    }
    if count > 1 {
      let stepCosine = 1 - 2 * s * s
      let stepSine = 2 * s * c
      let n = Double(count)
      let ratio = n * Self.angleOverSine(sine: stepSine)
      // (n−2)R² + 2rR = n·r²·θ/sin θ, solved without cancellation, which holds for n = 2 too.
      let outer = radius * ratio / (1 + (1 + (n - 2) * ratio).squareRoot())
      var ux = ax
      var uy = ay
      for _ in 1..<count {
        let nextX = ux * stepCosine - uy * stepSine
        uy = ux * stepSine + uy * stepCosine
        ux = nextX
        append(x + outer * ux, y + outer * uy)
      }
    }
    append(x + radius * bx, y + radius * by)
  }

  /// The whole circle as one contour.
  mutating func appendCircle(aboutX x: Double, y: Double, radius: Double) {
    guard radius > 0 else { return }
    var c = 0.5.squareRoot()
    var s = c
    var quarter = 1
    while s > Self.widestHalfStep || radius * s * s > Self.sagitta * (1 + c) {
      let half = ((1 + c) / 2).squareRoot()
      s = s / (2 * half)
      c = half
      quarter *= 2
    }
    let stepCosine = 1 - 2 * s * s
    let stepSine = 2 * s * c
    let outer = radius * Self.angleOverSine(sine: stepSine).squareRoot()
    var directions: [(x: Double, y: Double)] = [(1, 0)]
    directions.reserveCapacity(quarter)
    for i in 1..<quarter {
      let (ux, uy) = directions[i - 1]
      directions.append((ux * stepCosine - uy * stepSine, ux * stepSine + uy * stepCosine))
    }
    // Turned by quarters, so that the four are alike to the bit.
    for d in directions { append(x + outer * d.x, y + outer * d.y) }
    for d in directions { append(x - outer * d.y, y + outer * d.x) }
    for d in directions { append(x - outer * d.x, y - outer * d.y) }
    for d in directions { append(x + outer * d.y, y - outer * d.x) }
    close()
  }

  /// θ/sin θ from sin θ, for angles up to 1/16 turn.
  private static func angleOverSine(sine s: Double) -> Double {
    let q = s * s
    return 1 + q * (1.0 / 6 + q * (3.0 / 40 + q * (5.0 / 112)))
  }
}
