import PaintTestSupport
import Testing

@testable import PaintRaster

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Gradients compared with the rules of CSS in doubles, with the functions of the C library.
@Suite struct GradientTests {
  private static let center = Point(x: 61.3, y: 40.7)
  private static let geometries: [Gradient.Geometry] =
    [(0.0, 100.0), (100, 0), (70, 70), (-35, 80), (3, -7), (0, -90)].map {
      .linear(from: center, to: Point(x: center.x + $0.0, y: center.y + $0.1))
    } + [
      .radial(center: center, radiusX: 50, radiusY: 50), .radial(center: center, radiusX: 80, radiusY: 21.5),
      .conic(center: center, degrees: 0), .conic(center: center, degrees: -110),
    ]
  private static let stops: [[Gradient.Stop]] = {
    let (red, blue) = (Pixel(red: 255, green: 0, blue: 0), Pixel(red: 10, green: 40, blue: 250))
    let glass = Pixel(red: 0, green: 255, blue: 60, alpha: 40)
    return [
      [.init(0.3, red)],
      [.init(0, red), .init(1, blue)],
      [.init(0.1, red), .init(0.4, blue), .init(0.4, .white), .init(0.9, .black)],
      [.init(0, glass), .init(0.5, red), .init(1, .transparent)],
      [.init(0.2, red, exponent: 0.4), .init(0.6, blue, exponent: 2.5), .init(0.8, .white)],
    ]
  }()

  @Test(arguments: GradientSpace.allCases, [false, true])
  func `every pixel is within 1/255 of the formulas`(_ space: GradientSpace, isRepeating: Bool) {
    for geometry in Self.geometries {
      for stops in Self.stops {
        if isRepeating, stops.count == 1 { continue }
        let gradient = Gradient(geometry, stops: stops, isRepeating: isRepeating, space: space)
        for index in [TileIndex(x: 0, y: 0), TileIndex(x: 1, y: 1), TileIndex(x: 40, y: 3)] {
          let tile = gradient.tile(at: index)
          for y in 0..<Tile.edge {
            for x in 0..<Tile.edge {
              let point = Point(x: Double(index.box.x + x) + 0.5, y: Double(index.box.y + y) + 0.5)
              let share = GradientReference.share(geometry, at: point)
              // Rounding decides on which side of an edge between two colours a pixel is.
              guard !GradientReference.isNearEdge(share, stops, isRepeating: isRepeating) else { continue }
              let exact = GradientReference.color(share, stops, isRepeating: isRepeating, space)
              let pixel = GradientReference.premultiplied(tile[x, y])
              let difference = (0..<4).map { (pixel[$0] - exact[$0]).magnitude }.max() ?? 0
              #expect(difference <= 1.01, "\(geometry) \(stops) at \(point): \(pixel), not \(exact)")
            }
          }
        }
      }
    }
  }

  @Test(arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func `random gradients on a large canvas are within 1/255 of the formulas`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<(isOptimised ? 150 : 30) {
      let geometry = Self.randomGeometry(using: &generator)
      let stops = Self.randomStops(using: &generator)
      let space = GradientSpace.allCases.randomElement(using: &generator) ?? .srgb
      let isRepeating = stops[stops.count - 1].offset > stops[0].offset && Bool.random(using: &generator)
      let gradient = Gradient(geometry, stops: stops, isRepeating: isRepeating, space: space)
      for _ in 0..<3 {
        let index = TileIndex(x: .random(in: 0..<120, using: &generator), y: .random(in: 0..<68, using: &generator))
        let tile = gradient.tile(at: index)
        for place in 0..<Tile.pixelCount {
          let (x, y) = (place % Tile.edge, place / Tile.edge)
          let point = Point(x: Double(index.box.x + x) + 0.5, y: Double(index.box.y + y) + 0.5)
          let share = GradientReference.share(geometry, at: point)
          guard !GradientReference.isNearEdge(share, stops, isRepeating: isRepeating) else { continue }
          let exact = GradientReference.color(share, stops, isRepeating: isRepeating, space)
          let pixel = GradientReference.premultiplied(tile[x, y])
          let difference = (0..<4).map { (pixel[$0] - exact[$0]).magnitude }.max() ?? 0
          #expect(difference <= 1, "seed \(seed): \(geometry) \(stops) at \(point): \(pixel), not \(exact)")
        }
      }
    }
  }

