import Glibc
import PaintEditing
import PaintRaster

extension Workload {
  /// Scribbles of 20 points, 240 px long and 6 wide.
  static func scribbles(_ count: Int, width: Double) -> Workload {
    Workload("scribbles, 20 points, width \(decimal(width, digits: 0))", count, seed: 1) { random in
      .pencil(random.walk(20, step: 12, width: 3840, height: 2160), width: width, random.color())
    }
  }

  /// Strokes of 40 points, 2,000 px long and 60 wide.
  static func fatStrokes(_ count: Int) -> Workload {
    Workload("fat strokes, 40 points, width 60", count, seed: 2) { random in
      .pencil(random.walk(40, step: 50, width: 3840, height: 2160), width: 60, random.color())
    }
  }

  /// All five brushes, with widths 1, 2, 4, 8 and 16, on 1920x1080.
  static func mixed(_ count: Int) -> Workload {
    let (width, height) = (1920, 1080)
    return Workload("all five brushes, width 1 to 16", count, on: .sized(width, height), seed: 3) { random in
      let brush = random.next() % 5
      let color = random.color()
      let lineWidth = Double(1 << (random.next() % 5))
      if brush < 2 {
        let points = random.walk(20, step: 12, width: width, height: height)
        return brush == 0 ? .pencil(points, width: lineWidth, color) : .eraser(points, width: lineWidth)
      }
      let a = Point(x: random.hundredths(0, Double(width - 300)), y: random.hundredths(0, Double(height - 300)))
      let b = Point(x: a.x + random.hundredths(10, 300), y: a.y + random.hundredths(10, 300))
      let shape: Shape = brush == 2 ? .line(a, b) : brush == 3 ? .rect(a, b) : .ellipse(a, b)
      return .outlined(shape, width: lineWidth, color)
    }
  }

  /// Filled squares with the given side, at positions in hundredths of a pixel.
  static func rects(_ count: Int, side: Double, alpha: UInt8) -> Workload {
    let kind = alpha == 255 ? "opaque" : "translucent"
    return Workload("rects, \(decimal(side, digits: 0)) px, \(kind)", count, seed: 4) { random in
      let a = Point(x: random.hundredths(0, 3840 - side), y: random.hundredths(0, 2160 - side))
      return .filled(.rect(a, Point(x: a.x + side, y: a.y + side)), random.color().with(alpha: alpha))
    }
  }

  /// Ellipses in boxes of up to 300 px, filled or with an outline of the given width.
  static func ellipses(_ count: Int, outline: Double? = nil) -> Workload {
    let kind = outline.map { "width " + decimal($0, digits: 0) } ?? "filled"
    return Workload("ellipses, 10 to 300 px, \(kind)", count, seed: 5) { random in
      let a = Point(x: random.hundredths(0, 3540), y: random.hundredths(0, 1860))
      let shape = Shape.ellipse(a, Point(x: a.x + random.hundredths(10, 300), y: a.y + random.hundredths(10, 300)))
      return outline.map { .outlined(shape, width: $0, random.color()) } ?? .filled(shape, random.color())
    }
  }

  /// Filled stars about a centre, up to 400 px across, whose sides do not cross.
  static func polygons(_ count: Int, corners: Int) -> Workload {
    Workload("polygons, \(corners) points, filled", count, seed: 6) { random in
      let center = Point(x: random.uniform(200, 3640), y: random.uniform(200, 1960))
      let points = (0..<corners).map { corner in
        let angle = 2 * .pi * Double(corner) / Double(corners)
        let radius = random.uniform(100, 200)
        return Point(
          x: ((center.x + radius * cos(angle)) * 100).rounded() / 100,
          y: ((center.y + radius * sin(angle)) * 100).rounded() / 100)
      }
      return .filled(.polygon(points), random.color())
    }
  }
}

extension Pixel {
  fileprivate func with(alpha: UInt8) -> Pixel { Pixel(bits: bits & 0xFF_FFFF | UInt32(alpha) << 24) }
}
