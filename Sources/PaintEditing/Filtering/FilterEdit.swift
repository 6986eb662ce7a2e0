import PaintFilters
import PaintHistory
import PaintRaster

/// Filters in sequence, as an edit.
public struct FilterEdit: Sendable {
  /// The filters.
  public var chain: FilterChain
  /// The pixels that may change, nil for the whole canvas; the filters also read their surroundings.
  public var region: PixelBox?

  /// Creates an edit with filters.
  public init(_ chain: FilterChain, in region: PixelBox? = nil) {
    self.chain = chain
    self.region = region
  }

  /// The target for the bytes that processing a box needs, little compared with the tiles of a photograph.
  var boxBytes = 12 << 20
  /// The same where a filter would read the surroundings of smaller boxes repeatedly.
  private static let mostBytes = 204 << 20
}

extension FilterEdit: Edit {
  /// Applies the filters; only tiles that change are written.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: that of the filters, in proportion to the region and the pixels it depends on. Memory is about 24
  ///   MiB for the two boxes that are processed at a time, up to 204 MiB for one of filters with a large radius; more only if
  ///   several of these are in sequence.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let picture = try canvas.picture()
    var region = (region ?? canvas.size.box).intersection(canvas.size.box)
    if region.isEmpty || chain.isIdentity { return }
    if let mask = canvas.mask {
      // The surroundings are read anyway, so that the selected part is the same as without a selection.
      let selected = region.intersection(mask.state.summary.bounds)
      if selected != region { canvas.noteExclusion(.restUnknown) }
      if selected.isEmpty { return }
      region = selected
    }
    let (chain, size) = (chain, picture.size)
    switch division(of: region, on: size) {
    case .boxes(let boxes):
      let sources = boxes.map { chain.sourceBox(for: $0, on: size) }
      try put(boxes, reading: sources, of: picture, into: &canvas) { source, target in
        chain.apply(to: source, writing: target, on: size, with: .all)
      }
    case .grid(let blur, let boxes):
      try read(blur, of: picture, reportingTo: &canvas, of: blur.sources.count + boxes.count)
      let result = blur.finished(with: .all)
      try put(boxes, reading: boxes, of: picture, into: &canvas, after: blur.sources.count) { source, target in
        result.apply(to: source, writing: target, with: .all)
      }
    }
  }

  /// Reads the whole picture for a blur.
  ///
  /// While small parts are reduced, the next one is read.
  ///
  /// - Parameter steps: the steps of the whole work, of which each part is one.
  private func read(
    _ blur: CoarseBlur, of picture: Snapshot, reportingTo canvas: inout EditContext, of steps: Int
  ) throws(HistoryError) {
    let isAhead = canReadAhead(blur.sources)
    let queue = BackgroundQueue<(Int, PixelBlock)>(limit: 1) { number, part in
      blur.take(number, part.source, with: .all)
    }
    defer { queue.end() }
    for (number, box) in blur.sources.enumerated() {
      let part = try picture.pixels(in: box)
      queue.drain()
      if isAhead { queue.post((number, part)) } else { blur.take(number, part.source, with: .all) }
      canvas.report(number + 1, of: steps)
    }
    queue.drain()
  }

  /// Whether the next of these boxes is read, or the last one is written, while one is worked on: if there is more than
  /// one, all are small, and there is a second processor.
  private func canReadAhead(_ sources: [PixelBox]) -> Bool {
    sources.count > 1 && Workers.all.count > 1 && sources.allSatisfy { 4 * $0.width * $0.height <= boxBytes }
  }

  /// Filters boxes one after the other, and adds the tiles that differ.
  ///
  /// While small boxes are filtered, the tiles of the box before are added.
  ///
  /// - Parameter done: the steps of the work that are done already, each as long as that for a box.
  private func put(
    _ boxes: [PixelBox], reading sources: [PixelBox], of picture: Snapshot, into canvas: inout EditContext,
    after done: Int = 0, _ filter: @escaping @Sendable (PixelSource, PixelTarget) -> Void
  ) throws(HistoryError) {
    let read = Self.firstRows(of: sources)
    let isAhead = canReadAhead(sources)
    let queue = BackgroundQueue<FilteredBox>(limit: 1) { $0.run(filter) }
    defer { queue.end() }
    func add(_ box: FilteredBox, at place: Int) throws(HistoryError) {
      try box.put(into: &canvas)
      canvas.finishReading(above: read[place])
      canvas.report(done + place + 1, of: done + boxes.count)
    }
    var last: FilteredBox?
    for place in boxes.indices {
      let box = try FilteredBox(boxes[place], of: picture, reading: sources[place])
      guard isAhead else {
        box.run(filter)
        try add(box, at: place)
        continue
      }
      queue.post(box)
      if let last { try add(last, at: place - 1) }
      queue.drain()
      last = box
    }
    if let last { try add(last, at: boxes.count - 1) }
  }

  /// For each source the first row of pixels that is read after it.
  private static func firstRows(of sources: [PixelBox]) -> [Int] {
    var first = Int.max
    var rows: [Int] = []
    for source in sources.reversed() {
      rows.append(first)
      first = min(first, source.y)
    }
    return rows.reversed()
  }

  /// How the filters are applied to a region in bounded memory.
  private enum Division {
    /// Box by box, each from its surroundings.
    case boxes([PixelBox])
    /// With a grid of the whole canvas, which is computed first, and then box by box.
    case grid(CoarseBlur, [PixelBox])
  }

  /// The division with the smallest boxes that does not read the picture much more than once; none changes a pixel.
  private func division(of region: PixelBox, on canvas: CanvasSize) -> Division {
    func grid(_ bytes: Int, gridBytes: Int) -> Division? {
      CoarseBlur(chain, for: region, on: canvas, limit: bytes / 8, gridBytes: gridBytes).map {
        .grid($0, FilterChain([]).boxes(covering: region, on: canvas, bytes: bytes / 2))
      }
    }
    var bytes = boxBytes
    while true {
      let boxes = chain.boxes(covering: region, on: canvas, bytes: bytes)
      let isSplit = boxes.count > 1 || boxes.contains { chain.bytes(for: $0, on: canvas) > bytes }
      let reads = isSplit ? chain.readsPerPixel(of: boxes, on: canvas) : 1
      if reads <= 1.25 { return .boxes(boxes) }
      if bytes < Self.mostBytes {
        if let grid = grid(bytes, gridBytes: bytes) { return grid }
        bytes = min(2 * bytes, Self.mostBytes)
      } else if reads <= 2 {
        return .boxes(boxes)
      } else {
        // Filters with a large combined radius use more memory, instead of reading a large picture again for each small
        // box.
        return grid(bytes, gridBytes: .max) ?? .boxes(chain.boxes(covering: region, on: canvas, limit: 1 << 25))
      }
    }
  }
}

