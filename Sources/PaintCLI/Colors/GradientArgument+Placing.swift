import PaintRaster

extension GradientArgument {
  /// The gradient in a box, as CSS Images defines it.
  func gradient(in box: ShapeBox, isDithered: Bool) -> Gradient {
    let geometry: Gradient.Geometry
    // The length that shares of the stops refer to, in pixels; 1 for angles.
    let length: Double
    switch kind {
    case .linear(let direction):
      let half = Self.half(direction, box)
      let center = Point(x: box.x + box.width / 2, y: box.y + box.height / 2)
      geometry = .linear(
        from: Point(x: center.x - half.x, y: center.y - half.y), to: Point(x: center.x + half.x, y: center.y + half.y))
      length = 2 * (half.x * half.x + half.y * half.y).squareRoot()
    case .radial(let isCircle, let size, let x, let y):
      let center = Point(x: box.x + x.resolved(on: box.width), y: box.y + y.resolved(on: box.height))
      let radii = Self.radii(isCircle, size, center, box)
      geometry = .radial(center: center, radiusX: radii.x, radiusY: radii.y)
      length = radii.x
    case .conic(let degrees, let x, let y):
      geometry = .conic(
        center: Point(x: box.x + x.resolved(on: box.width), y: box.y + y.resolved(on: box.height)), degrees: degrees)
      length = 1
    }
    return Gradient(
      geometry, stops: stops(on: length), isRepeating: isRepeating, space: space, isDithered: isDithered)
  }

  /// Half of a linear gradient's line, from the centre to its end.
  private static func half(_ direction: Direction, _ box: ShapeBox) -> Point {
    var (x, y): (Double, Double)
    switch direction {
    case .to(let right, 0): return Point(x: Double(right) * box.width / 2, y: 0)
    case .to(0, let down): return Point(x: 0, y: Double(down) * box.height / 2)
    case .to(let right, let down):
      // The line is perpendicular to the one through the other two corners.
      let diagonal = (box.width * box.width + box.height * box.height).squareRoot()
      guard diagonal > 0 else { return Point(x: 0, y: 0) }
      (x, y) = (Double(right) * box.height / diagonal, Double(down) * box.width / diagonal)
    case .degrees(let degrees):
      let turn = Rotation(degrees: degrees)
      (x, y) = (turn.sine, 0 - turn.cosine)
    }
    let length = (box.width * x).magnitude + (box.height * y).magnitude
    return Point(x: x * length / 2, y: y * length / 2)
  }

  /// The radii of a radial gradient, above 0.
  private static func radii(_ isCircle: Bool, _ size: Size, _ center: Point, _ box: ShapeBox) -> Point {
    let left = (center.x - box.x).magnitude
    let right = (box.x + box.width - center.x).magnitude
    let top = (center.y - box.y).magnitude
    let bottom = (box.y + box.height - center.y).magnitude
    let near = Point(x: min(left, right), y: min(top, bottom))
    let far = Point(x: max(left, right), y: max(top, bottom))
    func distance(_ p: Point) -> Double { (p.x * p.x + p.y * p.y).squareRoot() }
    var radii: Point
    switch size {
    case .radii(let x, let y):
      let width = x.resolved(on: box.width)
      radii = Point(x: width, y: y?.resolved(on: box.height) ?? width)
    case .extent(let extent) where isCircle:
      let radius =
        switch extent {
        case .closestSide: min(near.x, near.y)
        case .farthestSide: max(far.x, far.y)
        case .closestCorner: distance(near)
        case .farthestCorner: distance(far)
        }
      radii = Point(x: radius, y: radius)
    case .extent(.closestSide): radii = near
    case .extent(.farthestSide): radii = far
    // The ellipse through the corner has the proportions of that to the sides.
    case .extent(.closestCorner): radii = Point(x: near.x * 2.0.squareRoot(), y: near.y * 2.0.squareRoot())
    case .extent(.farthestCorner): radii = Point(x: far.x * 2.0.squareRoot(), y: far.y * 2.0.squareRoot())
    }
    // Radii of 0 are as good as very small ones, and CSS makes the other one very large.
    let (least, most) = (1.0 / 1_024, 1_048_576.0)
    if isCircle || (radii.x > 0 && radii.y > 0) { return Point(x: max(radii.x, least), y: max(radii.y, least)) }
    return radii.x > 0 ? Point(x: most, y: least) : Point(x: least, y: most)
  }

  /// The stops on a line of that length, as CSS fixes missing positions and those out of order.
  private func stops(on length: Double) -> [Gradient.Stop] {
    var offsets: [Double?] = entries.map { entry in
      entry.position.map { $0.share + (length > 0 ? $0.pixels / length : 0) }
    }
    let last = offsets.count - 1
    if offsets[0] == nil { offsets[0] = 0 }
    if offsets[last] == nil { offsets[last] = 1 }
    var greatest = -Double.infinity
    for place in offsets.indices {
      guard let offset = offsets[place] else { continue }
      greatest = max(greatest, offset)
      offsets[place] = greatest
    }
    var fixed: [Double] = []
    for place in offsets.indices {
      if let offset = offsets[place] {
        fixed.append(offset)
        continue
      }
      // Evenly between the last one before and the next one with a position.
      let next = offsets[place...].firstIndex { $0 != nil } ?? last
      let before = fixed[place - 1]
      fixed.append(before + ((offsets[next] ?? before) - before) / Double(next - place + 1))
    }
    var stops: [Gradient.Stop] = []
    for (place, entry) in entries.enumerated() {
      guard let color = entry.color else {
        let (a, hint, b) = (fixed[place - 1], fixed[place], fixed[place + 1])
        let share = b > a ? (hint - a) / (b - a) : 0.5
        // At an end, the colour of the other stop is everywhere between.
        if share <= 0 {
          stops.append(Gradient.Stop(a, entries[place + 1].color ?? .transparent))
        } else if share >= 1 {
          stops.append(Gradient.Stop(b, entries[place - 1].color ?? .transparent))
        } else {
          stops[stops.count - 1].exponent = GradientHint.exponent(share)
        }
        continue
      }
      stops.append(Gradient.Stop(fixed[place], color))
    }
    return stops
  }
}

/// The box to which gradients are relative, in pixels.
struct ShapeBox: Equatable, Sendable {
  var x, y, width, height: Double

  /// The whole of a canvas.
  init(_ canvas: CanvasSize) {
    (x, y, width, height) = (0, 0, Double(canvas.width), Double(canvas.height))
  }

  /// A box, its numbers rounded to 1/65,536 px.
  init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y) = (NumberText.rounded(x), NumberText.rounded(y))
    (self.width, self.height) = (NumberText.rounded(width), NumberText.rounded(height))
  }
}
