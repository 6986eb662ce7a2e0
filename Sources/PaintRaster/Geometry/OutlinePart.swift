/// The part of an outline that is made.
struct OutlinePart: Sendable {
  enum Extent: Sendable {
    /// All of it.
    case whole
    /// All of it if it has about that many vertices or fewer; else it is only measured on the canvas.
    case measured(mostVertices: Int, CanvasSize)
    /// The part on which the coverage of a box of the canvas depends.
    case box(PixelBox)
  }

  var extent = Extent.whole
  /// The most segments of a curve that are turned into chords at once.
  var segmentsAtOnce = 128

  /// For each long curve with dashes the arc lengths at which its segments begin, if they are known.
  var positions: [[Double]] = []

  static let whole = OutlinePart()
}

/// The size of an outline whose vertices are not kept.
struct OutlineMeasure: Sendable {
  /// The corners of the bounding box of all vertices, relative to the origin.
  private(set) var low = Point(x: .infinity, y: .infinity)
  private(set) var high = Point(x: -.infinity, y: -.infinity)
  /// The sides in rows of tiles.
  private(set) var loads: TileRowLoads
  private let top: Double
  private let canvas: CanvasSize

  /// An outline without vertices, relative to that point of the canvas.
  init(origin: Point, canvas: CanvasSize) {
    top = origin.y
    self.canvas = canvas
    loads = TileRowLoads(count: canvas.tileRows)
  }

  /// Adds the side from `a` to `b`; each vertex must be the end of one.
  mutating func add(_ a: Point, _ b: Point) {
    low = Point(x: Swift.min(low.x, b.x), y: Swift.min(low.y, b.y))
    high = Point(x: Swift.max(high.x, b.x), y: Swift.max(high.y, b.y))
    // One pixel more, because vertices are rounded.
    let first = Swift.min(a.y, b.y) + top - 1
    let last = Swift.max(a.y, b.y) + top + 1
    guard last >= 0, first <= Double(canvas.height) else { return }
    let edge = Double(Tile.edge)
    let row = Int(Swift.max(first, 0) / edge)
    let end = Int(Swift.min(last, Double(canvas.height)) / edge) + 1
    loads.add(1, to: Swift.min(row, canvas.tileRows - 1)..<Swift.min(end, canvas.tileRows))
  }
}