  /// Near a stop with a colour hint, the colour of a very small share is far from that of the stop.
  @Test(arguments: GradientSpace.allCases, [0.06, 0.01, 0.001, 0.999])
  func `the first and the last pixels of long gradients with colour hints are exact`(
    _ space: GradientSpace, hint: Double
  ) {
    for (start, length) in [(0.0, 16_000.0), (0, 65_536), (101, 101), (-30_000, 70_000)] {
      let geometry = Gradient.Geometry.linear(from: Point(x: start, y: 0), to: Point(x: start + length, y: 0))
      let stops = [Gradient.Stop(0, .black, exponent: GradientHint.exponent(hint)), Gradient.Stop(1, .white)]
      let gradient = Gradient(geometry, stops: stops, space: space)
      for column in isOptimised ? [0, 1, 2, 5, 499, 937, 1_249, 2_047] : [0, 3, 937] {
        let tile = gradient.tile(at: TileIndex(x: column, y: 0))
        for x in 0..<Tile.edge {
          let point = Point(x: Double(column * Tile.edge + x) + 0.5, y: 0.5)
          let exact = GradientReference.color(
            GradientReference.share(geometry, at: point), stops, isRepeating: false, space)
          let difference = (Double(tile[x, 0].red) - exact[0]).magnitude
          #expect(difference <= 1, "from \(start), \(length) px, at \(point.x): \(tile[x, 0]), not \(exact)")
        }
      }
    }
  }

  private static func randomGeometry(using generator: inout SeededGenerator) -> Gradient.Geometry {
    func point(_ generator: inout SeededGenerator) -> Point {
      Point(x: .random(in: -200...4_000, using: &generator), y: .random(in: -200...2_400, using: &generator))
    }
    let from = point(&generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return .linear(from: from, to: point(&generator))
    case 1:
      return .linear(
        from: from,
        to: Point(
          x: from.x + .random(in: -90...90, using: &generator), y: from.y + .random(in: 4...90, using: &generator)))
    case 2:
      return .radial(
        center: from, radiusX: .random(in: 20...3_000, using: &generator),
        radiusY: .random(in: 20...3_000, using: &generator))
    default: return .conic(center: from, degrees: .random(in: -720...720, using: &generator))
    }
  }

  /// One to six stops at ascending places, some of them at the same one, some with hints.
  private static func randomStops(using generator: inout SeededGenerator) -> [Gradient.Stop] {
    var offset = Double.random(in: -0.5...0.4, using: &generator)
    return (0..<Int.random(in: 1...6, using: &generator)).map { _ in
      if Int.random(in: 0..<4, using: &generator) > 0 { offset += .random(in: 0.02...0.6, using: &generator) }
      let bits = UInt32(truncatingIfNeeded: generator.next())
      let color = Pixel(bits: Bool.random(using: &generator) ? bits | 0xFF00_0000 : bits)
      let hint = Int.random(in: 0..<4, using: &generator) == 0
      return Gradient.Stop(
        offset, color, exponent: hint ? GradientHint.exponent(.random(in: 0.1...0.9, using: &generator)) : 1)
    }
  }

  @Test func `a dithered gradient has the exact mean, and no bands`() {
    let stops = [
      Gradient.Stop(0, Pixel(red: 100, green: 100, blue: 100)),
      Gradient.Stop(1, Pixel(red: 110, green: 110, blue: 110)),
    ]
    let gradient = Gradient(
      .linear(from: Point(x: 0, y: 0), to: Point(x: 4_096, y: 0)), stops: stops, isDithered: true)
    for column in 0..<128 {
      let tile = gradient.tile(at: TileIndex(x: column, y: 0))
      var sum = 0.0
      for y in 0..<Tile.edge { for x in 0..<Tile.edge { sum += Double(tile[x, y].green) } }
      let mean = sum / Double(Tile.pixelCount)
      let exact = 100 + 10 * (Double(column) * 32 + 16) / 4_096
      #expect((mean - exact).magnitude < 0.02)
    }
    for row in 0..<8 {
      var (run, longest) = (0, 0)
      var last: UInt8?
      for x in 0..<4_096 {
        let value = gradient.tile(at: TileIndex(x: x / 32, y: 0))[x % 32, row].green
        run = value == last ? run + 1 : 1
        last = value
        longest = max(longest, run)
      }
      // Without dithering a colour has 410 pixels in a row. The thresholds in a row of the matrix are at most 3/8 apart.
      #expect(longest < 160)
    }
  }

