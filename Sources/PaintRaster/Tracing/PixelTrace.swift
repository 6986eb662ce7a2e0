/// A line up to a pixel wide without anti-aliasing, as pixel artists draw it: one pixel in each column or row, both
/// ends included.
///
/// Coordinates mean the pixels that contain them. Each pixel is in the set once, however often the line passes it.
public struct PixelTrace: Sendable {
  private let pixels: SparseMask
  /// Whether the line has pixels, on the canvas or not, dashes and gaps.
  private let hasPixels: Bool
  private let shape: Shape
  /// The inside of a box or ellipse, if the line are the pixels at its border.
  private let inside: Outline?
  private let style: StrokeStyle

  /// How far from the canvas lines are still traced, in pixels: farther than parts of curves that are left out.
  private static let margin = 8

  /// The pixels of a shape's line on a canvas; nil if the style is not that of a trace.
  ///
  /// - Complexity: Linear in the points and in the pixels near the canvas.
  public init?(_ shape: Shape, style: StrokeStyle, canvas: CanvasSize) {
    guard style.pixelRule == .trace else { return nil }
    self.shape = shape
    self.style = style
    if style.align == .inside, shape.isBox {
      let inside = Outline(fillOf: shape)
      pixels = BorderPixels(of: inside, on: canvas).pixels(of: shape, style)
      hasPixels = !inside.isEmpty
      self.inside = inside
      return
    }
    guard style.width > 0, style.width <= 1 else { return nil }
    inside = nil
    var tracer = PixelTracer(style, on: canvas, in: Self.box(of: canvas))
    tracer.trace(shape)
    pixels = tracer.pixels
    hasPixels = tracer.hasPixels
  }

  /// Whether the line has pixels, dashes and gaps, but none on the canvas.
  ///
  /// - Complexity: at most that of `init`.
  public var isOutside: Bool {
    guard hasPixels, pixels.isEmpty else { return false }
    var solid = style
    solid.dash = []
    if let inside {
      let border = BorderPixels(of: inside, on: pixels.canvas)
      // A shape around the canvas has no border there; a shape between the centres of pixels has none anywhere.
      return border.pixels(of: shape, solid).isEmpty && (inside.isOutside(pixels.canvas) || border.isAroundCanvas)
    }
    if style.dash.isEmpty { return true }
    var tracer = PixelTracer(solid, on: pixels.canvas, in: Self.box(of: pixels.canvas))
    tracer.trace(shape)
    return tracer.pixels.isEmpty
  }

  private static func box(of canvas: CanvasSize) -> PixelBox {
    PixelBox(x: -margin, y: -margin, width: canvas.width + 2 * margin, height: canvas.height + 2 * margin)
  }

  /// Calls `body` for all tiles that have pixels, row by row; a mask is valid only during its call.
  ///
  /// - Throws: what `body` throws.
  public func forEachTile<E: Error>(_ body: (TileIndex, TileCoverage) throws(E) -> Void) throws(E) {
    try pixels.forEachTile(body)
  }

  /// The line's pixels as an outline.
  public var outline: Outline { Outline(filling: .nothing, and: pixels) }

  /// The area of the shape with the pixels of its whole line, dashes and gaps, without those of arrow heads; an outline
  /// along borders of pixels.
  public func area(rule: FillRule) -> Outline {
    if let inside { return inside }
    let box = Self.box(of: pixels.canvas)
    switch shape {
    case .pencil, .line: return .nothing
    case .rect(let a, let b): return PixelRing(box: a, b, radius: 0)?.area(in: box) ?? .nothing
    case .roundedRect(let a, let b, let radius):
      return PixelRing(box: a, b, radius: radius)?.area(in: box) ?? .nothing
    case .ellipse(let a, let b): return PixelRing(ellipse: a, b)?.area(in: box) ?? .nothing
    case .polygon, .path:
      var tracer = PixelTracer(StrokeStyle(width: 1), on: pixels.canvas, in: box)
      let contours = tracer.traceClosed(shape)
      var builder = ContourBuilder()
      for contour in contours { builder.append(contour: FarClipping.clip(contour: contour)) }
      let inside = Outline(origin: Point(x: 0, y: 0), contours: builder, fillRule: rule)
      return Outline(filling: inside, and: tracer.pixels)
    }
  }
}

extension Outline {
  /// The pixels whose centres are inside an outline, and those of a set, as boxes that do not overlap.
  init(filling inside: Outline, and pixels: SparseMask) {
    let canvas = pixels.canvas
    var builder = ContourBuilder()
    func append(_ columns: Range<Int>, _ row: Int, height: Int) {
      builder.appendRect(
        Double(columns.lowerBound), Double(row), Double(min(columns.upperBound, canvas.width)), Double(row + height))
    }
    func append(_ tile: TileIndex, _ pixels: TileMask) {
      let (x, y) = (tile.x * Tile.edge, tile.y * Tile.edge)
      pixels.forEachRun { row, columns in
        if x + columns.lowerBound < canvas.width {
          append(x + columns.lowerBound..<x + columns.upperBound, y + row, height: 1)
        }
      }
    }
    let tiles = pixels.tileIndices
    var next = 0
    var scanner = CoverageScanner(inside, canvas: canvas, antialiased: false, rule: inside.fillRule)
    let rows = scanner.tileRows
    for row in 0..<canvas.tileRows {
      var ends: [Int: TileIndex] = [:]
      while next < tiles.count, tiles[next].y == row {
        ends[tiles[next].x] = tiles[next]
        next += 1
      }
      if rows.contains(row) {
        scanner.scan(tileRow: row) { columns, coverage in
          switch coverage {
          case .full:
            append(columns.lowerBound * Tile.edge..<columns.upperBound * Tile.edge, row * Tile.edge, height: Tile.edge)
            for column in columns { ends[column] = nil }
          case .mask(let mask):
            for column in columns {
              var inside = ends.removeValue(forKey: column).map { pixels[$0] } ?? TileMask.none
              inside.add(mask)
              append(TileIndex(x: column, y: row), inside)
            }
          }
        }
      }
      for tile in ends.values.sorted(by: { $0.x < $1.x }) { append(tile, pixels[tile]) }
    }
    self.init(origin: Point(x: 0, y: 0), contours: builder, isSimple: true)
  }
}
