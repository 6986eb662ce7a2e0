/// Finds the pixels that a shape without anti-aliasing needs to stay connected where it is too thin to contain the
/// centre of one.
///
/// On each line through the centres of a row or a column of pixels, a part of the shape without a centre gets the pixel
/// nearest to its middle. Every way inside the shape from one pixel to another crosses such lines, and each crossing
/// then has a pixel next to it, so connected shapes have connected pixels, also diagonally. As in TrueType, an end that
/// does not reach the next line gets none if a pixel next to it is inside the shape anyway.
struct Dropouts {
  /// Where a contour crosses a line.
  private struct Crossing {
    /// The index of the row or column.
    var line: Int
    /// The position along the line; pixel centres are at whole numbers.
    var position: Double
    /// The first centre that is certainly not before the crossing, and the first that may not be.
    ///
    /// The scanner computes the position of a slanted side with another rounding. Both are equal for a straight side.
    var certain: Double
    var possible: Double
    /// Whether the contour goes to higher lines there.
    var isForward: Bool
    var contour: Int
    /// Its number among all crossings of its contour.
    var order: Int
  }

  /// A part of the shape on a line.
  private struct Span {
    var start: Crossing
    var end: Crossing
    /// Whether the centre of a pixel is certainly in it.
    var hasCenter: Bool { start.certain < end.possible }
  }

  /// The parts on all rows or columns, in order.
  private struct SpanList {
    private(set) var spans: [Span] = []
    /// For each line from -1 on the index of its first part.
    private var starts: [Int] = []

    init() {}

    init(_ spans: [Span]) {
      self.spans = spans
      for (index, span) in spans.enumerated() {
        while starts.count <= span.start.line + 1 { starts.append(index) }
      }
    }

    /// The parts on a line from -1 on.
    func on(_ line: Int) -> ArraySlice<Span> {
      guard line >= -1, line + 1 < starts.count else { return [] }
      return spans[starts[line + 1]..<(line + 2 < starts.count ? starts[line + 2] : spans.count)]
    }

    /// Whether a part of the line is between two positions, or touches them; not one that only a given contour bounds.
    func touches(_ line: Int, from low: Double, to high: Double, except contour: Int? = nil) -> Bool {
      let parts = on(line)
      var (first, end) = (parts.startIndex, parts.endIndex)
      while first < end {
        let middle = (first + end) / 2
        if spans[middle].end.position <= low { first = middle + 1 } else { end = middle }
      }
      while first < parts.endIndex, spans[first].start.position <= high {
        if spans[first].start.contour != contour || spans[first].end.contour != contour { return true }
        first += 1
      }
      return false
    }
  }

  private let outline: Outline
  private let canvas: CanvasSize
  private var rows: [Crossing] = []
  private var columns: [Crossing] = []
  /// How many crossings each contour has.
  private var counts: [Int] = []
  /// The middles of contours without crossings.
  private var specks: [Point] = []
  private var rowSpans = SpanList()
  private var columnSpans = SpanList()
  /// The pixels to add.
  private(set) var pixels: SparseMask

  init(_ outline: Outline, on canvas: CanvasSize) {
    self.outline = outline
    self.canvas = canvas
    pixels = SparseMask(on: canvas)
    cross()
    rowSpans = SpanList(spans(&rows))
    columnSpans = SpanList(spans(&columns))
    for span in rowSpans.spans where !span.hasCenter { add(span, isRow: true) }
    for span in columnSpans.spans where !span.hasCenter { add(span, isRow: false) }
    for middle in specks { add(speck: middle) }
    if let box = outline.ellipse, box.width >= 1, box.height >= 1 { addEnds(of: box) }
  }

  /// Adds the pixels between an ellipse's ends and the sides of its box, whose centres the thin ends of a flat one miss.
  private mutating func addEnds(of box: GridBox) {
    let (x, y) = (box.origin.x - 0.5, box.origin.y - 0.5)
    let (columns, rows) = ((box.left + x, box.right + x), (box.top + y, box.bottom + y))
    for row in Self.middle(rows.0, rows.1) where (0..<canvas.height).contains(row) {
      addEnds(rowSpans.on(row), columns, canvas.width) { PixelPosition(x: $0, y: row) }
    }
    for column in Self.middle(columns.0, columns.1) where (0..<canvas.width).contains(column) {
      addEnds(columnSpans.on(column), rows, canvas.height) { PixelPosition(x: column, y: $0) }
    }
  }

