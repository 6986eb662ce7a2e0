import Testing

@testable import PaintRaster

@Suite("CoverageScanner without anti-aliasing")
struct CenterRuleTests {
  /// The plain non-zero test: crossings of the ray to the left of a point, with upper and left ends counted.
  private func winding(_ outline: Outline, x: Double, y: Double) -> Int {
    var winding = 0
    var start = 0
    for end in outline.contours.ends {
      for i in start..<end {
        let a = outline.contours.points[i == start ? end - 1 : i - 1]
        let b = outline.contours.points[i]
        let (px, py) = (x - outline.origin.x, y - outline.origin.y)
        if (a.y <= py) == (b.y <= py) { continue }
        let upper = a.y < b.y ? a : b
        let lower = a.y < b.y ? b : a
        if upper.x + (py - upper.y) * ((lower.x - upper.x) / (lower.y - upper.y)) <= px {
          winding += a.y < b.y ? -1 : 1
        }
      }
      start = end
    }
    return winding
  }

  @Test("boxes on a half-pixel grid cover the pixels whose centres they contain, left and top edges included")
  func boxes() throws {
    let places = stride(from: 0.0, through: 4, by: 0.5)
    for left in places {
      for right in places where right > left {
        for top in [0.0, 0.5, 1.25] {
          for bottom in [1.5, 2, 3.5] {
            let outline = Outline(fillOf: .rect(Point(x: left, y: top), Point(x: right, y: bottom)))
            let picture = try CoveragePicture(outline, width: 5, height: 5, antialiased: false)
            for y in 0..<5 {
              for x in 0..<5 {
                let (cx, cy) = (Double(x) + 0.5, Double(y) + 0.5)
                let inside = left <= cx && cx < right && top <= cy && cy < bottom
                #expect(picture[x, y] == (inside ? 255 : 0), "\(left)…\(right), \(top)…\(bottom): \(x), \(y)")
              }
            }
          }
        }
      }
    }
  }

  /// Less than fixed point can represent.
  private static let little = 1.0 / 2_097_152

  @Test("nearly horizontal sides count on rows' centre lines and cross no other line, borders of tiles included")
  func nearlyLevel() throws {
    for half in 0...140 {
      let y = Double(half) / 2
      for tilt in [-Self.little, 0, Self.little] {
        let left = Point(x: 3.2, y: y - tilt)
        let right = Point(x: 37.6, y: y + tilt)
        for far in [0.0, 90] where far != y {
          // Not a polygon, because its corners are rounded; those of a stroke are not.
          var contours = ContourBuilder()
          contours.append(contour: [left, right, Point(x: 37.6, y: far), Point(x: 3.2, y: far)])
          let outline = Outline(origin: Point(x: 0, y: 0), contours: contours)
          // As high as the drawing, and higher.
          for height in [32, 64, 100] {
            let picture = try CoveragePicture(outline, width: 64, height: height, antialiased: false)
            var same = true
            for row in 0..<height {
              for x in [2, 3, 20, 37, 38] {
                let inside = winding(outline, x: Double(x) + 0.5, y: Double(row) + 0.5) != 0
                if picture[x, row] != (inside ? 255 : 0) { same = false }
              }
            }
            #expect(same, "\(y) tilted by \(tilt), to \(far), on \(height) rows")
          }
        }
      }
    }
  }

  @Test("random strokes cover exactly the pixels whose centres the outline winds around")
  func strokes() throws {
    for seed in 0..<UInt64(40) {
      var generator = ShapeGenerator(seed: seed + 300, side: 24)
      let shape = generator.shape()
      let style = generator.style()
      let outline = Outline(strokeOf: shape, style: style)
      let picture = try CoveragePicture(outline, width: 24, height: 24, antialiased: false)
      var same = true
      for y in 0..<24 {
        for x in 0..<24 {
          let inside = winding(outline, x: Double(x) + 0.5, y: Double(y) + 0.5) != 0
          if picture[x, y] != (inside ? 255 : 0) { same = false }
        }
      }
      #expect(same, "seed \(seed + 300): \(shape) \(style)")
    }
  }

  @Test("small discs cover the pixels whose centres are nearer than the radius")
  func discs() throws {
    for eighths in 1...64 {
      let radius = Double(eighths) / 8 + 0.03
      let center = Point(x: 12.3, y: 11.9)
      let outline = Outline(strokeOf: .pencil([PencilPoint(center)]), style: StrokeStyle(width: 2 * radius))
      let picture = try CoveragePicture(outline, width: 24, height: 24, antialiased: false)
      for y in 0..<24 {
        for x in 0..<24 {
          let (dx, dy) = (Double(x) + 0.5 - center.x, Double(y) + 0.5 - center.y)
          let distance = (dx * dx + dy * dy).squareRoot()
          // Chords are within 0.005 px of the circle.
          if abs(distance - radius) > 0.006 {
            #expect(picture[x, y] == (distance < radius ? 255 : 0), "radius \(radius): \(x), \(y)")
          }
        }
      }
    }
  }
}
