import Testing

@testable import PaintRaster

/// The coverage of an outline on a canvas, as one array of bytes.
struct CoveragePicture: Equatable {
  let width: Int
  let height: Int
  var bytes: [UInt8]
  /// The number of calls of the scanner's body.
  var calls = 0

  init(_ outline: Outline, width: Int, height: Int, antialiased: Bool = true) throws {
    self.width = width
    self.height = height
    bytes = [UInt8](repeating: 0, count: width * height)
    let canvas = try #require(CanvasSize(width: width, height: height))
    var scanner = CoverageScanner(outline, canvas: canvas, antialiased: antialiased, rule: outline.fillRule)
    for tileRow in scanner.tileRows {
      var reached = 0
      scanner.scan(tileRow: tileRow) { columns, coverage in
        calls += 1
        #expect(columns.lowerBound >= reached && !columns.isEmpty && columns.upperBound <= canvas.tileColumns)
        reached = columns.upperBound
        let box = PixelBox(
          x: columns.lowerBound * Tile.edge, y: tileRow * Tile.edge, width: columns.count * Tile.edge,
          height: Tile.edge
        ).intersection(canvas.box)
        for y in box.y..<box.maxY {
          for x in box.x..<box.maxX {
            switch coverage {
            case .full: bytes[y * width + x] = 255
            case .mask(let mask):
              let row = y % Tile.edge
              let value = mask.bytes[row * Tile.edge + x % Tile.edge]
              if !mask.rows.contains(row) && value != 0 { Issue.record("coverage outside the rows of a mask") }
              bytes[y * width + x] = value
            }
          }
        }
        if case .mask = coverage { #expect(columns.count == 1) }
      }
    }
  }

  subscript(x: Int, y: Int) -> UInt8 { bytes[y * width + x] }

  /// The sum of all coverage, in pixels.
  var area: Double { Double(bytes.reduce(0) { $0 + Int($1) }) / 255 }
}