  /// Adds the pixels of a line between the sides of a box and the first and the last part of the shape, on a canvas that
  /// ends at `limit`.
  private mutating func addEnds(
    _ spans: ArraySlice<Span>, _ sides: (low: Double, high: Double), _ limit: Int, _ pixel: (Int) -> PixelPosition
  ) {
    func place(_ position: Double) -> Int { Int(max(0, min(position.rounded(.up), Double(limit)))) }
    let (low, high) = (place(sides.low), place(sides.high))
    let first = spans.first.map { place($0.start.position) } ?? high
    let last = spans.last.map { place($0.end.position) } ?? high
    for part in [low..<max(low, min(first, high)), min(max(last, low), high)..<high] {
      for place in part { pixels.insert(pixel(place)) }
    }
  }

  /// The row or column in the middle, or the two next to it.
  private static func middle(_ low: Double, _ high: Double) -> Range<Int> {
    let middle = (low + high) / 2
    // Farther than any canvas.
    guard abs(middle) < 1e6 else { return 0..<0 }
    let first = Int((middle - 0.5).rounded(.up))
    return first..<Int((middle + 0.5).rounded(.down)) + 1
  }

  // MARK: Crossings

  private mutating func cross() {
    let (points, origin) = (outline.contours.points, outline.origin)
    let shift = origin - Point(x: 0.5, y: 0.5)
    var start = 0
    var events: [(time: Double, isRow: Bool, crossing: Crossing)] = []
    for (contour, end) in outline.contours.ends.enumerated() {
      defer { start = end }
      var count = 0
      var last = points[end - 1]
      var (low, high, area) = (last, last, 0.0)
      for index in start..<end {
        let next = points[index]
        events.removeAll(keepingCapacity: true)
        Self.cross(
          (last.y, next.y), origin.y, along: (last.x, next.x), origin.x, limit: canvas.height
        ) { events.append(($0, true, $1)) }
        Self.cross(
          (last.x, next.x), origin.x, along: (last.y, next.y), origin.y, limit: canvas.width
        ) { events.append(($0, false, $1)) }
        if events.count > 1 { events.sort { $0.time < $1.time } }
        for event in events {
          var crossing = event.crossing
          crossing.contour = contour
          crossing.order = count
          count += 1
          if event.isRow { rows.append(crossing) } else { columns.append(crossing) }
        }
        area += last.x * next.y - last.y * next.x
        low = Point(x: Swift.min(low.x, next.x), y: Swift.min(low.y, next.y))
        high = Point(x: Swift.max(high.x, next.x), y: Swift.max(high.y, next.y))
        last = next
      }
      counts.append(count)
      if count == 0, area != 0 { specks.append(Point(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2) + shift) }
    }
  }

  /// Calls `body` with each line that a side crosses, from line -1 to the one after the canvas.
  ///
  /// The positions are those that the scanner compares, relative to a whole origin: adding it would round them, and a side
  /// next to a centre could get onto the centre.
  private static func cross(
    _ side: (from: Double, to: Double), _ origin: Double, along: (from: Double, to: Double), _ start: Double,
    limit: Int, _ body: (Double, Crossing) -> Void
  ) {
    guard side.from != side.to else { return }
    let first = Swift.max(firstCenter(min(side.from, side.to)) + origin, -1)
    let end = Swift.min(firstCenter(max(side.from, side.to)) + origin, Double(limit + 1))
    guard first < end else { return }
    for line in Int(first)..<Int(end) {
      let time = (Double(line) + 0.5 - origin - side.from) / (side.to - side.from)
      let isStraight = along.from == along.to
      let slack = isStraight ? 0 : 1.0 / 32_768
      let position = isStraight ? along.from : along.from + (along.to - along.from) * time
      let crossing = Crossing(
        line: line, position: position - 0.5 + start, certain: firstCenter(position + slack),
        possible: firstCenter(position - slack), isForward: side.from < side.to, contour: 0, order: 0)
      body(time, crossing)
    }
  }

  /// The first whole number k whose centre k + 1/2 is not before a position.
  private static func firstCenter(_ position: Double) -> Double {
    let near = (position - 0.5).rounded(.up)
    if near + 0.5 < position { return near + 1 }
    return near - 0.5 < position ? near : near - 1
  }

