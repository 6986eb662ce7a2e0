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

  /// The target for the bytes that processing a box needs.
  private static let bytes = 204 << 20
}

extension FilterEdit: Edit {
  /// Applies the filters; only tiles that change are written.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: that of the filters, in proportion to the region and the pixels it depends on. Memory is about 204
  ///   MiB for the boxes that are processed at a time, unless several filters in sequence have a large radius.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let picture = try canvas.picture()
    let region = (region ?? canvas.size.box).intersection(canvas.size.box)
    if region.isEmpty || chain.isIdentity { return }
    var boxes = chain.boxes(covering: region, on: picture.size, bytes: Self.bytes)
    let isSplit = boxes.count > 1 || boxes.contains { chain.bytes(for: $0, on: picture.size) > Self.bytes }
    let hasLargeRadius = isSplit && chain.readsPerPixel(of: boxes, on: picture.size) > 2
    let blur = hasLargeRadius ? CoarseBlur(chain, for: region, on: picture.size, limit: Self.bytes / 16) : nil
    if hasLargeRadius, blur == nil {
      // Filters with a large combined radius use more memory, instead of reading a large picture again for each small
      // box.
      boxes = chain.boxes(covering: region, on: picture.size, limit: 1 << 25)
    }
    guard let blur else {
      for (place, box) in boxes.enumerated() {
        try FilteredBox(box, of: picture, reading: chain.sourceBox(for: box, on: picture.size)) { source, target in
          chain.apply(to: source, writing: target, on: picture.size, with: .all)
        }.put(into: &canvas)
        canvas.report(place + 1, of: boxes.count)
      }
      return
    }
    let sources = blur.sources
    let results = FilterChain([]).boxes(covering: region, on: picture.size, bytes: Self.bytes / 4)
    for (number, box) in sources.enumerated() {
      let source = try picture.pixels(in: box)
      blur.take(number, source.source, with: .all)
      canvas.report(number + 1, of: sources.count + results.count)
    }
    for (place, box) in results.enumerated() {
      try FilteredBox(box, of: picture, reading: box) { source, target in
        blur.apply(to: source, writing: target, with: .all)
      }.put(into: &canvas)
      canvas.report(sources.count + place + 1, of: sources.count + results.count)
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
    after = PixelBlock(whole)
    // Pixels of the tiles outside of the region do not change.
    if whole != box { after.target.copy(before.source) }
    filter(before.source, after.target.part(box))
  }

  /// Adds the tiles that differ.
  func put(into canvas: inout EditContext) throws(HistoryError) {
    for y in tiles.y..<tiles.maxY {
      for x in tiles.x..<tiles.maxX {
        let index = TileIndex(x: x, y: y)
        try canvas.put(after.source.tile(at: index), at: index, insteadOf: before.source.tile(at: index))
      }
    }
  }
}
