import Testing

@testable import PaintRaster

@Suite("Tapered and smooth freehand lines")
struct TaperTests {
  private func points(_ shape: Shape) throws -> [PencilPoint] {
    guard case .pencil(let points) = shape else {
      Issue.record("not a pencil: \(shape)")
      return []
    }
    return points
  }

  @Test("the width grows from 0 and falls to 0 along the given parts")
  func line() throws {
    let line = Shape.line(Point(x: 0, y: 0), Point(x: 100, y: 0))
    let both = try points(line.tapered(Taper(start: .pixels(20), end: .percent(40)), width: 9))
    #expect(both.map(\.point.x) == [0, 20, 60, 100])
    #expect(both.map(\.pressure) == [0, 1, 1, 0])
    // Where the parts overlap, the smaller width counts.
    let crossing = try points(line.tapered(Taper(start: .pixels(100), end: .pixels(100)), width: 9))
    #expect(crossing.map(\.point.x) == [0, 50, 100])
    #expect(crossing.map(\.pressure) == [0, 0.5, 0])
    let none = try points(line.tapered(Taper(start: .pixels(0), end: .pixels(0)), width: 9))
    #expect(none.map(\.pressure) == [1, 1])
  }

  @Test("pressure counts, too, and a dot stays as it is")
  func pencil() throws {
    let pencil = Shape.pencil([
      PencilPoint(Point(x: 0, y: 0), pressure: 0.5), PencilPoint(Point(x: 0, y: 100), pressure: 0.5),
    ])
    let tapered = try points(pencil.tapered(Taper(start: .percent(50), end: .percent(0)), width: 9))
    #expect(tapered.map(\.pressure) == [0, 0.5, 0.5])
    let dot = Shape.pencil([PencilPoint(Point(x: 5, y: 5))])
    #expect(dot.tapered(Taper(start: .pixels(9), end: .pixels(9)), width: 9) == dot)
  }

  @Test("a curve is tapered along its length, and a closed one returns to its first point")
  func curve() throws {
    let knots = [Point(x: 10, y: 10), Point(x: 60, y: 40), Point(x: 110, y: 10)]
    let curve = Shape.path(Path(curveThrough: knots))
    let open = try points(curve.tapered(Taper(start: .percent(25), end: .pixels(3)), width: 9))
    #expect(open.first?.point == knots[0] && open.last?.point == knots[2])
    #expect(open.first?.pressure == 0 && open.last?.pressure == 0 && open.contains { $0.pressure == 1 })
    let ring = Shape.path(Path(curveThrough: knots, isClosed: true))
    let closed = try points(ring.tapered(Taper(start: .percent(9), end: .percent(9)), width: 9))
    #expect(closed.first?.point == closed.last?.point)
  }

  @Test("a smooth pencil is the curve through its points, with its pressures in between")
  func smooth() throws {
    let places = [Point(x: 10, y: 10), Point(x: 60, y: 40), Point(x: 60, y: 40), Point(x: 110, y: 10)]
    let plain = Shape.pencil(smoothThrough: places.map { PencilPoint($0) }, width: 5)
    #expect(plain == .path(Path(curveThrough: places)))
    let pressed = zip(places, [0.2, 0.6, 0.9, 1]).map { PencilPoint($0, pressure: $1) }
    let smooth = try points(.pencil(smoothThrough: pressed, width: 5))
    #expect(smooth.first == pressed[0] && smooth.last == pressed[3])
    #expect(smooth.contains { $0.point == places[1] && $0.pressure == 0.6 })
    #expect(zip(smooth, smooth.dropFirst()).allSatisfy { $0.pressure <= $1.pressure })
    #expect(smooth.count > 6)
    let two = Array(pressed.prefix(2))
    #expect(Shape.pencil(smoothThrough: two, width: 5) == .pencil(two))
  }
}