  /// The parts of the shape on all lines, in order.
  private func spans(_ crossings: inout [Crossing]) -> [Span] {
    crossings.sort { ($0.line, $0.position) < ($1.line, $1.position) }
    var spans: [Span] = []
    var winding = 0
    var start: Crossing?
    for crossing in crossings {
      let wasInside = isInside(winding)
      winding += crossing.isForward ? 1 : -1
      let isInside = isInside(winding)
      if isInside, !wasInside {
        if let last = spans.last, last.start.line == crossing.line, last.end.position == crossing.position {
          // They touch.
          start = spans.removeLast().start
        } else {
          start = crossing
        }
      } else if wasInside, !isInside, let begun = start {
        spans.append(Span(start: begun, end: crossing))
        start = nil
      }
    }
    return spans
  }

  private func isInside(_ winding: Int) -> Bool { outline.fillRule == .evenodd ? winding % 2 != 0 : winding != 0 }

  // MARK: Pixels

  private mutating func add(_ span: Span, isRow: Bool) {
    let middle = (span.start.position + span.end.position) / 2
    guard abs(middle) < 1e6 else { return }
    if isStub(span, isRow: isRow) { return }
    insert(Int((middle + 0.5).rounded(.down)), span.start.line, isRow: isRow)
  }

  private mutating func insert(_ along: Int, _ line: Int, isRow: Bool) {
    pixels.insert(isRow ? PixelPosition(x: along, y: line) : PixelPosition(x: line, y: along))
  }

  /// Whether a part is the end of something thicker: the contour turns back on one side of the line before it crosses
  /// another one, and on the other side a pixel next to it is inside.
  private func isStub(_ span: Span, isRow: Bool) -> Bool {
    let (start, end) = (span.start, span.end)
    guard start.contour == end.contour, counts[start.contour] > 2 else { return false }
    let count = counts[start.contour]
    let turn: Crossing
    if (start.order + 1) % count == end.order {
      turn = start
    } else if (end.order + 1) % count == start.order {
      turn = end
    } else {
      return false
    }
    let beyond = turn.isForward ? 1 : -1
    let before = Int(start.position.rounded(.down))
    func hasNeighbor(_ line: Int) -> Bool {
      [before, before + 1].contains { isRow ? hasCenter(x: $0, y: line) : hasCenter(x: line, y: $0) }
    }
    // Another contour may continue the shape there, as that of a letter does above its cedilla, or cross it before the
    // next line, as the thin stroke does at which an ogonek begins.
    let (along, across) = isRow ? (rowSpans, columnSpans) : (columnSpans, rowSpans)
    let (low, high) = (min(start.line, start.line + beyond), max(start.line, start.line + beyond))
    return hasNeighbor(start.line - beyond)
      && !along.touches(start.line + beyond, from: start.position - 1, to: end.position + 1)
      && ![before, before + 1].contains {
        across.touches($0, from: Double(low), to: Double(high), except: start.contour)
      }
  }

  /// Whether the centre of a pixel is inside the shape.
  private func hasCenter(x: Int, y: Int) -> Bool { rowSpans.touches(y, from: Double(x), to: Double(x)) }

  /// Adds a pixel for a contour that crosses no line, unless one next to it is inside or was added.
  private mutating func add(speck middle: Point) {
    guard abs(middle.x) < 1e6, abs(middle.y) < 1e6 else { return }
    let (x, y) = (Int(middle.x.rounded(.down)), Int(middle.y.rounded(.down)))
    for (x, y) in [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] {
      if hasCenter(x: x, y: y) || pixels.contains(PixelPosition(x: x, y: y)) { return }
    }
    insert(Int((middle.x + 0.5).rounded(.down)), Int((middle.y + 0.5).rounded(.down)), isRow: true)
  }
}

extension Outline {
  /// The outline for a shape without anti-aliasing: pixels are added where it is too thin to contain the centre of one,
  /// so that what is connected stays connected.
  ///
  /// - Complexity: O(n log n) in the crossings of its sides with rows and columns of the canvas.
  public func withoutDropouts(on canvas: CanvasSize) -> Outline {
    let pixels = Dropouts(self, on: canvas).pixels
    return pixels.isEmpty ? self : Outline(filling: self, and: pixels)
  }
}