  @Test func `a repeating gradient without length has the average of its colours`() {
    let stops = [Gradient.Stop(0.5, .black), Gradient.Stop(0.5, .white), Gradient.Stop(0.5, .black)]
    let gradient = Gradient(
      .linear(from: Point(x: 0, y: 0), to: Point(x: 10, y: 0)), stops: stops, isRepeating: true)
    #expect(gradient.tile(at: TileIndex(x: 3, y: 5))[7, 9] == Pixel(red: 128, green: 128, blue: 128))
  }
}

/// The rules of CSS Images 4 and CSS Color 4, written plainly.
private enum GradientReference {
  static func share(_ geometry: Gradient.Geometry, at p: Point) -> Double {
    switch geometry {
    case .linear(let a, let b):
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      return ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy)
    case .radial(let c, let x, let y): return hypot((p.x - c.x) / x, (p.y - c.y) / y)
    case .conic(let c, let degrees):
      let turns = atan2(p.x - c.x, c.y - p.y) / (2 * Double.pi) - degrees / 360
      return turns - turns.rounded(.down)
    }
  }

  private static func wrapped(_ share: Double, _ stops: [Gradient.Stop]) -> Double {
    let (first, last) = (stops[0].offset, stops[stops.count - 1].offset)
    let periods = (share - first) / (last - first)
    return first + (periods - periods.rounded(.down)) * (last - first)
  }

  static func isNearEdge(_ share: Double, _ stops: [Gradient.Stop], isRepeating: Bool) -> Bool {
    let at = isRepeating ? wrapped(share, stops) : share
    return stops.contains { (at - $0.offset).magnitude < 1e-4 }
  }

  static func premultiplied(_ pixel: Pixel) -> [Double] {
    let alpha = Double(pixel.alpha)
    return [pixel.red, pixel.green, pixel.blue].map { Double($0) * alpha / 255 } + [alpha]
  }

  static func color(
    _ share: Double, _ stops: [Gradient.Stop], isRepeating: Bool, _ space: GradientSpace
  ) -> [Double] {
    let at = isRepeating ? wrapped(share, stops) : share
    guard let next = stops.firstIndex(where: { $0.offset > at }) else {
      return premultiplied(stops[stops.count - 1].color)
    }
    guard next > 0 else { return premultiplied(stops[0].color) }
    let (a, b) = (stops[next - 1], stops[next])
    let p = pow((at - a.offset) / (b.offset - a.offset), a.exponent)
    let (from, to) = (coordinates(a.color, space), coordinates(b.color, space))
    let (first, second) = (Double(a.color.alpha) / 255, Double(b.color.alpha) / 255)
    let alpha = first * (1 - p) + second * p
    guard alpha > 0 else { return [0, 0, 0, 0] }
    let mixed = (0..<3).map { (from[$0] * first * (1 - p) + to[$0] * second * p) / alpha }
    return stored(mixed, space).map { min(max($0, 0), 1) * 255 * alpha } + [alpha * 255]
  }

  private static func coordinates(_ color: Pixel, _ space: GradientSpace) -> [Double] {
    let stored = [color.red, color.green, color.blue].map { Double($0) / 255 }
    if space == .srgb { return stored }
    let light = stored.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    if space == .linear { return light }
    return product(labOfLMS, product(lmsOfLight, light).map { cbrt($0) })
  }

  private static func stored(_ coordinates: [Double], _ space: GradientSpace) -> [Double] {
    if space == .srgb { return coordinates }
    let light =
      space == .linear ? coordinates : product(lightOfLMS, product(lmsOfLab, coordinates).map { $0 * $0 * $0 })
    return light.map { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
  }

  private static func product(_ matrix: [[Double]], _ v: [Double]) -> [Double] {
    matrix.map { $0[0] * v[0] + $0[1] * v[1] + $0[2] * v[2] }
  }

  private static let lmsOfLight = [
    [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ]
  private static let labOfLMS = [
    [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
  ]
  private static let lmsOfLab = [
    [1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728], [1, -0.0894841775, -1.2914855480],
  ]
  private static let lightOfLMS = [
    [4.0767416621, -3.3077115913, 0.2309699292], [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.7076147010],
  ]
}
