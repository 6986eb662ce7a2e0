import PaintHistory
import PaintRaster

/// The reversal of an old revision's change, as an edit.
public struct RevertEdit {
  /// The revision that is reverted.
  public let number: Int
  fileprivate let tiles: [TileIndex]
  fileprivate let before: PictureTiles
  fileprivate let after: PictureTiles

  /// The canonical command.
  public var command: String { "revert r\(number)" }
}

extension RevertEdit: Edit {
  /// Restores the pixels that the revision changed to their values before it.
  ///
  /// - Throws: `.damaged` if the revision should have changed pixels but did not; the errors of `EditContext.edit`.
  /// - Complexity: O(pixels of the tiles that the revision wrote).
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let now = PictureTiles(try canvas.picture())
    for (place, index) in tiles.enumerated() {
      let old = try before.tile(at: index)
      let mask = TileMask(differencesFrom: old, to: try after.tile(at: index), inside: index.inside(canvas.size))
      try canvas.edit(index, from: now.tile(at: index)) { (tile, _) in tile.copy(mask, from: old) }
      canvas.report(place + 1, of: tiles.count)
    }
    guard canvas.hasBegun || canvas.isExcluded || tiles.isEmpty else {
      throw .damaged("r\(number) says that it changed pixels, but it did not")
    }
  }
}

/// Whether an old revision can be reverted.
public enum Reversal {
  /// It can, by this edit.
  case edit(RevertEdit)
  /// These later revisions, the oldest first, changed some of its pixels.
  case conflicts([Revision])
  /// The revision replaced the whole canvas and cannot be reverted.
  case replacesCanvas
}

extension Document {
  /// Finds out whether an old revision can be reverted: if no later revision changed any of its pixels.
  ///
  /// Its pixels are those that differ, in any of their four bytes, between its picture and its parent's. A later
  /// revision conflicts if it changed one of them, even if another one changed it back.
  ///
  /// - Parameter number: the current revision or one of its ancestors, but not the start.
  /// - Throws: `.unknownRevision` if the revision does not exist; `.disk`, `.index` or `.damaged` if tiles cannot be read.
  /// - Precondition: the revision is the current one or an ancestor of it, and not the start.
  /// - Complexity: O(tiles that the revision wrote · their later versions). Only versions are read whose revision's box
  ///   overlaps the reverted revision's box in the tile.
  public func reversal(of number: Int) throws(HistoryError) -> Reversal {
    let reverted = try history.revision(number)
    guard let parent = reverted.parent else { preconditionFailure("nothing comes before the start") }
    if reverted.base == number { return .replacesCanvas }
    let current = history.current
    if current.base > number { return .conflicts([try history.revision(current.base)]) }
    let before = PictureTiles(try history.snapshot(at: parent))
    let after = PictureTiles(try history.snapshot(at: number))
    let now = PictureTiles(try history.snapshot(at: current.number))
    let tiles = try history.tiles(writtenBy: number)

    var conflicts: Set<Int> = []
    for index in tiles {
      guard try now.isWritten(at: index, after: number) else { continue }
      let mask = TileMask(
        differencesFrom: try before.tile(at: index), to: try after.tile(at: index), inside: index.inside(current.size))
      try collect(in: index, changing: mask, since: reverted, into: &conflicts)
    }
    guard conflicts.isEmpty else {
      var revisions: [Revision] = []
      for number in conflicts.sorted() { revisions.append(try history.revision(number)) }
      return .conflicts(revisions)
    }
    return .edit(RevertEdit(number: number, tiles: tiles, before: before, after: after))
  }

  /// Adds the revisions after `reverted`, up to the current one, that changed pixels of the mask in a tile.
  private func collect(
    in index: TileIndex, changing mask: TileMask, since reverted: Revision, into found: inout Set<Int>
  ) throws(HistoryError) {
    let part = index.box.intersection(reverted.bounds)
    var here = history.current
    while true {
      let writer = try history.lastWriter(of: index, at: here)
      guard writer.number > reverted.number, let parent = writer.parent else { return }
      here = try history.revision(parent)
      // A revision that was found in another tile need not be checked again.
      if found.contains(writer.number) || writer.bounds.intersection(part).isEmpty { continue }
      let earlier = try history.snapshot(at: parent).tile(at: index)
      if mask.hasDifferences(from: earlier, to: try history.snapshot(at: writer.number).tile(at: index)) {
        found.insert(writer.number)
      }
    }
  }
}
