import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("Paths drawn in many places")
struct PlacedFillTests {
  /// A path of curves and lines that a font's glyph could have.
  private func glyph(_ random: inout SeededGenerator) -> Path {
    func point() -> Point { Point(x: random.real(0...1_000).rounded(), y: random.real(-800...300).rounded()) }
    var elements: [Path.Element] = []
    for _ in 0..<random.whole(1...3) {
      elements.append(.move(point()))
      for _ in 0..<random.whole(2...6) {
        switch random.whole(0...2) {
        case 0: elements.append(.line(point()))
        case 1: elements.append(.quadratic(point(), point()))
        default: elements.append(.cubic(point(), point(), point()))
        }
      }
      elements.append(.close)
    }
    return Path(elements)
  }

  @Test(
    "have to the bit the coverage of one path of all, in bands of any height",
    arguments: [1, 2, 3, 4, .random(in: 5 ... .max)] as [UInt64])
  func bands(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let canvas = try #require(CanvasSize(width: random.whole(1...300), height: random.whole(1...400)))
    let paths = (0..<random.whole(1...12)).map { _ in
      let places = (0..<random.whole(1...30)).map { _ in Point(x: random.real(-99...400), y: random.real(-99...500)) }
      return PlacedPath(glyph(&random), scale: random.real(0.001...0.1), places: places)
    }
    let whole = Path(paths.flatMap { placed in placed.places.flatMap { placed.path(at: $0).elements } })
    let expected = try CoveragePicture(Outline(fillOf: .path(whole)), width: canvas.width, height: canvas.height)
    for limit in [1, 100, 1_000, 1 << 20] {
      let fill = PlacedFill(paths, canvas: canvas, verticesAtOnce: limit)
      var bytes = [UInt8](repeating: 0, count: expected.bytes.count)
      var reached = 0
      for band in fill.bands {
        #expect(band.lowerBound >= reached && !band.isEmpty && band.upperBound <= canvas.tileRows)
        reached = band.upperBound
        let part = try CoveragePicture(fill.outline(of: band), width: canvas.width, height: canvas.height)
        let pixels =
          band.lowerBound * Tile.edge * canvas.width..<min(band.upperBound * Tile.edge, canvas.height) * canvas.width
        bytes.replaceSubrange(pixels, with: part.bytes[pixels])
      }
      #expect(bytes == expected.bytes, "seed \(seed), \(limit) vertices at once")
      if limit == 1 << 20 { #expect(fill.bands.count <= expected.height / Tile.edge + 1) }
    }
  }

  @Test("nothing is drawn without paths, or with numbers that are not finite")
  func nothing() throws {
    let canvas = try #require(CanvasSize(width: 50, height: 50))
    #expect(PlacedFill([], canvas: canvas).bands.isEmpty)
    let square = Path([.move(Point(x: 0, y: 0)), .line(Point(x: 9, y: 0)), .line(Point(x: 9, y: 9)), .close])
    #expect(PlacedFill([PlacedPath(square, scale: 1, places: [])], canvas: canvas).bands.isEmpty)
    #expect(PlacedFill([PlacedPath(Path(), scale: 1, places: [Point(x: 1, y: 1)])], canvas: canvas).bands.isEmpty)
    let far = PlacedPath(square, scale: 1, places: [Point(x: 1, y: 500), Point(x: 60, y: 1), Point(x: -60, y: 1)])
    #expect(PlacedFill([far], canvas: canvas).bands.isEmpty)
    for place in [Point(x: .infinity, y: 0), Point(x: 0, y: .nan)] {
      let placed = PlacedPath(square, scale: 1, places: [Point(x: 1, y: 1), place])
      #expect(PlacedFill([placed], canvas: canvas).bands.isEmpty)
    }
  }
}
