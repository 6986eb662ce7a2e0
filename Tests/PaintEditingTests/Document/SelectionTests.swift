import PaintFilters
import PaintHistory
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintEditing

@Suite("Selections")
struct SelectionTests {
  private static let size = CanvasSize(width: 100, height: 70)

  /// A document with some pixels, in memory.
  private func document() throws -> Document {
    let size = try #require(Self.size)
    let document = try Document.inMemory(
      size: size, background: .white, command: "new", named: "test", options: History.Options())
    try document.history.beginEditing()
    let stroke = StrokeEdit(
      shape: .ellipse(Point(x: 5, y: 5), Point(x: 90, y: 60)), style: StrokeStyle(width: 1),
      paint: paint(nil, fill: Pixel(red: 200, green: 30, blue: 90, alpha: 180)))
    _ = try document.perform(stroke, .test)
    return document
  }

  private func paint(_ source: Pixel?, fill: Pixel? = nil) -> Paint {
    var paint = Paint(.color(.black))
    paint.source = source.map { .color($0) }
    paint.fill = fill.map { .color($0) }
    return paint
  }

  private func picture(_ document: Document) throws -> [Pixel] {
    let snapshot = try document.history.snapshot(at: document.history.current.number)
    var pixels: [Pixel] = []
    for y in 0..<snapshot.size.height {
      for x in 0..<snapshot.size.width { pixels.append(try #require(try document.pixel(x: x, y: y, in: snapshot))) }
    }
    return pixels
  }

  private func values(_ document: Document) throws -> [UInt8]? {
    let snapshot = try document.history.snapshot(at: document.history.current.number)
    guard let mask = try document.selectionMask(of: snapshot) else { return nil }
    return (0..<snapshot.size.width * snapshot.size.height).map { place in
      let (x, y) = (place % snapshot.size.width, place / snapshot.size.width)
      return mask[TileIndex(x: x / Tile.edge, y: y / Tile.edge)][x % Tile.edge, y % Tile.edge].alpha
    }
  }

  private func soft() -> SelectionEdit {
    var edit = SelectionEdit(
      .shape(.ellipse(Point(x: 20, y: 10), Point(x: 70, y: 60)), rule: .nonzero, isAntialiased: true))
    edit.feather = 3
    return edit
  }

  private static let star: [Point] = [
    Point(x: 61, y: 34), Point(x: 47, y: 38), Point(x: 51, y: 54), Point(x: 41, y: 41), Point(x: 22, y: 43),
    Point(x: 33, y: 31), Point(x: 27, y: 14), Point(x: 43, y: 21),
  ]

  @Test(
    "a selected polygon grows to the points that are no farther from it than the distance",
    arguments: [1, 3.5, 9], [true, false])
  func sharpCorners(distance: Double, isPath: Bool) throws {
    let document = try document()
    // A path without its last side is closed, too.
    let path = Path([.move(Self.star[0])] + Self.star.dropFirst().map(Path.Element.line))
    var edit = SelectionEdit(
      .shape(isPath ? .path(path) : .polygon(Self.star), rule: .nonzero, isAntialiased: true))
    edit.expansion = distance
    _ = try #require(try document.perform(edit, .test))
    let values = try #require(try values(document))
    let size = try #require(Self.size)
    let spots = (0..<8).map { (Double($0) + 0.5) / 8 }
    var largest = 0.0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let inside = spots.reduce(0) { count, v in
          count + spots.count { u in Self.isNear(Point(x: Double(x) + u, y: Double(y) + v), distance) }
        }
        largest = max(largest, abs(Double(values[y * size.width + x]) / 255 - Double(inside) / 64))
      }
    }
    #expect(largest < 0.07)
  }

