/// The edges of an outline that matter on a canvas, in lists by the row of tiles in which they start.
///
/// Rows are taken in ascending order; the edges that reach into the row taken last are kept as the active ones. Owns its
/// memory, which serves one outline after the other.
struct EdgeTable: ~Copyable {
  /// The rows of tiles that edges reach.
  private(set) var tileRows = 0..<0
  /// The columns of tiles that edges reach; edges left of the canvas count as in the first.
  private(set) var tileColumns = 0..<0

  /// All edges; the active ones are given by index.
  private(set) var edges: UnsafeMutablePointer<Edge>
  /// The edges that reach into the row that was taken last.
  private(set) var active: UnsafeMutablePointer<Int32>
  private(set) var activeCount = 0
  /// How many edges there are.
  private(set) var edgeCount = 0
  /// Level sides, in lists by row of tiles.
  private(set) var levels: [LevelSide] = []

  private var edgeCapacity = 0
  private var heads: [Int32] = []
  private var levelHeads: [Int32] = []
  private var nextRow = 0

  init() {
    edges = .allocate(capacity: 0)
    active = .allocate(capacity: 0)
  }

  deinit {
    edges.deallocate()
    active.deallocate()
  }

  /// Takes the edges of another outline.
  mutating func load(_ outline: Outline, frame: CanvasFrame, antialiased: Bool) {
    let count = outline.contours.points.count
    if count > edgeCapacity {
      edges.deallocate()
      active.deallocate()
      edgeCapacity = count
      edges = .allocate(capacity: count)
      active = .allocate(capacity: count)
    }
    edgeCount = 0
    activeCount = 0
    levels.removeAll(keepingCapacity: true)
    let isPlain = antialiased && !frame.isFar
    outline.contours.points.withUnsafeBufferPointer { points in
      var start = 0
      for end in outline.contours.ends {
        if isPlain {
          addNear(points, start..<end, frame: frame)
        } else {
          add(points, start..<end, frame: frame, antialiased: antialiased)
        }
        start = end
      }
    }
    let tile = Tile.edge << FixedPoint.bits
    if edgeCount == 0 {
      tileRows = 0..<0
      tileColumns = 0..<0
    } else {
      let low = frame.vertex(frame.lowest)
      let high = frame.vertex(frame.highest)
      let top = max(low.y, 0)
      tileRows = top / tile..<max(min(high.y, frame.height << FixedPoint.bits) - 1, top) / tile + 1
      // One more on either side, because a crossing may be rounded past its edge's end.
      let last = frame.width / Tile.edge - 1
      tileColumns = min(max(low.x / tile - 1, 0), last)..<min(max(high.x / tile + 1, 0), last) + 1
    }
    nextRow = tileRows.lowerBound
    sort(tile)
  }

  /// Appends the edges of one contour.
  private mutating func add(
    _ points: UnsafeBufferPointer<Point>, _ range: Range<Int>, frame: CanvasFrame, antialiased: Bool
  ) {
    let edges = self.edges
    var count = edgeCount
    let first = count
    var a = frame.vertex(points[range.upperBound - 1])
    var firstSideIsEdge = false
    var last = -1  // the edge of the side before this one, if that side is an edge
    for i in range {
      let b = frame.vertex(points[i])
      if frame.write(a, b, antialiased: antialiased, to: edges + count) {
        let edge = edges + count
        if last >= 0 { Self.join(edges + last, edge) }
        if i == range.lowerBound { firstSideIsEdge = true }
        last = count
        count &+= 1
      } else {
        last = -1
        if antialiased, let level = frame.level(a.point, b.point) { levels.append(level) }
      }
      a = b
    }
    if firstSideIsEdge && last > first { Self.join(edges + last, edges + first) }
    edgeCount = count
  }

  /// The same for outlines that are not far, with anti-aliasing.
  private mutating func addNear(_ points: UnsafeBufferPointer<Point>, _ range: Range<Int>, frame: CanvasFrame) {
    let left = frame.originX << FixedPoint.bits
    let above = frame.originY << FixedPoint.bits
    let width = frame.width << FixedPoint.bits
    let height = frame.height << FixedPoint.bits
    let first = edges + edgeCount
    var edge = first
    var isFirstSide = true
    var firstSideIsEdge = false
    var lastSideIsEdge = false
    var a = points[range.upperBound &- 1]
    var ax = FixedPoint.rounded(a.x)
    var ay = FixedPoint.rounded(a.y)
    for i in range {
      let b = points[i]
      let bx = FixedPoint.rounded(b.x)
      let by = FixedPoint.rounded(b.y)
      if ay == by {
        lastSideIsEdge = false
        if let level = frame.level(a, b) { levels.append(level) }
      } else if frame.isInside
        || min(ay, by) &+ above < height && max(ay, by) &+ above > 0 && min(ax, bx) &+ left < width
      {
        frame.writeNear(a, ax, ay, b, bx, by, to: edge)
        if lastSideIsEdge { Self.join(edge - 1, edge) }
        if isFirstSide { firstSideIsEdge = true }
        lastSideIsEdge = true
        edge += 1
      } else {
        lastSideIsEdge = false
        if let level = frame.level(a, b) { levels.append(level) }
      }
      isFirstSide = false
      a = b
      ax = bx
      ay = by
    }
    let count = edge - first
    if firstSideIsEdge && lastSideIsEdge && count > 1 { Self.join(edge - 1, first) }
    edgeCount &+= count
  }

  /// Marks the lower of two neighbouring edges as joined if they are one strand and meet inside a pixel row.
  ///
  /// On a border of pixel rows each has a row of its own, and an edge cut off by the canvas has no end here.
  @inline(__always)
  private static func join(_ before: UnsafeMutablePointer<Edge>, _ after: UnsafeMutablePointer<Edge>) {
    guard before.pointee.sign == after.pointee.sign else { return }
    let lower = after.pointee.sign < 0 ? after : before
    lower.pointee.isJoined = lower.pointee.top & FixedPoint.fraction != 0
  }

  /// Puts the edges and level sides into the lists of their rows.
  private mutating func sort(_ tile: Int) {
    let first = tileRows.lowerBound
    heads.removeAll(keepingCapacity: true)
    heads.append(contentsOf: repeatElement(-1, count: tileRows.count))
    heads.withUnsafeMutableBufferPointer { heads in
      for i in 0..<edgeCount {
        let row = edges[i].top / tile - first
        edges[i].next = heads[row]
        heads[row] = Int32(truncatingIfNeeded: i)
      }
    }
    if levels.isEmpty { return }
    levelHeads.removeAll(keepingCapacity: true)
    levelHeads.append(contentsOf: repeatElement(-1, count: tileRows.count))
    for i in levels.indices {
      let row = levels[i].y / tile - first
      // A level side lies between edges, so in one of their rows.
      guard levelHeads.indices.contains(row) else { continue }
      levels[i].next = levelHeads[row]
      levelHeads[row] = Int32(truncatingIfNeeded: i)
    }
  }

  /// The first level side in that row of tiles, or -1.
  func firstLevel(tileRow: Int) -> Int {
    levels.isEmpty ? -1 : Int(levelHeads[tileRow - tileRows.lowerBound])
  }

  /// Makes those edges active that reach into that row of tiles, which must not lie above one asked for before.
  mutating func advance(to tileRow: Int) {
    let top = tileRow * Tile.edge << FixedPoint.bits
    // An edge without height (see CanvasFrame.write) belongs to the row it lies in.
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
