/// The coverage of a block of tiles, by the segments of a pencil line that reach it or by a part of an outline.
///
/// Owns its memory.
struct DenseBlock {
  /// Pixels along a side: eight tiles.
  static let edge = 8 * Tile.edge
  /// The most segments that are scanned as one outline.
  private static let segmentsPerOutline = 1_024

  private let box: PixelBox
  private let columns: Int
  /// By tile of the block, row by row.
  private var covers: [StoredCoverage]

  /// The coverage of a box of the canvas, which begins at a tile's corner.
  init(_ box: PixelBox, of pencil: DensePencil, _ segments: [UInt32], antialiased: Bool) {
    self.box = box
    columns = (box.width + Tile.edge - 1) / Tile.edge
    let rows = (box.height + Tile.edge - 1) / Tile.edge
    covers = [StoredCoverage](repeating: .empty, count: columns * rows)
    var scanning = Scanning(pencil: pencil, antialiased: antialiased)
    if segments.count <= Self.segmentsPerOutline {
      scanning.scan(segments, in: box) { covers[$0.y * columns + $0.x] = StoredCoverage($1) }
      return
    }
    let solid = Self.covered(by: segments, of: pencil, in: box)
    for place in covers.indices {
      let tile = PixelBox(
        x: box.x + place % columns * Tile.edge, y: box.y + place / columns * Tile.edge, width: Tile.edge,
        height: Tile.edge
      ).intersection(box)
      if solid[place].covers(width: tile.width, height: tile.height) {
        covers[place] = .full
        continue
      }
      let own = Self.reaching(tile, segments, of: pencil)
      let known = Self.covered(by: own, of: pencil, in: tile)[0]
      if known.covers(width: tile.width, height: tile.height) {
        covers[place] = .full
      } else {
        scanning.scan(own, in: tile, covered: known) { covers[place] = StoredCoverage($1, covered: known) }
      }
    }
  }

  /// The coverage of a box of the canvas, which begins at a tile's corner, by an outline that is relative to the box.
  init(_ box: PixelBox, of outline: Outline, antialiased: Bool) {
    self.box = box
    let columns = (box.width + Tile.edge - 1) / Tile.edge
    self.columns = columns
    covers = [StoredCoverage](repeating: .empty, count: columns * ((box.height + Tile.edge - 1) / Tile.edge))
    guard let size = CanvasSize(width: box.width, height: box.height) else { return }
    var scanner = CoverageScanner(outline, canvas: size, antialiased: antialiased, rule: outline.fillRule)
    for y in scanner.tileRows {
      scanner.scan(tileRow: y) { (range, coverage) throws(Never) in
        for x in range { covers[y * columns + x] = StoredCoverage(coverage) }
      }
    }
  }

  /// The pixels of a part of the canvas, by tile, that segments are known to cover.
  ///
  /// Not all of them are found: the search ends when all except a few tiles are covered, as tiles in the canvas'
  /// corners may never be.
  private static func covered(by segments: [UInt32], of pencil: DensePencil, in part: PixelBox) -> [TileMask] {
    let columns = (part.width + Tile.edge - 1) / Tile.edge
    let rows = (part.height + Tile.edge - 1) / Tile.edge
    var solid = [TileMask](repeating: .none, count: columns * rows)
    guard let cells = CoveredCells(over: part, radius: pencil.radius) else { return solid }
    var (start, count) = (0, segmentsPerOutline)
    while start < segments.count {
      let end = min(start + count, segments.count)
      for segment in segments[start..<end] {
        cells.mark(pencil.discs[Int(segment)], pencil.discs[Int(segment) + 1], origin: pencil.origin)
      }
      var open = 0
      for place in solid.indices {
        solid[place] = cells.pixels(ofTile: place % columns, place / columns)
        let isWhole = solid[place].covers(
          width: min(Tile.edge, part.width - place % columns * Tile.edge),
          height: min(Tile.edge, part.height - place / columns * Tile.edge))
        if !isWhole { open += 1 }
      }
      // The remaining tiles are better examined one by one.
      if open == 0 || solid.count > 1 && open * 4 <= solid.count { break }
      start = end
      count = min(count * 2, 1 << 15)
    }
    return solid
  }

  private static func reaching(_ tile: PixelBox, _ segments: [UInt32], of pencil: DensePencil) -> [UInt32] {
    segments.filter { segment in
      guard let columns = SegmentLists.columns(of: Int(segment), of: pencil, inRows: tile.y..<tile.maxY) else {
        return false
      }
      return columns.upperBound >= Double(tile.x) && columns.lowerBound <= Double(tile.maxX)
    }
  }

  /// Calls `body` for the tiles of a row of the block that have coverage, from left to right.
  func forEachTile<E: Error>(
    ofRow row: Int, _ body: (TileIndex, TileCoverage) throws(E) -> Void
  ) throws(E) {
    for column in 0..<columns {
      let index = TileIndex(x: box.x / Tile.edge + column, y: box.y / Tile.edge + row)
      try covers[row * columns + column].withCoverage { (coverage) throws(E) in
        if let coverage { try body(index, coverage) }
      }
    }
  }
}

/// Scans outlines of segments, with one scanner for all of them.
private struct Scanning: ~Copyable {
  let pencil: DensePencil
  let antialiased: Bool
  private var scanner: CoverageScanner?

  init(pencil: DensePencil, antialiased: Bool) {
    self.pencil = pencil
    self.antialiased = antialiased
    scanner = nil
  }

  /// Calls `body` for the tiles of a box of the canvas that segments cover, with their indices in the box.
  ///
  /// - Parameter covered: pixels of a one-tile box that are known to be covered; their coverage here is unspecified.
  mutating func scan(
    _ segments: [UInt32], in box: PixelBox, covered: TileMask? = nil, _ body: (TileIndex, TileCoverage) -> Void
  ) {
    guard let size = CanvasSize(width: box.width, height: box.height) else { return }
    let outline = pencil.outline(of: segments, at: (box.x, box.y))
    var used: CoverageScanner
    if var kept = scanner.take() {
      kept.start(outline, canvas: size, antialiased: antialiased)
      used = kept
    } else {
      used = CoverageScanner(outline, canvas: size, antialiased: antialiased)
    }
    used.known = covered
    for y in used.tileRows {
      used.scan(tileRow: y) { (columns, coverage) throws(Never) in
        for x in columns { body(TileIndex(x: x, y: y), coverage) }
      }
    }
    used.known = nil
    scanner = .some(used)
  }
}
