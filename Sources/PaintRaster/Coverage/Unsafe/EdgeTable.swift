// Unsafe: owns the memory of its edges, which are written once, in place.

/// The edges of an outline that affect a canvas, in lists by the row of tiles in which they start.
///
/// Rows are taken in ascending order; the edges that reach into the row taken last are the active ones. Owns its
/// memory, which is reused for each outline.
@safe struct EdgeTable: ~Copyable {
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
  /// Horizontal sides, in lists by row of tiles.
  private(set) var horizontals: [HorizontalSide] = []

  private var edgeCapacity = 0
  /// The source of the edges, if they are not all loaded at once.
  private var source: EdgeSource?
  /// The rows of tiles whose edges are loaded.
  private var loadedRows = 0..<Int.max
  private var heads: [Int32] = []
  private var horizontalHeads: [Int32] = []
  private var nextRow = 0

  init() {
    unsafe edges = .allocate(capacity: 0)
    unsafe active = .allocate(capacity: 0)
  }

  deinit {
    unsafe edges.deallocate()
    unsafe active.deallocate()
  }

  /// Loads the edges of another outline; if it has more than `atOnce` vertices, a few rows of tiles at a time.
  mutating func load(
    _ outline: Outline, frame: CanvasFrame, antialiased: Bool, atOnce: Int = EdgeSource.maximumVertices
  ) {
    edgeCount = 0
    activeCount = 0
    horizontals.removeAll(keepingCapacity: true)
    source = nil
    loadedRows = 0..<Int.max
    let count = outline.contours.points.count
    let isWhole = count <= atOnce
    if isWhole {
      reserve(count)
      write(outline.contours, frame, antialiased: antialiased)
    }
    let tile = Tile.edge << FixedPoint.bits
    let isVisible = frame.vertex(frame.lowest).y < frame.height << FixedPoint.bits
    if isWhole ? edgeCount == 0 : !isVisible {
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
    if isWhole || !isVisible {
      sort(from: 0)
    } else {
      source = EdgeSource(outline.contours, frame, antialiased: antialiased, tileRows: tileRows, atOnce: atOnce)
      loadedRows = nextRow..<nextRow
      clearHeads()
    }
  }

  private mutating func clearHeads() {
    heads.removeAll(keepingCapacity: true)
    heads.append(contentsOf: repeatElement(-1, count: tileRows.count))
  }

  /// Makes room for that many edges and keeps the existing ones.
  private mutating func reserve(_ count: Int) {
    guard count > edgeCapacity else { return }
    let (oldEdges, oldActive) = unsafe (edges, active)
    edgeCapacity = count
    unsafe edges = .allocate(capacity: count)
    unsafe active = .allocate(capacity: count)
    unsafe edges.moveInitialize(from: oldEdges, count: edgeCount)
    unsafe active.moveInitialize(from: oldActive, count: activeCount)
    unsafe oldEdges.deallocate()
    unsafe oldActive.deallocate()
  }

  /// Appends the edges of contours that start in `loadedRows`.
  private mutating func write(_ contours: ContourBuilder, _ frame: CanvasFrame, antialiased: Bool) {
    let isPlain = antialiased && !frame.isFar
    unsafe contours.points.withUnsafeBufferPointer { points in
      var start = 0
      for end in contours.ends {
        if isPlain && frame.isInside && source == nil {
          unsafe addInside(points, start..<end, frame: frame)
        } else if isPlain {
          unsafe addNear(points, start..<end, frame: frame)
        } else {
          unsafe add(points, start..<end, frame: frame, antialiased: antialiased)
        }
        start = end
      }
    }
  }

  /// The fixed-point y on the canvas at which the loaded edges start.
  private var window: Range<Int> {
    let tile = Tile.edge << FixedPoint.bits
    return loadedRows.lowerBound * tile..<(loadedRows.upperBound == .max ? .max : loadedRows.upperBound * tile)
  }

  /// Whether horizontal sides are loaded too; they are loaded with the first edges.
  private var takesHorizontals: Bool { loadedRows.lowerBound <= tileRows.lowerBound || source == nil }

  /// Appends the edges of one contour.
  private mutating func add(
    _ points: UnsafeBufferPointer<Point>, _ range: Range<Int>, frame: CanvasFrame, antialiased: Bool
  ) {
    let window = window
    let takesHorizontals = takesHorizontals
    var edge = unsafe edges + edgeCount
    var joining = EdgeJoining()
    var a = unsafe frame.vertex(points[range.upperBound - 1])
    for i in range {
      let b = unsafe frame.vertex(points[i])
      if unsafe frame.write(a, b, antialiased: antialiased, to: edge) {
        let isLoaded = unsafe window.contains(edge.pointee.top)
        unsafe joining.add(isLoaded ? edge : nil, edge.pointee.sign)
        if isLoaded { unsafe edge += 1 }
      } else {
        joining.addNone()
        if antialiased, takesHorizontals, let side = frame.horizontalSide(a.point, b.point) { horizontals.append(side) }
      }
      a = b
    }
    joining.close()
    edgeCount = unsafe edge - edges
  }

  /// The same for outlines inside the canvas, with anti-aliasing and all edges at once, as for nearly every stroke.
  private mutating func addInside(_ points: UnsafeBufferPointer<Point>, _ range: Range<Int>, frame: CanvasFrame) {
    var edge = unsafe edges + edgeCount
    var joining = EdgeJoining()
    var a = unsafe points[range.upperBound &- 1]
    var ax = FixedPoint.rounded(a.x)
    var ay = FixedPoint.rounded(a.y)
    for i in range {
      let b = unsafe points[i]
      let bx = FixedPoint.rounded(b.x)
      let by = FixedPoint.rounded(b.y)
      if ay == by {
        joining.addNone()
        if let side = frame.horizontalSide(a, b) { horizontals.append(side) }
      } else {
        unsafe frame.writeInside(a, ax, ay, b, bx, by, to: edge)
        unsafe joining.add(edge, ay < by ? -1 : 1)
        unsafe edge += 1
      }
      a = b
      ax = bx
      ay = by
    }
    joining.close()
    edgeCount = unsafe edge - edges
  }

  /// The same for outlines that are not far, with anti-aliasing.
  private mutating func addNear(_ points: UnsafeBufferPointer<Point>, _ range: Range<Int>, frame: CanvasFrame) {
    let left = frame.originX << FixedPoint.bits
    let above = frame.originY << FixedPoint.bits
    let width = frame.width << FixedPoint.bits
    let height = frame.height << FixedPoint.bits
    let window = window
    let takesHorizontals = takesHorizontals
    var edge = unsafe edges + edgeCount
    var joining = EdgeJoining()
    var a = unsafe points[range.upperBound &- 1]
    var ax = FixedPoint.rounded(a.x)
    var ay = FixedPoint.rounded(a.y)
    for i in range {
      let b = unsafe points[i]
      let bx = FixedPoint.rounded(b.x)
      let by = FixedPoint.rounded(b.y)
      if ay == by {
        joining.addNone()
        if takesHorizontals, let side = frame.horizontalSide(a, b) { horizontals.append(side) }
      } else if frame.isInside
        || min(ay, by) &+ above < height && max(ay, by) &+ above > 0 && min(ax, bx) &+ left < width
      {
        let top = max(min(ay, by) &+ above, 0)
        let isLoaded = top >= window.lowerBound && top < window.upperBound
        if isLoaded { unsafe frame.writeNear(a, ax, ay, b, bx, by, to: edge) }
        unsafe joining.add(isLoaded ? edge : nil, ay < by ? -1 : 1)
        if isLoaded { unsafe edge += 1 }
      } else {
        joining.addNone()
        if takesHorizontals, let side = frame.horizontalSide(a, b) { horizontals.append(side) }
      }
      a = b
      ax = bx
      ay = by
    }
    joining.close()
    edgeCount = unsafe edge - edges
  }

  /// Puts the edges from `start` on, and horizontal sides that were loaded with them, into the lists of their rows.
  private mutating func sort(from start: Int) {
    let tile = Tile.edge << FixedPoint.bits
    let first = tileRows.lowerBound
    if source == nil { clearHeads() }
    unsafe heads.withUnsafeMutableBufferPointer { heads in
      for i in start..<edgeCount {
        let row = unsafe edges[i].top / tile - first
        unsafe edges[i].next = unsafe heads[row]
        unsafe heads[row] = Int32(truncatingIfNeeded: i)
      }
    }
    if horizontals.isEmpty || !takesHorizontals { return }
    horizontalHeads.removeAll(keepingCapacity: true)
    horizontalHeads.append(contentsOf: repeatElement(-1, count: tileRows.count))
    for i in horizontals.indices {
      let row = horizontals[i].y / tile - first
      // A horizontal side is between edges, so in one of their rows.
      guard horizontalHeads.indices.contains(row) else { continue }
      horizontals[i].next = horizontalHeads[row]
      horizontalHeads[row] = Int32(truncatingIfNeeded: i)
    }
  }

  /// Loads the edges of the next rows of tiles; of the existing ones only the active edges are kept.
  private mutating func loadMore() {
    guard let source else { return }
    // In ascending order none is overwritten before it is moved.
    var indices = unsafe UnsafeMutableBufferPointer(start: active, count: activeCount)
    unsafe indices.sort()
    for i in 0..<activeCount {
      unsafe edges[i] = unsafe edges[Int(active[i])]
      unsafe active[i] = Int32(truncatingIfNeeded: i)
    }
    edgeCount = activeCount
    loadedRows = source.rows(from: loadedRows.upperBound)
    // One more: an edge of other rows is written before it is known that it is not needed.
    reserve(edgeCount + source.count(loadedRows) + 1)
    write(source.contours, source.frame, antialiased: source.antialiased)
    sort(from: activeCount)
    // Done with it, and it may be large.
    if loadedRows.upperBound >= tileRows.upperBound { self.source = nil }
  }

  /// The first horizontal side in that row of tiles, or -1.
  func firstHorizontal(tileRow: Int) -> Int {
    horizontals.isEmpty ? -1 : Int(horizontalHeads[tileRow - tileRows.lowerBound])
  }

  /// Activates the edges that reach into that row of tiles, which must not be above one requested before.
  mutating func advance(to tileRow: Int) {
    let top = tileRow * Tile.edge << FixedPoint.bits
    // An edge without height (see CanvasFrame.write) belongs to the row that contains it.
    var kept = 0
    for i in 0..<activeCount {
      let index = unsafe active[i]
      if unsafe edges[Int(index)].bottom > top {
        unsafe active[kept] = index
        kept += 1
      }
    }
    activeCount = kept
    while nextRow <= tileRow && nextRow < tileRows.upperBound {
      if nextRow >= loadedRows.upperBound { loadMore() }
      var index = heads[nextRow - tileRows.lowerBound]
      while index >= 0 {
        let edge = unsafe edges + Int(index)
        if unsafe nextRow == tileRow || edge.pointee.bottom > top {
          unsafe active[activeCount] = index
          activeCount += 1
        }
        index = unsafe edge.pointee.next
      }
      nextRow += 1
    }
  }
}
