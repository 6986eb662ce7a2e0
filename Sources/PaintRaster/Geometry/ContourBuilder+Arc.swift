/// Circular arcs as chords that enclose the arc's own area (Coverage.md, "Chords of equal area").
extension ContourBuilder {
  /// The largest product of a chord's sagitta and its length, in square pixels, on the side of a line of that width.
  ///
  /// A chord that encloses its arc's own area has no error over its whole length, and at most 0.0642 times that product
  /// up to where a pixel's border cuts it (the integral of a parabola less its mean). In a pixel between two such
  /// borders the error is at most twice that, which is 0.41/255 for 0.0125 and leaves half a level for rounding. Both
  /// sides of a thin line can pass a pixel, whose diagonal is 1.42, so they share the error. So small arcs need fewer
  /// chords than an equal sagitta for all would give them, and large ones more.
  static func chordArea(lineWidth: Double) -> Double { lineWidth < 1.5 ? thinChordArea : 0.0125 }
  /// The same where two sides can pass a pixel: 0.246/255 each.
  static let thinChordArea = 0.0075
  /// Chords longer than this many pixels count as this long, because no pixel contains more of a chord.
  static let longestInPixel = 7.0
  /// The sagitta of one chord for a whole arc, in pixels: it is not corrected for area, so it has to be closer.
  private static let singleChordSagitta = 0.001
  /// The sine of 1/32 turn: no chord spans more than twice that angle, so the series below is exact to 2e-5.
  private static let widestHalfStep = 0.195_090_322_016_128_27

  /// Vertices along the arc of `radius` about (x, y), from direction a to direction b in the positive sense (x to y).
  ///
  /// Both ends included. `halfCosine` and `halfSine` are those of half the angle swept, 0 to half a turn, so the arc
  /// may be up to a whole turn.
  mutating func appendArc(
    aboutX x: Double, y: Double, radius: Double, fromX ax: Double, y ay: Double, toX bx: Double, y by: Double,
    halfCosine: Double, halfSine: Double
  ) {
    append(x + radius * ax, y + radius * ay)
    guard radius > 0 else { return }
    let (s, c, parts) = Self.halved(halfCosine, halfSine)
    if parts > 1 || radius * s * s > Self.singleChordSagitta * (1 + c) {
      let angle = 2 * parts * Self.angle(sine: s)
      // The ends must not move. A chord with 1/√2 of the others' angle, whose outer vertex is moved like theirs, also
      // encloses its arc's area: half the mean shift for half the sagitta.
      let ends = 2 * 0.5.squareRoot()
      let count = Swift.max(chords(radius: radius, angle: angle, lessThanWhole: 2 - ends), 2)
      let step = angle / (Double(count) - 2 + ends)
      let (stepSine, stepCosine) = Self.sineAndCosine(step)
      let (endSine, endCosine) = Self.sineAndCosine(step * (ends / 2))
      let outer = radius * Self.angleOverSine(sine: stepSine).squareRoot()
      var ux = ax * endCosine - ay * endSine
      var uy = ax * endSine + ay * endCosine
      append(x + outer * ux, y + outer * uy)
      for _ in 2..<count {
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
    let quarter = chords(radius: radius, angle: Self.quarterTurn, lessThanWhole: 0)
    let (stepSine, stepCosine) = Self.sineAndCosine(Self.quarterTurn / Double(quarter))
    let outer = radius * Self.angleOverSine(sine: stepSine).squareRoot()
    var directions: [(x: Double, y: Double)] = [(1, 0)]
    directions.reserveCapacity(quarter)
    for i in 1..<quarter {
      let (ux, uy) = directions[i - 1]
      directions.append((ux * stepCosine - uy * stepSine, ux * stepSine + uy * stepCosine))
    }
    // Rotated by quarters, so that the four are equal to the bit.
    for d in directions { append(x + outer * d.x, y + outer * d.y) }
    for d in directions { append(x - outer * d.y, y + outer * d.x) }
    for d in directions { append(x - outer * d.x, y - outer * d.y) }
    for d in directions { append(x + outer * d.y, y - outer * d.x) }
    close()
  }

  /// π/2.
  private static let quarterTurn = 1.570_796_326_794_896_6

  /// The number of chords that an arc of `radius` sweeping `angle` needs, if each spans the angle divided by that
  /// number less `lessThanWhole`.
  private func chords(radius: Double, angle: Double, lessThanWhole missing: Double) -> Int {
    let chordArea = hasNearSides ? Self.thinChordArea : Self.chordArea(lineWidth: 2 * radius)
    // A chord spans θ = angle/(n − missing); its sagitta is about r·θ²/8 and its length about r·θ. Both forms of the
    // condition are solved for n. The start keeps θ below twice the angle whose sine is `widestHalfStep`.
    let cube = radius * radius * angle * angle * angle / (8 * chordArea)
    let square = radius * angle * angle * Self.longestInPixel / (8 * chordArea)
    func isEnough(_ n: Int) -> Bool {
      let n = Double(n) - missing
      return n * n * n >= cube || n * n >= square
    }
    var enough = Int(angle * 2.55 + missing) + 1
    if isEnough(enough) { return enough }
    var short = enough
    repeat {
      short = enough
      enough *= 2
    } while !isEnough(enough)
    while enough - short > 1 {
      let middle = (enough + short) / 2
      if isEnough(middle) { enough = middle } else { short = middle }
    }
    return enough
  }

  /// An angle from 0 to a whole turn, from its cosine and sine.
  static func angle(cosine: Double, sine: Double) -> Double {
    let (s, _, parts) = halved(cosine, sine)
    return parts * angle(sine: s)
  }

  /// Sine and cosine of the angle divided by `parts`, which is at most that of `widestHalfStep`.
  private static func halved(_ cosine: Double, _ sine: Double) -> (sine: Double, cosine: Double, parts: Double) {
    var c = cosine
    var s = sine
    var parts = 1.0
    while c < 0 || s > widestHalfStep {
      // Of the two equivalent forms, the one that divides by the larger number.
      if c >= 0 {
        let half = ((1 + c) / 2).squareRoot()
        s = s / (2 * half)
        c = half
      } else {
        let half = ((1 - c) / 2).squareRoot()
        c = s / (2 * half)
        s = half
      }
      parts *= 2
    }
    return (s, c, parts)
  }

  /// The arc sine up to `widestHalfStep`, by its series, to 2e-9 of it.
  private static func angle(sine s: Double) -> Double {
    let q = s * s
    return s * (1 + q * (1.0 / 6 + q * (3.0 / 40 + q * (5.0 / 112 + q * (35.0 / 1152)))))
  }

  /// Sine and cosine of angles up to 1/16 turn, by Taylor's series, to 1e-10.
  static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    let q = angle * angle
    let sine = angle * (1 - q / 6 * (1 - q / 20 * (1 - q / 42 * (1 - q / 72))))
    let cosine = 1 - q / 2 * (1 - q / 12 * (1 - q / 30 * (1 - q / 56 * (1 - q / 90))))
    return (sine, cosine)
  }

  /// θ/sin θ from sin θ, for angles up to 1/16 turn.
  private static func angleOverSine(sine s: Double) -> Double {
    let q = s * s
    return 1 + q * (1.0 / 6 + q * (3.0 / 40 + q * (5.0 / 112)))
  }
}
