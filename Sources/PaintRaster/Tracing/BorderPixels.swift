/// The pixels at the border of a shape whose pixels are connected in each row and column: those whose centres are inside
/// it, but not that of a pixel next to them.
///
/// So the line is one pixel wide, has no corners in its steps, and is a part of the filled shape. Where that is thinner than
/// a pixel, the line has the pixels that keep it connected (`Dropouts`).
struct BorderPixels {
  /// The shape, and the shape moved by a pixel in each direction: the same coverage to the bit, elsewhere.
  private let moved: [Outline]
  private let canvas: CanvasSize

  /// The border of a shape on a canvas.
  init(of inside: Outline, on canvas: CanvasSize) {
    self.canvas = canvas
    moved = [(0.0, 0.0), (1, 0), (-1, 0), (0, 1), (0, -1)].map { x, y in
      Outline(
        origin: Point(x: inside.origin.x + x, y: inside.origin.y + y), contours: inside.contours,
        isSimple: inside.isSimple, fillRule: inside.fillRule)
    }
  }

  /// The pixels of the line along the border of that shape, with its dashes.
  ///
  /// - Complexity: Linear in the tiles that the shape overlaps.
  func pixels(of shape: Shape, _ style: StrokeStyle) -> SparseMask {
    var result = SparseMask(on: canvas)
    guard !moved[0].isEmpty else { return result }
    let scans = moved.map { CenterScan($0, on: canvas) }
    let dashes = Self.dashes(of: shape, style).map { CenterScan($0, on: canvas) }
    if dashes == nil { result = Dropouts(moved[0], on: canvas).pixels }
    for row in 0..<canvas.tileRows {
      var columns: Set<Int> = []
      for scan in scans { columns.formUnion(scan.partialColumns(row)) }
      for column in columns.sorted() {
        let all = scans[0][column, row]
        let inner = scans.dropFirst().reduce(all) { $0.intersection($1[column, row]) }
        var border = all.subtracting(inner)
        if let dashes { border = border.intersection(dashes[column, row]) }
        border.forEachRun { y, xs in
          for x in xs { result.insert(PixelPosition(x: column * Tile.edge + x, y: row * Tile.edge + y)) }
        }
      }
    }
    return result
  }

  /// Whether the shape contains the first pixel of the canvas; if no border is on the canvas, it contains all of them.
  ///
  /// - Complexity: Linear in the tiles that the shape overlaps.
  var isAroundCanvas: Bool { !moved[0].isEmpty && CenterScan(moved[0], on: canvas)[0, 0].contains(x: 0, y: 0) }

  /// The area in which pixels belong to dashes; nil if the line is solid.
  private static func dashes(of shape: Shape, _ style: StrokeStyle) -> Outline? {
    guard !style.dash.isEmpty else { return nil }
    var area = style
    area.pixelRule = .area
    // The centres at straight borders are half a pixel from these, and those at bent ones no more than one and a half.
    if case .rect = shape { area.width = 1 } else { area.width = 3 }
    if area.cap != .butt, style.dash.enumerated().allSatisfy({ $0.offset % 2 == 1 || $0.element > 0 }) {
      area.cap = .butt
    }
    return Outline(strokeOf: shape, style: area)
  }
}

/// The pixels of a canvas whose centres are inside an outline.
private struct CenterScan {
  private struct Row {
    /// The tiles that are neither empty nor full, by their columns.
    var masks: [Int: TileMask] = [:]
    var full: [Range<Int>] = []
  }

  private var rows: [Int: Row] = [:]

  init(_ outline: Outline, on canvas: CanvasSize) {
    var scanner = CoverageScanner(outline, canvas: canvas, antialiased: false, rule: outline.fillRule)
    for number in scanner.tileRows {
      var row = Row()
      scanner.scan(tileRow: number) { columns, coverage in
        switch coverage {
        case .full: row.full.append(columns)
        case .mask(let mask):
          var pixels = TileMask.none
          pixels.add(mask)
          for column in columns { row.masks[column] = pixels }
        }
      }
      rows[number] = row
    }
  }

  /// The columns of tiles that are neither empty nor full.
  func partialColumns(_ row: Int) -> some Sequence<Int> { (rows[row]?.masks ?? [:]).keys }

  /// The pixels of a tile.
  subscript(column: Int, row: Int) -> TileMask {
    guard let row = rows[row] else { return .none }
    return row.masks[column] ?? (row.full.contains { $0.contains(column) } ? .all : .none)
  }
}
