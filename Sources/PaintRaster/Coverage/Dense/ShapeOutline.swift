/// The outline of a shape's line or inside on a canvas: as a whole, or in parts if it has very many vertices.
public enum ShapeOutline: Sendable {
  /// All of it.
  case whole(Outline)
  /// In parts, each of which is made when it is drawn.
  case dense(DenseOutline)

  /// The outline of the line that `style` draws along `shape`; see `Outline`.
  ///
  /// - Complexity: linear in the number of vertices; memory for at most some millions of them.
  public init(strokeOf shape: Shape, style: StrokeStyle, on canvas: CanvasSize) {
    self.init(.line(shape, style), canvas, DenseOutline.Limits())
  }

  /// The outline of the inside of `shape`; see `Outline`.
  ///
  /// - Complexity: linear in the number of vertices; memory for at most some millions of them.
  public init(fillOf shape: Shape, rule: FillRule, on canvas: CanvasSize) {
    self.init(.inside(shape, rule), canvas, DenseOutline.Limits())
  }

  init(_ area: DenseOutline.Area, _ canvas: CanvasSize, _ limits: DenseOutline.Limits) {
    let part = OutlinePart(
      extent: .measured(mostVertices: limits.verticesOfWhole, canvas), segmentsAtOnce: limits.segmentsAtOnce)
    let outline = area.outline(part)
    self = DenseOutline(area, outline, canvas: canvas, limits: limits).map { .dense($0) } ?? .whole(outline)
  }

  /// True when nothing is covered.
  public var isEmpty: Bool {
    switch self {
    case .whole(let outline): outline.isEmpty
    case .dense: false
    }
  }

  /// Rows of tiles in which two outlines are drawn together, from top to bottom; nil stands for all rows.
  public static func bands(_ first: ShapeOutline, _ second: ShapeOutline) -> [Range<Int>?] {
    var borders: Set<Int> = []
    for outline in [first, second] {
      guard case .dense(let outline) = outline else { continue }
      borders.formUnion([0, outline.tileRows])
      for band in outline.bands { borders.formUnion([band.lowerBound, band.upperBound]) }
    }
    if borders.isEmpty { return [nil] }
    let sorted = borders.sorted()
    return zip(sorted, sorted.dropFirst()).map { $0..<$1 }
  }

  /// The outline for one of these bands; its coverage in other rows of tiles is incomplete.
  public func outline(of band: Range<Int>?) -> Outline {
    switch self {
    case .whole(let outline): outline
    case .dense(let outline): outline.outline(ofRows: band ?? 0..<outline.tileRows)
    }
  }

  /// Whether no point of that canvas is inside the outline; see `Outline.isOutside`.
  ///
  /// - Complexity: O(vertices).
  public func isOutside(_ canvas: CanvasSize) -> Bool {
    switch self {
    case .whole(let outline): outline.isOutside(canvas)
    case .dense(let outline): outline.isOutside
    }
  }
}