  /// Whether a point is in the star, or no farther from one of its sides.
  private static func isNear(_ p: Point, _ distance: Double) -> Bool {
    var isInside = false
    for (place, a) in star.enumerated() {
      let b = star[(place + 1) % star.count]
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let share = min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy), 0), 1)
      let (ex, ey) = (p.x - a.x - share * dx, p.y - a.y - share * dy)
      if ex * ex + ey * ey <= distance * distance { return true }
      if (a.y > p.y) != (b.y > p.y), p.x < a.x + (p.y - a.y) / dy * dx { isInside.toggle() }
    }
    return isInside
  }

  @Test("an edit through a selection is the formula at every pixel, whatever the edit")
  func limits() throws {
    let edits: [(String, (Document) throws -> Revision?)] = [
      (
        "stroke",
        {
          try $0.perform(
            StrokeEdit(
              shape: .line(Point(x: 0, y: 3), Point(x: 99, y: 66)), style: StrokeStyle(width: 20), paint: paint(.black)),
            .test)
        }
      ),
      (
        "fill",
        {
          try $0.perform(
            FloodFillEdit(x: 50, y: 30, paint: paint(.black), tolerance: 0, expansion: 0), .test)
        }
      ),
      ("replace", { try $0.perform(ReplaceColorEdit(old: .white, new: .transparent, tolerance: 0), .test) }),
      ("clear", { try $0.perform(ClearEdit(to: Pixel(red: 1, green: 2, blue: 3, alpha: 4)), .test) }),
      ("restore", { try $0.perform(RestoreEdit(PixelBox(x: 0, y: 0, width: 100, height: 70), of: 0), .test) }),
    ]
    for (name, edit) in edits {
      let (free, limited) = (try document(), try document())
      let before = try picture(limited)
      let fingerprint = limited.history.current.fingerprint
      let selected = try #require(try limited.perform(soft(), .test))
      #expect(selected.pixels == 0)
      #expect(selected.fingerprint == fingerprint)
      #expect(try picture(limited) == before)
      let mask = try #require(try values(limited))
      _ = try edit(free)
      let revision = try #require(try edit(limited), "\(name)")
      let (new, result) = (try picture(free), try picture(limited))
      let eraser = Eraser(opacity: 1)
      let isRight = result.indices.allSatisfy {
        result[$0] == eraser.dissolved(coverage: mask[$0], from: before[$0], base: new[$0])
      }
      #expect(isRight, "\(name)")
      #expect(revision.pixels == result.indices.count { result[$0] != before[$0] }, "\(name)")
      // The selection stays, and goes with undo.
      #expect(try values(limited) == mask)
      _ = try limited.history.undo(2)
      #expect(try limited.selection() == nil)
      _ = try limited.history.redo(1)
      #expect(try values(limited) == mask)
    }
  }

  @Test("an edit that the selection excludes makes no revision, and the document says why")
  func excludes() throws {
    let document = try document()
    _ = try document.perform(
      SelectionEdit(.shape(.rect(Point(x: 0, y: 0), Point(x: 10, y: 10)), rule: .nonzero, isAntialiased: true)), .test)
    let stroke = StrokeEdit(
      shape: .line(Point(x: 50, y: 50), Point(x: 60, y: 60)), style: StrokeStyle(width: 2), paint: paint(.black))
    #expect(try document.perform(stroke, .test) == nil)
    #expect(document.exclusion == .notSelected)
    #expect(try document.perform(ReplaceColorEdit(old: .black, new: .white, tolerance: 0), .test) == nil)
    #expect(document.exclusion == nil)
    // The filter only computes the box of the selection.
    #expect(try document.perform(FilterEdit(FilterChain([Grayscale()])), .test) == nil)
    #expect(document.exclusion == .restUnknown)
    #expect(try document.perform(SelectionEdit(.none), .test) != nil)
    #expect(try document.perform(SelectionEdit(.none), .test) == nil)
    #expect(try document.perform(stroke, .test) != nil)
  }

  @Test("a change that is selected but rounds away is told apart from one that is not selected")
  func faint() throws {
    let document = try document()
    _ = try document.perform(ClearEdit(to: .white), .test)
    var faint = SelectionMask(on: document.size)
    for x in 0..<document.size.tileColumns {
      for y in 0..<document.size.tileRows { faint.set(.color(Pixel(bits: 1 << 24)), at: TileIndex(x: x, y: y)) }
    }
    _ = try document.perform(SelectMask(faint), .test)
    let nearly = Pixel(red: 240, green: 240, blue: 240)
    #expect(try document.perform(ClearEdit(to: nearly), .test) == nil)
    #expect(document.exclusion == .tooFaint)
    #expect(try document.perform(ClearEdit(to: .white), .test) == nil)
    #expect(document.exclusion == nil)
    #expect(try document.perform(ClearEdit(to: .black), .test) != nil)
    #expect(document.exclusion == nil)
  }

  private struct SelectMask: Edit {
    let mask: SelectionMask

    init(_ mask: SelectionMask) { self.mask = mask }

    func apply(to canvas: inout EditContext) throws(HistoryError) { try canvas.select(mask) }
  }

  @Test("beyond the canvas a selection goes on: feathering leaves no frame, and commutes with the complement")
  func borders() throws {
    let size = try #require(CanvasSize(width: 100, height: 70))
    let all = SelectionMask(on: size, selectingAll: true)
    for radius in [0.5, 5, 60] { #expect(all.feathered(by: radius).summary == all.summary) }
    var half = SelectionMask(on: size)
    for y in 0..<size.tileRows { half.set(SelectionMask.all, at: TileIndex(x: 0, y: y)) }
    for radius in [0.5, 5, 60] {
      let (first, second) = (half.inverted().feathered(by: radius), half.feathered(by: radius).inverted())
      for x in 0..<100 {
        let index = TileIndex(x: x / Tile.edge, y: 0)
        let (a, b) = (first[index][x % Tile.edge, 0].alpha, second[index][x % Tile.edge, 0].alpha)
        #expect(abs(Int(a) - Int(b)) <= 1)
        // All rows are equal, those at the border too.
        #expect(first[TileIndex(x: index.x, y: 1)][x % Tile.edge, 9].alpha == a)
      }
    }
  }

  @Test("feathering a side as long as possible is as on a smaller canvas")
  func longSides() throws {
    let wide = try #require(CanvasSize(width: 65_536, height: 90))
    let small = try #require(CanvasSize(width: 2_000, height: 90))
    for radius in [1.5, 40, 200] {
      // Around the place where the long side is divided, and at its end; both are on the grid of filters.
      for left in [31 << 10, 62 << 10] {
        var (long, short) = (SelectionMask(on: wide), SelectionMask(on: small))
        for x in stride(from: 640, to: 1_980, by: Tile.edge) where x < 1_200 || x > 1_800 {
          long.set(SelectionMask.all, at: TileIndex(x: (left + x) / Tile.edge, y: 1))
          short.set(SelectionMask.all, at: TileIndex(x: x / Tile.edge, y: 1))
        }
        (long, short) = (long.feathered(by: radius), short.feathered(by: radius))
        // Far from the ends of the smaller canvas.
        for x in stride(from: 640, to: 1_300, by: Tile.edge) {
          for y in 0..<small.tileRows {
            let place = TileIndex(x: (left + x) / Tile.edge, y: y)
            let (a, b) = (long[place], short[TileIndex(x: x / Tile.edge, y: y)])
            let inside = TileIndex(x: x / Tile.edge, y: y).inside(small)
            #expect(TileDifference(from: a, to: b, inside: inside).isEmpty, "radius \(radius), \(left), \(x), \(y)")
          }
        }
      }
    }
  }

  @Test("the mask goes with the canvas: two flips, four quarter turns, a crop and its coordinates")
  func geometry() throws {
    let document = try document()
    _ = try document.perform(soft(), .test)
    let mask = try #require(try values(document))
    for flip in FlipEdit.allCases {
      _ = try document.perform(flip, .test)
      #expect(try values(document) != nil)
      _ = try document.perform(flip, .test)
      #expect(try values(document) == mask)
    }
    let frame = PixelBox(x: 17, y: -5, width: 60, height: 90)
    _ = try document.perform(ReframeEdit(to: frame, background: .white), .test)
    let cropped = try #require(try values(document))
    let isRight = cropped.indices.allSatisfy { place in
      let (x, y) = (place % 60 + 17, place / 60 - 5)
      return cropped[place] == (y >= 0 && y < 70 ? mask[y * 100 + x] : 0)
    }
    #expect(isRight)
  }

  @Test("without a selection subtracting leaves the rest, intersecting the area, adding begins with nothing")
  func combines() throws {
    let area = SelectionEdit.Area.shape(
      .rect(Point(x: 8, y: 8), Point(x: 40, y: 40)), rule: .nonzero, isAntialiased: true)
    for (combination, count) in [
      (SelectionMask.Combination.replace, 1_024), (.add, 1_024), (.intersect, 1_024), (.subtract, 5_976),
    ] {
      let document = try document()
      var edit = SelectionEdit(area)
      edit.combination = combination
      _ = try document.perform(edit, .test)
      #expect(try document.selection()?.summary.area == count)
      // The same once more changes nothing.
      #expect(try document.perform(edit, .test) == nil)
    }
  }
}
