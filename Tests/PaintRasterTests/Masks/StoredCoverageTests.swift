import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("StoredCoverage")
struct StoredCoverageTests {
  /// A mask's coverages, and whether its other parts agree with them.
  private func coverages(_ mask: CoverageMask) -> [UInt8] {
    let bytes = (0..<Tile.pixelCount).map { mask.bytes[$0] }
    for y in 0..<Tile.edge {
      let row = bytes[y * Tile.edge..<(y + 1) * Tile.edge]
      if row.contains(where: { $0 != 0 }) { #expect(mask.rows.contains(y)) }
      for four in 0..<Tile.edge / 4 {
        let values = row.dropFirst(four * 4).prefix(4)
        if values.contains(where: { $0 != 0 }) { #expect(mask.occupied[y] >> UInt8(four) & 1 == 1) }
        if mask.solid[y] >> UInt8(four) & 1 == 1 { #expect(values.allSatisfy { $0 == 255 }) }
      }
    }
    return bytes
  }

  private func expected(_ mask: TileMask) -> [UInt8] {
    (0..<Tile.pixelCount).map { mask.contains(x: $0 % Tile.edge, y: $0 / Tile.edge) ? 255 : 0 }
  }

  @Test("a set of pixels is lent as coverage 255 and 0", arguments: 0..<UInt64(30))
  func fromPixels(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let mask = random.tileMask()
    #expect(mask.withMask(coverages) == expected(mask))
    #expect(StoredMask(mask).withMask(coverages) == expected(mask))
  }

  @Test("a stored mask equals the scanner's, and known pixels are covered in it", arguments: 0..<UInt64(30))
  func stores(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var shapes = ShapeGenerator(seed: seed, side: 96)
    let outline = Outline(strokeOf: shapes.shape(), style: shapes.style())
    let canvas = try #require(CanvasSize(width: 96, height: 96))
    var scanner = CoverageScanner(outline, canvas: canvas, antialiased: true)
    var row = CoverageRow()
    for tileRow in scanner.tileRows {
      row.removeAll()
      var scanned: [Int: [UInt8]] = [:]
      scanner.scan(tileRow: tileRow) { columns, coverage in
        row.add(coverage, columns)
        let lent = StoredCoverage.withMask(of: coverage, coverages)
        for column in columns { scanned[column] = lent }
        let covered = random.tileMask()
        let more = StoredCoverage(coverage, covered: covered).withMask(coverages)
        for place in 0..<Tile.pixelCount {
          let isKnown = covered.contains(x: place % Tile.edge, y: place / Tile.edge)
          if more[place] != (isKnown ? 255 : lent[place]) { Issue.record("seed \(seed), place \(place)") }
        }
      }
      #expect(row.unusedColumns == scanned.keys.sorted())
      for column in -1...3 {
        let none = [UInt8](repeating: 0, count: Tile.pixelCount)
        #expect(row[column].withMask(coverages) == scanned[column] ?? none)
        row[column].withCoverage { coverage in
          #expect((coverage == nil) == (scanned[column] == nil))
          #expect(StoredCoverage.withMask(of: coverage, coverages) == scanned[column] ?? none)
        }
        row.markUsed(column)
      }
      #expect(row.unusedColumns.isEmpty)
    }
  }
}
