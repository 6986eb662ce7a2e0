import Testing

@testable import PaintRaster

#if DEBUG
  private let seeds: Range<UInt64> = 5_000..<5_004
#else
  private let seeds: Range<UInt64> = 5_000..<5_060
#endif
private let side = ExactBrush.side

/// Changes of the input that must not change any byte, or none by more than one level, for any drawing.
@Suite("Invariance of coverage")
struct InvarianceTests {
  private func largest(_ a: [UInt8], _ b: [UInt8]) -> Int {
    zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(
    "moved by whole pixels, and so divided into tiles elsewhere, every brush keeps every byte",
    arguments: ExactBrush.allCases)
  func translation(_ brush: ExactBrush) throws {
    for seed in seeds {
      let drawing = brush.drawing(seed: seed)
      let plain = try CoverageWindow(drawing.outline, x: 0, y: 0, side: side)
      for (dx, dy) in [(1, 0), (0, 31), (37, 61), (50_000, 50_000), (50_013, 7), (65_495, 65_496)] {
        var moved = drawing
        moved.shape = drawing.shape.mapped { Point(x: $0.x + Double(dx), y: $0.y + Double(dy)) }
        let there = try CoverageWindow(moved.outline, x: dx, y: dy, side: side)
        #expect(there == plain, "seed \(seed) by \(dx), \(dy): \(drawing)")
      }
    }
  }

  @Test("a stroke and its reverse differ by at most one level", arguments: ExactBrush.allCases)
  func reversal(_ brush: ExactBrush) throws {
    for seed in seeds {
      var drawing = brush.drawing(seed: seed)
      // In the reverse, dashes begin at the other end.
      drawing.style.dash = []
      var back = drawing
      back.shape = drawing.shape.reversed
      back.style.arrow = drawing.style.arrow.map { $0 == .start ? .end : $0 == .end ? .start : .both }
      let (a, b) = (
        try CoverageWindow(drawing.outline, x: 0, y: 0, side: side),
        try CoverageWindow(back.outline, x: 0, y: 0, side: side)
      )
      #expect(largest(a.bytes, b.bytes) <= 1, "seed \(seed): \(drawing)")
    }
  }

  @Test("a segment split in two on its line differs by at most one level", arguments: LineJoin.allCases)
  func splitting(join: LineJoin) throws {
    for seed in seeds.lowerBound..<seeds.upperBound + 100 {
      var generator = ShapeGenerator(seed: seed, side: Double(side))
      // Both halves of the segment are on the grid.
      let a = generator.point().onGrid ?? Point(x: 0, y: 0)
      let b = generator.point().onGrid ?? a
      let (half, end) = (b, Point(x: 2 * b.x - a.x, y: 2 * b.y - a.y))
      let corner = generator.point().onGrid ?? b
      var style = generator.style()
      style.join = join
      let shapes: [(Shape, Shape)] = [
        (.pencil([a, end].map { PencilPoint($0) }), .pencil([a, half, end].map { PencilPoint($0) })),
        (.line(a, end), .path(Path([.move(a), .line(half), .line(end)]))),
        (.polygon([a, end, corner]), .polygon([a, half, end, corner])),
      ]
      for (whole, split) in shapes {
        for dash in [[], [7.5, 3.25]] {
          style.dash = dash
          if case .pencil = whole, !dash.isEmpty { continue }
          let (p, q) = (
            try CoverageWindow(Outline(strokeOf: whole, style: style), x: 0, y: 0, side: side),
            try CoverageWindow(Outline(strokeOf: split, style: style), x: 0, y: 0, side: side)
          )
          #expect(largest(p.bytes, q.bytes) <= 1, "seed \(seed): \(whole) \(style)")
        }
      }
    }
  }

  @Test("boxes that abut at whole pixels, and shapes that share sides within one path, leave no seam")
  func seams() throws {
    for seed in seeds.lowerBound..<seeds.upperBound + 100 {
      var generator = ShapeGenerator(seed: seed, side: Double(side))
      let x = Double(generator.random.whole(1...side - 1))
      let left = try CoverageWindow(
        Outline(fillOf: .rect(Point(x: 0, y: 0), Point(x: x, y: Double(side)))), x: 0, y: 0, side: side)
      let right = try CoverageWindow(
        Outline(fillOf: .rect(Point(x: x, y: 0), Point(x: Double(side), y: Double(side)))), x: 0, y: 0, side: side)
      #expect(zip(left.bytes, right.bytes).allSatisfy { Int($0) + Int($1) == 255 && ($0 == 0 || $1 == 0) })

      // A box far beyond the window in two parts, divided by any line through it, in either direction.
      let far = 500.0
      let top = Point(x: generator.random.real(0...Double(side)), y: -far)
      let bottom = Point(x: generator.random.real(0...Double(side)), y: far)
      let west: [Path.Element] = [
        .move(Point(x: -far, y: -far)), .line(top), .line(bottom), .line(Point(x: -far, y: far)), .close,
      ]
      let east = [top, Point(x: far, y: -far), Point(x: far, y: far), bottom]
      for corners in [east, east.reversed()] {
        let parts = west + [.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close]
        for rule in FillRule.allCases {
          let whole = try CoverageWindow(Outline(fillOf: .path(Path(parts)), rule: rule), x: 0, y: 0, side: side)
          #expect(whole.bytes.allSatisfy { $0 == 255 }, "seed \(seed), \(rule)")
        }
      }
    }
  }

  @Test("repeated points change nothing, with every cap and join", arguments: LineCap.allCases, LineJoin.allCases)
  func repetitions(cap: LineCap, join: LineJoin) throws {
    for seed in seeds {
      let drawing = ExactBrush.path.drawing(seed: seed)
      guard case .path(let path) = drawing.shape else { continue }
      var repeated: [Path.Element] = []
      for element in path.elements {
        repeated.append(element)
        if let end = element.end, !repeated.isEmpty { repeated += [.line(end), .line(end), .quadratic(end, end)] }
      }
      let style = StrokeStyle(width: drawing.style.width, cap: cap, join: join)
      let (a, b) = (
        try CoverageWindow(Outline(strokeOf: .path(path), style: style), x: 0, y: 0, side: side),
        try CoverageWindow(Outline(strokeOf: .path(Path(repeated)), style: style), x: 0, y: 0, side: side)
      )
      #expect(a == b, "seed \(seed): \(path)")
    }
  }

  @Test("hairpins and paths without length are drawn with their caps and joins")
  func hairpins() throws {
    let (a, b) = (Point(x: 8, y: 20), Point(x: 30, y: 20))
    func picture(_ shape: Shape, _ style: StrokeStyle) throws -> CoverageWindow {
      try CoverageWindow(Outline(strokeOf: shape, style: style), x: 0, y: 0, side: side)
    }
    for cap in LineCap.allCases {
      for join in LineJoin.allCases {
        for width in [0.2, 1, 7] {
          let style = StrokeStyle(width: width, cap: cap, join: join)
          let there = try picture(.line(a, b), style)
          let pin = try picture(.path(Path([.move(a), .line(b), .line(a)])), style)
          // The turn is round, or as flat as a butt end; the two caps are at `a`.
          let turn = try picture(.line(a, b), StrokeStyle(width: width, cap: join == .round ? .round : .butt))
          for y in 0..<side {
            for x in 0..<side {
              let wanted = x < 19 ? there.bytes[y * side + x] : turn.bytes[y * side + x]
              #expect(
                abs(Int(pin.bytes[y * side + x]) - Int(wanted)) <= 1, "\(cap) \(join) \(width), pixel \(x), \(y)")
            }
          }
          let dot = try picture(.line(a, a), style)
          for none in [
            Shape.path(Path([.move(a), .line(a)])), .path(Path([.move(a), .close])), .polygon([a, a]),
            .path(Path([.move(a), .cubic(a, a, a), .quadratic(a, a), .line(a)])),
          ] {
            #expect(try picture(none, style) == dot)
          }
        }
      }
    }
  }

