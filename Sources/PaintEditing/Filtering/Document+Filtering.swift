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
  /// - Complexity: that of the filters, in proportion to the region and what it depends on. Memory is that of boxes whose
  ///   source has some 32 million pixels.
  public func apply(
    _ chain: FilterChain, in region: PixelBox?, name: String, command: String
  ) throws(HistoryError) -> Revision? {
    let picture = try history.snapshot(at: history.current.number)
    let region = (region ?? size.box).intersection(size.box)
    if region.isEmpty || chain.isIdentity { return nil }
    return try edit(name: name, command: command) { (editor) throws(HistoryError) in
      for box in chain.boxes(covering: region, on: picture.size, limit: Self.sourceLimit) {
        try FilteredBox(box, of: picture, through: chain).put(into: &editor)
      }
    }
  }

  /// Pixels that a filter's source has at most, where that can be had: 128 MiB.
  private static let sourceLimit = 1 << 25
}

/// A piece of a picture before and after it went through filters, as whole tiles.
private struct FilteredBox {
  private let tiles: PixelBox
  private let before: PixelBlock
  private let after: PixelBlock

  init(_ box: PixelBox, of picture: Snapshot, through chain: FilterChain) throws(HistoryError) {
    let canvas = picture.size
    let (left, top) = (box.x / Tile.edge, box.y / Tile.edge)
    tiles = PixelBox(
      x: left, y: top, width: (box.maxX - 1) / Tile.edge + 1 - left, height: (box.maxY - 1) / Tile.edge + 1 - top)
    let whole = PixelBox(
      x: left * Tile.edge, y: top * Tile.edge, width: tiles.width * Tile.edge, height: tiles.height * Tile.edge
    ).intersection(canvas.box)
    before = try picture.pixels(in: whole.union(chain.sourceBox(for: box, on: canvas)))
    after = PixelBlock(whole)
    // What of the tiles lies outside of the region stays as it is.
    if whole != box {
      for y in whole.y..<whole.maxY {
        after.target.row(y, from: whole.x).update(from: before.source.row(y, from: whole.x), count: whole.width)
      }
    }
    let target = PixelTarget(box: box, base: after.target.row(box.y, from: box.x), stride: after.target.stride)
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
