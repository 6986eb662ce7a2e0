import Testing

@testable import PaintRaster

/// The coverage of an outline in a square of a large canvas.
struct CoverageWindow: Equatable {
  let side: Int
  var bytes: [UInt8]

  init(_ outline: Outline, x: Int, y: Int, side: Int) throws {
    self.side = side
    bytes = [UInt8](repeating: 0, count: side * side)
    let canvas = try #require(CanvasSize(width: 65_536, height: 65_536))
    var scanner = CoverageScanner(outline, canvas: canvas, antialiased: true, rule: outline.fillRule)
    for tileRow in scanner.tileRows.clamped(to: y / Tile.edge..<(y + side) / Tile.edge + 1) {
      scanner.scan(tileRow: tileRow) { columns, coverage in
        for row in max(tileRow * Tile.edge, y)..<min((tileRow + 1) * Tile.edge, y + side) {
          let reached = (columns.lowerBound * Tile.edge..<columns.upperBound * Tile.edge).clamped(to: x..<x + side)
          for column in reached {
            let place = (row - y) * side + column - x
            switch coverage {
            case .full: bytes[place] = 255
            case .mask(let mask): bytes[place] = mask.bytes[row % Tile.edge * Tile.edge + column % Tile.edge]
            }
          }
        }
      }
    }
  }
}
