import PaintRaster
import Testing

@testable import PaintCLI
@testable import PaintTerminal

@Suite("PictureGrid and ViewLayout") struct PictureGridTests {
  @Test("lines are at multiples of their distance, inside the picture, and not too close") func lines() throws {
    var random = Seeded(UInt64.random(in: 0..<1_000_000))
    for _ in 0..<500 {
      let box = PixelBox(
        x: .random(in: 0...900, using: &random), y: .random(in: 0...900, using: &random),
        width: .random(in: 1...900, using: &random), height: .random(in: 1...900, using: &random))
      let size = try #require(
        CanvasSize(width: .random(in: 1...400, using: &random), height: .random(in: 1...400, using: &random)))
      let wanted = Int.random(in: 1...300, using: &random)
      let grid = PictureGrid(every: wanted, in: box, shownAs: size, leastGap: 4)
      #expect(grid.step % wanted == 0)
      #expect(grid.step == wanted || (grid.step - wanted) * size.width < 4 * box.width)
      for (lines, start, length, shown) in [
        (grid.columns, box.x, box.width, size.width), (grid.rows, box.y, box.height, size.height),
      ] {
        #expect(lines.map(\.coordinate) == (start..<start + length).filter { $0 % grid.step == 0 })
        for line in lines {
          #expect((0..<shown).contains(line.place))
          #expect(line.place == (line.coordinate - start) * shown / length)
        }
      }
      #expect(zip(grid.columns, grid.columns.dropFirst()).allSatisfy { $1.place - $0.place >= 3 })
      // Each label begins above its line, and all of it fits.
      let head = grid.head(cell: 2, columns: 30)
      #expect(head.utf8.count <= 30)
      for label in head.split(separator: " ") {
        let column = head.utf8.distance(from: head.startIndex, to: label.startIndex)
        #expect(grid.columns.contains { $0.place / 2 == column && String($0.coordinate) == label })
      }
    }
  }

  @Test(
    "the smallest zooms show all of a picture as one pixel",
    arguments: [Double.leastNonzeroMagnitude, 1e-300, 1e-20, 1e-18, 1e-15, 1e-5])
  func smallest(factor: Double) throws {
    let box = PixelBox(x: 3, y: 2, width: 600, height: 400)
    for rows in [nil, 1, 24, 65_536] {
      let space = ViewLayout.Space(columns: 80, rows: rows, cell: .usual)
      let layout = try ViewLayout(of: box, zoom: .factor(factor), in: space)
      #expect(layout.box == box && !layout.isCut)
      #expect(layout.size == CanvasSize(width: 1, height: 1))
    }
  }

  @Test("a fitting picture keeps its proportions, fills one side, and is never larger than itself") func fit() throws {
    var random = Seeded(UInt64.random(in: 0..<1_000_000))
    for _ in 0..<500 {
      let box = PixelBox(
        x: 0, y: 0, width: .random(in: 1...65_536, using: &random), height: .random(in: 1...65_536, using: &random))
      let rows: Int? = Bool.random(using: &random) ? nil : .random(in: 1...70, using: &random)
      let space = ViewLayout.Space(
        columns: .random(in: 1...300, using: &random), rows: rows, cell: CellSize(width: 7, height: 15))
      let layout = try ViewLayout(of: box, zoom: .fit, in: space)
      let (width, height) = (min(4_096, space.columns * 7), min(4_096, space.rows.map { $0 * 15 } ?? 4_096))
      #expect(layout.box == box && !layout.isCut)
      #expect(layout.size.width <= min(width, box.width) && layout.size.height <= min(height, box.height))
      #expect(
        layout.size.width == min(width, box.width) || layout.size.height == min(height, box.height), "\(layout)")
      // One side is rounded to the nearest pixel.
      let (shownWidth, shownHeight) = (layout.size.width, layout.size.height)
      let error = abs(shownWidth * box.height - shownHeight * box.width)
      #expect(min(shownWidth, shownHeight) == 1 || 2 * error <= max(box.width, box.height), "\(layout)")
    }
  }

  @Test("a zoomed picture is cut to whole pixels that fit, and refused if there are too many") func zoom() throws {
    let box = PixelBox(x: 10, y: 20, width: 900, height: 700)
    let space = ViewLayout.Space(columns: 80, rows: 20, cell: CellSize(width: 1, height: 2))
    let cut = try ViewLayout(of: box, zoom: .factor(3), in: space)
    #expect(cut.box == PixelBox(x: 10, y: 20, width: 26, height: 13) && cut.isCut)
    #expect(cut.size == CanvasSize(width: 78, height: 39))
    let large = ViewLayout.Space(columns: 100_000, rows: nil, cell: CellSize(width: 1, height: 2))
    #expect(try ViewLayout(of: box, zoom: .factor(3), in: large).size == CanvasSize(width: 2_700, height: 2_100))
    #expect(throws: TerminalError.tooManyPixels(width: 27_000, height: 21_000)) {
      try ViewLayout(of: box, zoom: .factor(30), in: large)
    }
  }
}
