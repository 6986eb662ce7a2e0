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
  /// - Complexity: that of the filters, in proportion to the region and the pixels it depends on. Memory is about 12
  ///   MiB for the boxes that are processed at a time, up to 204 MiB for filters with a large radius; more only if several of
  ///   these are in sequence.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let picture = try canvas.picture()
    var region = (region ?? canvas.size.box).intersection(canvas.size.box)
    if region.isEmpty || chain.isIdentity { return }
    if let limit = canvas.limit {
      // The surroundings are read anyway, so that the selected part is the same as without a selection.
      region = region.intersection(limit.state.summary.bounds)
      if region.isEmpty { return canvas.noteExclusion() }
    }
    switch division(of: region, on: picture.size) {
    case .boxes(let boxes):
      let read = Self.firstRows(of: boxes.map { chain.sourceBox(for: $0, on: picture.size) })
      for (place, box) in boxes.enumerated() {
        try FilteredBox(box, of: picture, reading: chain.sourceBox(for: box, on: picture.size)) { source, target in
          chain.apply(to: source, writing: target, on: picture.size, with: .all)
        }.put(into: &canvas)
        canvas.finishReading(above: read[place])
        canvas.report(place + 1, of: boxes.count)
      }
    case .grid(let blur, let boxes):
      for (number, box) in blur.sources.enumerated() {
        let source = try picture.pixels(in: box)
        blur.take(number, source.source, with: .all)
        canvas.report(number + 1, of: blur.sources.count + boxes.count)
      }
      let read = Self.firstRows(of: boxes)
      for (place, box) in boxes.enumerated() {
        try FilteredBox(box, of: picture, reading: box) { source, target in
          blur.apply(to: source, writing: target, with: .all)
        }.put(into: &canvas)
        canvas.finishReading(above: read[place])
        canvas.report(blur.sources.count + place + 1, of: blur.sources.count + boxes.count)
      }
    }
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
private struct FilteredBox {
  private let tiles: PixelBox
  private let before: PixelBlock
  private let after: PixelBlock

  /// Creates the pixels of `box` with `filter`, from those of a larger box.
  init(
    _ box: PixelBox, of picture: Snapshot, reading source: PixelBox, _ filter: (PixelSource, PixelTarget) -> Void
  ) throws(HistoryError) {
    let canvas = picture.size
    let (left, top) = (box.x / Tile.edge, box.y / Tile.edge)
    tiles = PixelBox(
      x: left, y: top, width: (box.maxX - 1) / Tile.edge + 1 - left, height: (box.maxY - 1) / Tile.edge + 1 - top)
    let whole = PixelBox(
      x: left * Tile.edge, y: top * Tile.edge, width: tiles.width * Tile.edge, height: tiles.height * Tile.edge
    ).intersection(canvas.box)
    before = try picture.pixels(in: whole.union(source))
    after = PixelBlock(unwritten: whole)
    // Pixels of the tiles outside of the region do not change.
    if whole != box { after.target.copy(before.source) }
    filter(before.source, after.target.part(box))
  }

  /// Adds the tiles that differ.
  func put(into canvas: inout EditContext) throws(HistoryError) {
    let (before, after) = (before.source, after.source)
    let (rows, columns) = (tiles.y..<tiles.maxY, tiles.x..<tiles.maxX)
    let masks = try canvas.limit?.tiles(rows: rows, columns: columns)
    let changes = TileChange.changes(rows: rows, columns: columns, on: canvas.size, with: .all) { index in
      let (old, new) = (before.tile(at: index), after.tile(at: index))
      return (old, masks.map { new.limited(by: $0[index], from: old) } ?? new)
    }
    for change in changes { try canvas.put(change) }
    guard masks != nil, changes.isEmpty, !canvas.hasBegun else { return }
    for y in rows {
      for x in columns {
        let index = TileIndex(x: x, y: y)
        canvas.noteExclusion(of: after.tile(at: index), at: index, insteadOf: before.tile(at: index))
      }
    }
  }
}
