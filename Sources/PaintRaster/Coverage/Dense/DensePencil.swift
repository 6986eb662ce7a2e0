/// A pencil line through so many points that its outline is never in memory as a whole.
///
/// With round caps and joins the line is the union of its segments, so the coverage of a tile is that of the segments
/// that reach it, and a pixel that some of them cover is covered by the whole line. For each block of tiles, the pixels
/// that single segments cover together are found first, cell by cell of a fine grid. Only tiles with pixels left open
/// are then scanned with all their segments, and overlaps are resolved only in those pixels.
public struct DensePencil: Sendable {
  /// The number of points from which on lines are drawn in this way.
  static let minimumCount = 1 << 16

  /// The whole pixel that the discs are relative to.
  let origin: Point
  let discs: [PolylineStroker.Disc]
  /// The largest radius, in pixels.
  let radius: Double
  private let style: StrokeStyle

  /// The line of a style through points; nil if there are fewer points, or if their outline has to be made as a whole.
  public init?(_ points: [PencilPoint], style: StrokeStyle) {
    self.init(points, style: style, minimumCount: Self.minimumCount)
  }

  init?(_ points: [PencilPoint], style: StrokeStyle, minimumCount: Int) {
    guard points.count >= minimumCount, style.arrow == nil, let radius = style.radius,
      let (origin, discs) = Outline.discs(along: points, radius: radius),
      discs.count > 1, discs.allSatisfy({ FarClipping.contains($0) })
    else { return nil }
    self.origin = origin
    self.discs = discs
    self.radius = radius
    self.style = style
  }

  /// Calls `body` for all tiles that have coverage, row by row of tiles; a mask is valid only during its call.
  ///
  /// - Throws: what `body` throws.
  public func forEachTile<E: Error>(
    on canvas: CanvasSize, antialiased: Bool, with workers: Workers, _ body: (TileIndex, TileCoverage) throws(E) -> Void
  ) throws(E) {
    let edge = DenseBlock.edge
    let segments = SegmentLists(self)
    for top in stride(from: 0, to: canvas.height, by: edge) {
      let height = min(edge, canvas.height - top)
      let lists = segments.lists(inRows: top..<top + height, blocks: (canvas.width + edge - 1) / edge)
      if lists.isEmpty { continue }
      let blocks = DenseBlocks(count: lists.count)
      workers.forEach(lists.count) { number in
        let box = PixelBox(
          x: lists[number].block * edge, y: top, width: min(edge, canvas.width - lists[number].block * edge),
          height: height)
        blocks[number] = DenseBlock(box, of: self, lists[number].segments, antialiased: antialiased)
      }
      for row in 0..<(height + Tile.edge - 1) / Tile.edge {
        for number in 0..<lists.count {
          try blocks[number]?.forEachTile(ofRow: row, body)
        }
      }
    }
  }

  /// The outline of some segments, given in ascending order by the numbers of their first discs, on a canvas whose
  /// corner is that pixel.
  func outline(of segments: some RandomAccessCollection<UInt32>, at corner: (x: Int, y: Int)) -> Outline {
    var builder = ContourBuilder()
    var chain: [PolylineStroker.Disc] = []
    var last: UInt32?
    func endChain() {
      if chain.isEmpty { return }
      PolylineStroker(alongPencil: chain, radius: radius, style: style).stroke(chain, into: &builder)
      guard style.hasWholeVertices else { return }
      // A block has all segments that reach the unit square about one of their ends.
      for disc in chain where disc.radius == radius {
        builder.append(contour: Outline.unitSquare(about: Point(x: disc.x, y: disc.y)))
      }
    }
    for segment in segments {
      if let last, segment == last + 1 {
        chain.append(discs[Int(segment) + 1])
      } else {
        endChain()
        chain.removeAll(keepingCapacity: true)
        chain.append(discs[Int(segment)])
        chain.append(discs[Int(segment) + 1])
      }
      last = segment
    }
    endChain()
    return Outline(
      origin: Point(x: origin.x - Double(corner.x), y: origin.y - Double(corner.y)), contours: builder)
  }
}
