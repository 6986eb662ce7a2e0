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
    moved = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].map { inside.moved(right: $0, down: $1) }
  }

  /// The pixels of the line along the border of that shape, with its dashes.
  ///
  /// - Complexity: Linear in the tiles that the shape overlaps, with dashes also outside of the canvas.
  func pixels(of shape: Shape, _ style: StrokeStyle) -> SparseMask {
    if let counted = countedDashes(of: shape, style) { return counted }
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

  /// The pixels of dashes, which count those around the whole shape; nil if the line is solid, or the shape larger than
  /// any canvas.
  private func countedDashes(of shape: Shape, _ style: StrokeStyle) -> SparseMask? {
    guard PixelDashes(style) != nil, let (corner, size) = surroundings else { return nil }
    let alone = BorderPixels(of: moved[0].moved(right: -corner.x, down: -corner.y), on: size)
    var solid = style
    solid.dash = []
    var ring = Self.walk(around: alone.pixels(of: shape, solid))
    var dashes = PixelDashes(style, closedCount: ring.count)
    let (left, right) = (ring.reduce(.max) { min($0, $1.x) }, ring.reduce(.min) { max($0, $1.x) })
    if left == right || ring.allSatisfy({ $0.y == ring[0].y }) {
      // Two sides in the same pixels: a line, and not closed.
      dashes = PixelDashes(style)
    } else if case .ellipse = shape {
      let atRight = ring.indices.filter { ring[$0].x == right }
      let start = atRight[atRight.count / 2]
      ring = Array(ring[start...] + ring[..<start])
    }
    var result = SparseMask(on: canvas)
    for (number, pixel) in ring.enumerated() where dashes?.contains(number) ?? true {
      result.insert(PixelPosition(x: pixel.x + corner.x, y: pixel.y + corner.y))
    }
    return result
  }

  /// A canvas with all of the shape, a pixel around it included, and where the first pixel of that is; nil if none is
  /// so large.
  private var surroundings: (corner: PixelPosition, size: CanvasSize)? {
    guard let first = moved[0].contours.points.first else { return nil }
    var (low, high) = (first, first)
    for point in moved[0].contours.points {
      low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    guard let a = PixelPosition(containing: low + moved[0].origin),
      let b = PixelPosition(containing: high + moved[0].origin),
      let size = CanvasSize(width: b.x - a.x + 3, height: b.y - a.y + 3)
    else { return nil }
    return (PixelPosition(x: a.x - 1, y: a.y - 1), size)
  }

  /// Connected pixels in the order in which a walk along their outer side meets them: clockwise, from the left end of
  /// the uppermost row.
  private static func walk(around pixels: SparseMask) -> [PixelPosition] {
    var first: PixelPosition?
    for tile in pixels.tileIndices {
      pixels[tile].forEachRun { y, xs in
        let pixel = PixelPosition(x: tile.box.x + xs.lowerBound, y: tile.box.y + y)
        if first.map({ (pixel.y, pixel.x) < ($0.y, $0.x) }) ?? true { first = pixel }
      }
    }
    guard let first else { return [] }
    // Clockwise from the right.
    let ways = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    /// The way on from a pixel to which the walk came on another way, along the outer side.
    func next(_ pixel: PixelPosition, after way: Int) -> Int? {
      // What is before the first of these was seen from the pixel before, and is outside.
      let start = way + (way % 2 == 0 ? 7 : 6)
      return (start..<start + 8).map { $0 % 8 }.first {
        pixels.contains(PixelPosition(x: pixel.x + ways[$0].0, y: pixel.y + ways[$0].1))
      }
    }
    guard let firstWay = next(first, after: 7) else { return [first] }
    var walked = [first]
    var seen: Set = [first]
    var (pixel, way) = (first, firstWay)
    repeat {
      pixel = PixelPosition(x: pixel.x + ways[way].0, y: pixel.y + ways[way].1)
      if seen.insert(pixel).inserted { walked.append(pixel) }
      way = next(pixel, after: way) ?? firstWay
    } while pixel != first || way != firstWay
    return walked
  }

  /// The area in which pixels belong to dashes, of a shape larger than any canvas; nil if the line is solid.
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