  @Test("points 10^12 pixels away do not change the visible part, curves included")
  func farAway() throws {
    let far = 1e12
    for cap in LineCap.allCases {
      for join in LineJoin.allCases {
        let style = StrokeStyle(width: 5.5, cap: cap, join: join)
        let near = try CoverageWindow(
          Outline(strokeOf: .line(Point(x: -300, y: -300), Point(x: 300, y: 300)), style: style), x: 0, y: 0, side: side
        )
        for shape in [
          Shape.line(Point(x: -far, y: -far), Point(x: far, y: far)),
          .path(Path([.move(Point(x: -far, y: -far)), .line(Point(x: 4, y: 4)), .line(Point(x: far, y: far))])),
          .polygon([Point(x: -far, y: -far), Point(x: far, y: far)]),
        ] {
          let drawn = try CoverageWindow(Outline(strokeOf: shape, style: style), x: 0, y: 0, side: side)
          #expect(largest(drawn.bytes, near.bytes) <= 1, "\(cap) \(join): \(shape)")
        }
        let curve = Shape.path(
          Path([
            .move(Point(x: -far, y: 20)), .line(Point(x: 10, y: 20)),
            .cubic(Point(x: 15, y: 20), Point(x: 20, y: 25), Point(x: 20, y: 30)), .line(Point(x: 20, y: far)),
          ]))
        let drawn = try CoverageWindow(Outline(strokeOf: curve, style: style), x: 0, y: 0, side: side)
        #expect(drawn.bytes[20 * side + 2] == 255 && drawn.bytes[38 * side + 20] == 255 && drawn.bytes[0] == 0)
      }
    }
  }
}

extension Path.Element {
  /// Where it ends; nil for a close.
  fileprivate var end: Point? {
    switch self {
    case .move(let p), .line(let p), .quadratic(_, let p), .cubic(_, _, let p), .arc(_, let p): p
    case .close: nil
    }
  }
}

extension Shape {
  /// The same from its end to its beginning; a path's close stays at its end.
  fileprivate var reversed: Shape {
    switch self {
    case .pencil(let points): return .pencil(points.reversed())
    case .line(let a, let b): return .line(b, a)
    case .rect(let a, let b): return .rect(b, a)
    case .ellipse(let a, let b): return .ellipse(b, a)
    case .roundedRect(let a, let b, let radius): return .roundedRect(b, a, radius: radius)
    case .polygon(let points): return .polygon(points.reversed())
    case .path(let path):
      var elements: [Path.Element] = []
      var start = Point(x: 0, y: 0)
      var place = start
      var current: [Path.Element] = []
      func finish(closed: Bool) {
        if !current.isEmpty { elements += [.move(place)] + current.reversed() + (closed ? [.close] : []) }
        current = []
      }
      for element in path.elements {
        let from = place
        switch element {
        case .move(let p):
          finish(closed: false)
          start = p
        case .line: current.append(.line(from))
        case .quadratic(let c, _): current.append(.quadratic(c, from))
        case .cubic(let c, let d, _): current.append(.cubic(d, c, from))
        case .arc(var arc, _):
          arc.sweeps.toggle()
          current.append(.arc(arc, from))
        case .close:
          finish(closed: true)
          place = start
          continue
        }
        place = element.end ?? place
      }
      finish(closed: false)
      return .path(Path(elements))
    }
  }
}