/// A part of a picture before and after filtering, as whole tiles.
private struct FilteredBox: Sendable {
  private let box: PixelBox
  private let tiles: PixelBox
  private let before: PixelBlock
  private let after: PixelBlock

  /// Reads the pixels that the result in `box` depends on.
  init(_ box: PixelBox, of picture: Snapshot, reading source: PixelBox) throws(HistoryError) {
    self.box = box
    let canvas = picture.size
    let (left, top) = (box.x / Tile.edge, box.y / Tile.edge)
    tiles = PixelBox(
      x: left, y: top, width: (box.maxX - 1) / Tile.edge + 1 - left, height: (box.maxY - 1) / Tile.edge + 1 - top)
    let whole = PixelBox(
      x: left * Tile.edge, y: top * Tile.edge, width: tiles.width * Tile.edge, height: tiles.height * Tile.edge
    ).intersection(canvas.box)
    before = try picture.pixels(in: whole.union(source))
    after = PixelBlock(unwritten: whole)
  }

  /// Computes the result, on any thread.
  func run(_ filter: (PixelSource, PixelTarget) -> Void) {
    // Pixels of the tiles outside of the region do not change.
    if after.box != box { after.target.copy(before.source) }
    filter(before.source, after.target.part(box))
  }

  /// Adds the tiles that differ.
  func put(into canvas: inout EditContext) throws(HistoryError) {
    let (before, after) = (before.source, after.source)
    let (rows, columns) = (tiles.y..<tiles.maxY, tiles.x..<tiles.maxX)
    let masks = try canvas.mask?.tiles(rows: rows, columns: columns)
    let changes = TileChange.changes(rows: rows, columns: columns, on: canvas.size, with: .all) { index in
      let (old, new) = (before.tile(at: index), after.tile(at: index))
      return (old, masks.map { new.limited(by: $0[index], from: old) } ?? new)
    }
    for change in changes { try canvas.put(change) }
    guard let masks, changes.isEmpty, !canvas.hasBegun else { return }
    for y in rows {
      for x in columns {
        let index = TileIndex(x: x, y: y)
        canvas.noteExclusion(
          of: after.tile(at: index), by: masks[index], at: index, insteadOf: before.tile(at: index))
      }
    }
  }
}
