/// The edges of an outline that matter on a canvas, in lists by the row of tiles in which they start.
///
/// Rows are taken in ascending order; the edges that reach into the row taken last are kept as the active ones. Owns its
/// memory.
struct EdgeTable: ~Copyable {
  /// The rows of tiles that edges reach.
  let tileRows: Range<Int>
  /// The columns of tiles that edges reach; edges left of the canvas count as in the first.
  let tileColumns: Range<Int>

  /// All edges; the active ones are given by index.
  let edges: UnsafeMutablePointer<Edge>
  /// The edges that reach into the row that was taken last.
  let active: UnsafeMutablePointer<Int32>
  private(set) var activeCount = 0
  /// How many edges there are.
  let edgeCount: Int

  private let heads: UnsafeMutablePointer<Int32>
  private var nextRow: Int

  init(_ outline: Outline, frame: CanvasFrame, antialiased: Bool) {
    let points = outline.contours.points
    let edges = UnsafeMutablePointer<Edge>.allocate(capacity: points.count)
    self.edges = edges
    active = .allocate(capacity: points.count)
    var count = 0
    var top = Int.max
    var bottom = Int.min
    var left = Int.max
    var right = Int.min
    var start = 0
    points.withUnsafeBufferPointer { points in
      for end in outline.contours.ends {
        var a = points[end - 1]
        for i in start..<end {
          let b = points[i]
          if let edge = frame.edge(a, b, antialiased: antialiased) {
            (edges + count).initialize(to: edge)
            count += 1
            top = min(top, edge.top)
            bottom = max(bottom, edge.bottom)
            left = min(left, frame.fixedX(min(a.x, b.x)))
            right = max(right, frame.fixedX(max(a.x, b.x)))
          }
          a = b
        }
        start = end
      }
    }
    let tile = Tile.edge << FixedPoint.bits
    if count == 0 {
      tileRows = 0..<0
      tileColumns = 0..<0
    } else {
      tileRows = top / tile..<max(bottom - 1, top) / tile + 1
      // One more on either side, because a crossing may be rounded past its edge's end.
      let last = frame.width / Tile.edge - 1
      tileColumns = min(max(left / tile - 1, 0), last)..<min(max(right / tile + 1, 0), last) + 1
    }
    edgeCount = count
    heads = .allocate(capacity: tileRows.count)
    heads.initialize(repeating: -1, count: tileRows.count)
    for i in 0..<count {
      let row = edges[i].top / tile - tileRows.lowerBound
      edges[i].next = heads[row]
      heads[row] = Int32(truncatingIfNeeded: i)
    }
    nextRow = tileRows.lowerBound
  }

  deinit {
    edges.deallocate()
    active.deallocate()
    heads.deallocate()
  }

  /// Makes those edges active that reach into that row of tiles, which must not lie above one asked for before.
  mutating func advance(to tileRow: Int) {
    let top = tileRow * Tile.edge << FixedPoint.bits
    // An edge without height (see CanvasFrame.edge) belongs to the row it lies in.
    var kept = 0
    for i in 0..<activeCount {
      let index = active[i]
      if edges[Int(index)].bottom > top {
        active[kept] = index
        kept += 1
      }
    }
    activeCount = kept
    while nextRow <= tileRow && nextRow < tileRows.upperBound {
      var index = heads[nextRow - tileRows.lowerBound]
      while index >= 0 {
        let edge = edges + Int(index)
        if nextRow == tileRow || edge.pointee.bottom > top {
          active[activeCount] = index
          activeCount += 1
        }
        index = edge.pointee.next
      }
      nextRow += 1
    }
  }
}
