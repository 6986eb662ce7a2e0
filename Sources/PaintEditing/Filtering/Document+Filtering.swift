import PaintFilters
import PaintHistory
import PaintRaster

extension Document {
  /// Applies filters, one after the other, as one revision; only tiles that change are written.
  ///
  /// - Parameters:
  ///   - region: the pixels that may change, on the canvas; the filters see what lies around them. Nil for all.
  ///   - name: what the history calls the edit.
  ///   - command: its canonical command.
  /// - Returns: the new revision, or nil when no pixel changed.
  /// - Throws: as `draw`.
  /// - Complexity: that of the filters, in proportion to the region and what it depends on. Memory is that of bands of some
  ///   16 million pixels, and of what those depend on.
  public func apply(
    _ chain: FilterChain, in region: PixelBox?, name: String, command: String
  ) throws(HistoryError) -> Revision? {
    let picture = try history.snapshot(at: history.current.number)
    let region = (region ?? size.box).intersection(size.box)
    if region.isEmpty || chain.isIdentity { return nil }
    return try edit(name: name, command: command) { (editor) throws(HistoryError) in
      for band in Self.bands(of: region) {
        try FilteredBand(band, of: picture, through: chain).put(into: &editor)
      }
    }
  }

  /// A region in pieces of whole rows of tiles, one below the other.
  private static func bands(of region: PixelBox) -> [PixelBox] {
    let rows = max(1, (1 << 24) / (region.width * Tile.edge)) * Tile.edge
    var bands: [PixelBox] = []
    var y = region.y
    while y < region.maxY {
      let end = min((y + rows) / Tile.edge * Tile.edge, region.maxY)
      bands.append(PixelBox(x: region.x, y: y, width: region.width, height: end - y))
      y = end
    }
    return bands
  }
}

/// A piece of a picture before and after it went through filters, as whole tiles.
private struct FilteredBand {
  private let tiles: PixelBox
  private let before: PixelBlock
  private let after: PixelBlock

  init(_ band: PixelBox, of picture: Snapshot, through chain: FilterChain) throws(HistoryError) {
    let canvas = picture.size
    let (left, top) = (band.x / Tile.edge, band.y / Tile.edge)
    tiles = PixelBox(
      x: left, y: top, width: (band.maxX - 1) / Tile.edge + 1 - left, height: (band.maxY - 1) / Tile.edge + 1 - top)
    let whole = PixelBox(
      x: left * Tile.edge, y: top * Tile.edge, width: tiles.width * Tile.edge, height: tiles.height * Tile.edge
    ).intersection(canvas.box)
    before = try picture.pixels(in: whole.union(chain.sourceBox(for: band, on: canvas)))
    after = PixelBlock(whole)
    // What of the tiles lies outside of the region stays as it is.
    if whole != band {
      for y in whole.y..<whole.maxY {
        after.target.row(y, from: whole.x).update(from: before.source.row(y, from: whole.x), count: whole.width)
      }
    }
    let target = PixelTarget(box: band, base: after.target.row(band.y, from: band.x), stride: after.target.stride)
    chain.apply(to: before.source, writing: target, on: canvas, with: .all)
  }

  /// Puts the tiles that differ.
  func put(into editor: inout TileEditor) throws(HistoryError) {
    for y in tiles.y..<tiles.maxY {
      for x in tiles.x..<tiles.maxX {
        let index = TileIndex(x: x, y: y)
        try editor.put(after.source.tile(at: index), at: index, insteadOf: before.source.tile(at: index))
      }
    }
  }
}
