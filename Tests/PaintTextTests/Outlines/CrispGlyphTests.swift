import Testing

@testable import PaintRaster
@testable import PaintText

/// Glyphs without anti-aliasing: what is connected in the outline is connected in the pixels.
@Suite("Crisp glyphs", .enabled(if: TestFonts.areAvailable, "no fonts or libraries on this machine"))
struct CrispGlyphTests {
  @Test(
    "have at most as many parts as the outline, and none vanishes",
    arguments: ["DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Noto Mono", "DejaVu Sans Light"])
  func parts(family: String) throws {
    guard let font = TestFonts.stack(family)?.first else { return }
    // Of the thinnest family also the letters with tails, which are contours of their own.
    let tailed = family == "DejaVu Sans Light" ? Array(UInt32(0x100)...0x17f) + Array(0x218...0x21b) : []
    for code in Array(UInt32(0x21)...0x7e) + Array(0xa1...0xff) + tailed where code != 0xad {
      let scalar = try #require(Unicode.Scalar(code))
      let glyph = font.glyph(of: scalar)
      guard glyph != 0 else { continue }
      // Large and smooth, each gap between parts is wider than a pixel.
      let whole = parts(try drawn(font, glyph, size: 80, at: Point(x: 24, y: 112), side: 152, isSmooth: true))
      for size in 8...16 {
        let shift = Double((Int(code) + size) % 8) / 8
        let place = Point(x: 8 + shift, y: 24 + shift / 2)
        let pixels = try drawn(font, glyph, size: Double(size), at: place, side: 40, isSmooth: false)
        let seen = parts(pixels)
        #expect(seen <= whole && seen > 0, "\(scalar) of \(family) at \(size): \(seen) parts of \(whole)")
        guard size % 4 == 0 else { continue }
        // The parts stay inside: each pixel is near one that the smooth glyph covers.
        let smooth = try drawn(font, glyph, size: Double(size), at: place, side: 40, isSmooth: true)
        #expect(zip(pixels, smooth).allSatisfy { !$0 || $1 }, "\(scalar) of \(family) at \(size)")
      }
    }
  }

  /// Whether each pixel of a square is covered, of smooth shapes in part.
  private func drawn(
    _ font: Font, _ glyph: UInt32, size: Double, at place: Point, side: Int, isSmooth: Bool
  ) throws -> [Bool] {
    let outlines = TextOutlines(
      width: 0, height: 0,
      glyphs: [.init(unitsPerEm: font.unitsPerEm, outline: font.outline(of: glyph), places: [place])])
    let canvas = try #require(CanvasSize(width: side, height: side))
    var outline = Outline(fillOf: .path(outlines.path(at: Point(x: 0, y: 0), size: size)))
    if !isSmooth { outline = outline.withoutDropouts(on: canvas) }
    var pixels = [Bool](repeating: false, count: side * side)
    var scanner = CoverageScanner(outline, canvas: canvas, antialiased: isSmooth, rule: .nonzero)
    for tileRow in scanner.tileRows {
      scanner.scan(tileRow: tileRow) { columns, coverage in
        for y in tileRow * Tile.edge..<min((tileRow + 1) * Tile.edge, side) {
          for x in columns.lowerBound * Tile.edge..<min(columns.upperBound * Tile.edge, side) {
            switch coverage {
            case .full: pixels[y * side + x] = true
            case .mask(let mask): pixels[y * side + x] = mask.bytes[y % Tile.edge * Tile.edge + x % Tile.edge] > 0
            }
          }
        }
      }
    }
    return pixels
  }

  /// The number of parts that are connected by sides or corners.
  private func parts(_ pixels: [Bool]) -> Int {
    let side = Int(Double(pixels.count).squareRoot())
    var rest = pixels
    var count = 0
    for start in pixels.indices where rest[start] {
      count += 1
      rest[start] = false
      var open = [start]
      while let place = open.popLast() {
        for near in [-side - 1, -side, -side + 1, -1, 1, side - 1, side, side + 1].map({ place + $0 })
        where rest.indices.contains(near) && rest[near] {
          rest[near] = false
          open.append(near)
        }
      }
    }
    return count
  }
}
