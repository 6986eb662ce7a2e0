/// The outline of a line or of an inside with so many vertices that only those of some boxes of the canvas are in memory.
///
/// In each box the part of the outline that is made for it gives the same coverage, to the bit, as all of it.
public struct DenseOutline: Sendable {
  /// What is covered.
  enum Area: Sendable {
    case line(Shape, StrokeStyle)
    case inside(Shape, FillRule)

    func outline(_ part: OutlinePart) -> Outline {
      switch self {
      case .line(let shape, let style): Outline(strokeOf: shape, style: style, part)
      case .inside(let shape, let rule): Outline(fillOf: shape, rule: rule, part)
      }
    }
  }

  /// When an outline is drawn in boxes, and how large these are.
  struct Limits: Sendable {
    /// The most vertices of an outline that is drawn as a whole.
    var verticesOfWhole = 1 << 23
    /// About the most vertices that all threads together keep, unless a tile has more.
    var verticesAtOnce = 1 << 20
    /// About the least of these for a thread.
    var leastVertices = 1 << 16
    /// The most segments of a curve that are turned into chords at once.
    var segmentsAtOnce = OutlinePart.whole.segmentsAtOnce
  }

  private let area: Area
  private let canvas: CanvasSize
  private let measure: OutlineMeasure
  private let limits: Limits
  private let positions: [[Double]]

  /// The outline of an area, if it was measured because of its size.
  init?(_ area: Area, _ outline: Outline, canvas: CanvasSize, limits: Limits) {
    guard let measure = outline.contours.measure else { return nil }
    self.area = area
    self.canvas = canvas
    self.measure = measure
    self.limits = limits
    positions = outline.contours.positions
  }

  /// The canvas' rows of tiles.
  var tileRows: Int { canvas.tileRows }

  /// The rows of tiles that are drawn together, with about the number of vertices; rows in none have no coverage.
  private func bands(_ vertices: Int) -> [(rows: Range<Int>, load: Int)] { measure.loads.bands(atMost: vertices) }

  /// Rows of tiles that are drawn together, from top to bottom; rows in no band have no coverage.
  var bands: [Range<Int>] { bands(limits.verticesAtOnce).map(\.rows) }

  /// The outline for some rows of tiles; its coverage in others is incomplete.
  func outline(ofRows rows: Range<Int>) -> Outline { outline(of: canvas.box.tileRows(rows), at: (0, 0)) }

  /// The outline for a box of the canvas, on a canvas whose corner is that pixel.
  private func outline(of box: PixelBox, at corner: (x: Int, y: Int)) -> Outline {
    area.outline(OutlinePart(extent: .box(box), segmentsAtOnce: limits.segmentsAtOnce, positions: positions))
      .part(extent: (measure.low, measure.high), at: corner)
  }

  /// Whether no point of the canvas is inside the outline; see `Outline.isOutside`.
  var isOutside: Bool {
    bands.allSatisfy { rows in
      let box = canvas.box.tileRows(rows)
      guard let size = CanvasSize(width: box.width, height: box.height) else { return true }
      return outline(of: box, at: (box.x, box.y)).isOutside(size)
    }
  }

  /// Calls `body` for all tiles that have coverage, row by row of tiles; a mask is valid only during its call.
  ///
  /// - Throws: what `body` throws.
  public func forEachTile<E: Error>(
    antialiased: Bool, with workers: Workers, _ body: (TileIndex, TileCoverage) throws(E) -> Void
  ) throws(E) {
    let most = max(limits.verticesAtOnce / workers.count, limits.leastVertices)
    var waiting: [[PixelBox]] = []
    func draw() throws(E) {
      let boxes = waiting.flatMap { $0 }
      let blocks = DenseBlocks(count: boxes.count)
      workers.forEach(boxes.count) { number in
        let box = boxes[number]
        blocks[number] = DenseBlock(box, of: outline(of: box, at: (box.x, box.y)), antialiased: antialiased)
      }
      var first = 0
      for band in waiting {
        let rows = band.first.map { ($0.height + Tile.edge - 1) / Tile.edge } ?? 0
        for row in 0..<rows {
          for number in first..<first + band.count { try blocks[number]?.forEachTile(ofRow: row, body) }
        }
        first += band.count
      }
      waiting = []
    }
    for (rows, load) in bands(most) {
      let band = canvas.box.tileRows(rows)
      // Only a single row of tiles has more than `most`.
      let parts = min((load + most - 1) / most, canvas.tileColumns)
      waiting.append(
        (0..<parts).map { part in
          let (left, right) = (canvas.tileColumns * part / parts, canvas.tileColumns * (part + 1) / parts)
          return PixelBox(
            x: left * Tile.edge, y: band.y, width: min(right * Tile.edge, canvas.width) - left * Tile.edge,
            height: band.height)
        })
      if waiting.reduce(0, { $0 + $1.count }) >= workers.count { try draw() }
    }
    try draw()
  }
}

extension PixelBox {
  /// The part in some rows of tiles of the canvas.
  fileprivate func tileRows(_ rows: Range<Int>) -> PixelBox {
    intersection(PixelBox(x: x, y: rows.lowerBound * Tile.edge, width: width, height: rows.count * Tile.edge))
  }
}
