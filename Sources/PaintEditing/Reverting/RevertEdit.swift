import PaintHistory
import PaintRaster

/// The reversal of an old revision's change, as an edit.
public struct RevertEdit {
  /// The revision that is reverted.
  public let number: Int
  /// Whether it chose what is selected, and changed no pixel.
  public let isOfSelection: Bool
  fileprivate let parent: Int
  /// The tiles that it wrote: of the picture, and of what the eraser brings back.
  fileprivate let tiles, baseTiles: [TileIndex]

  /// The canonical command.
  public var command: String { "revert r\(number)" }

  /// The picture, or what the eraser brings back, before and after the revision.
  fileprivate func change(
    of plane: TilePlane, in history: History
  ) throws(HistoryError) -> (before: PictureTiles, after: PictureTiles) {
    (
      PictureTiles(try history.picture(of: plane, at: parent)), PictureTiles(try history.picture(of: plane, at: number))
    )
  }
}

extension RevertEdit: Edit {
  /// Restores the pixels that the revision changed to their values before it, and what the eraser brings back there; or
  /// the selection before it.
  ///
  /// - Throws: `.damaged` if the revision should have changed pixels but did not; the errors of `EditContext.edit`.
  /// - Complexity: O(pixels of the tiles that the revision wrote).
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let history = canvas.history
    if isOfSelection {
      return try canvas.select(canvas.document.selectionMask(of: history.snapshot(at: parent)))
    }
    let change = try change(of: .picture, in: history)
    let now = PictureTiles(try canvas.picture())
    for (place, index) in tiles.enumerated() {
      let old = try change.before.tile(at: index)
      let mask = TileMask(differencesFrom: old, to: try change.after.tile(at: index), inside: index.inside(canvas.size))
      try canvas.edit(index, from: now.tile(at: index)) { (tile, _) in tile.copy(mask, from: old) }
      canvas.report(place + 1, of: tiles.count)
    }
    guard canvas.hasBegun || canvas.exclusion != nil || tiles.isEmpty else {
      throw .damaged("r\(number) says that it changed pixels, but it did not")
    }
    if !baseTiles.isEmpty { try restoreBase(on: &canvas) }
  }

  private func restoreBase(on canvas: inout EditContext) throws(HistoryError) {
    let change = try change(of: .base, in: canvas.history)
    let base = try canvas.history.basePicture()
    for index in baseTiles {
      let (old, now) = (try change.before.tile(at: index), try base.tile(at: index))
      let mask = TileMask(differencesFrom: old, to: try change.after.tile(at: index), inside: index.inside(canvas.size))
      var new = now
      new.copy(mask, from: old)
      try canvas.putBase(new, at: index, insteadOf: now)
    }
  }
}

extension History {
  /// The picture as of a revision, or what the eraser brings back then.
  fileprivate func picture(of plane: TilePlane, at number: Int) throws(HistoryError) -> Snapshot {
    plane == .base ? try basePicture(of: revision(number)) : try snapshot(at: number)
  }
}

/// Whether an old revision can be reverted.
public enum Reversal {
  /// It can, by this edit.
  case edit(RevertEdit)
  /// These later revisions, the oldest first, changed some of its pixels, or the selection.
  case conflicts([Revision])
  /// The revision replaced the whole canvas and cannot be reverted.
  case replacesCanvas
}

extension Document {
  /// Finds out whether an old revision can be reverted: if no later revision changed any of its pixels.
  ///
  /// Its pixels are those that differ, in any of their four bytes, between its picture and its parent's. A later
  /// revision conflicts if it changed one of them, even if another one changed it back. The same holds for what the eraser
  /// brings back, which a background through a selection changes, and for the selection.
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
    let isOfSelection = try choosesSelection(number)
    let edit = RevertEdit(
      number: number, isOfSelection: isOfSelection, parent: parent, tiles: try history.tiles(writtenBy: number),
      baseTiles: try history.tiles(writtenBy: number, in: .base))

    var conflicts: Set<Int> = []
    if isOfSelection {
      try forEachWriter(of: SelectionState.place, in: .selectionSummary, after: number) { (writer, _) in
        conflicts.insert(writer.number)
      }
    }
    let now = PictureTiles(try history.snapshot(at: current.number))
    try collect(edit, .picture, edit.tiles, into: &conflicts) { (index) throws(HistoryError) in
      try now.isWritten(at: index, after: number)
    }
    try collect(edit, .base, edit.baseTiles, into: &conflicts) { _ in true }
    guard conflicts.isEmpty else {
      var revisions: [Revision] = []
      for number in conflicts.sorted() { revisions.append(try history.revision(number)) }
      return .conflicts(revisions)
    }
    return .edit(edit)
  }

  /// Whether a revision other than the base of its canvas chose what is selected; then it changed no pixel.
  ///
  /// - Throws: `.index` if the index cannot be read, `.damaged` if it is damaged.
  public func choosesSelection(_ number: Int) throws(HistoryError) -> Bool {
    try !history.tiles(writtenBy: number, in: .selectionSummary).isEmpty
  }

  /// Adds the revisions after the reverted one, up to the current one, that changed pixels that it changed in a plane.
  ///
  /// - Parameter isWritten: whether a tile may have been written since.
  private func collect(
    _ edit: RevertEdit, _ plane: TilePlane, _ tiles: [TileIndex], into found: inout Set<Int>,
    _ isWritten: (TileIndex) throws(HistoryError) -> Bool
  ) throws(HistoryError) {
    if tiles.isEmpty { return }
    let reverted = try history.revision(edit.number)
    let change = try edit.change(of: plane, in: history)
    for index in tiles where try isWritten(index) {
      let mask = TileMask(
        differencesFrom: try change.before.tile(at: index), to: try change.after.tile(at: index),
        inside: index.inside(reverted.size))
      // A revision's box is that of its picture's pixels.
      let part = plane == .picture ? index.box.intersection(reverted.bounds) : nil
      try forEachWriter(of: index, in: plane, after: edit.number) { (writer, parent) throws(HistoryError) in
        // A revision that was found in another tile need not be checked again.
        if found.contains(writer.number) { return }
        if let part, writer.bounds.intersection(part).isEmpty { return }
        let earlier = try history.picture(of: plane, at: parent).tile(at: index)
        if mask.hasDifferences(from: earlier, to: try history.picture(of: plane, at: writer.number).tile(at: index)) {
          found.insert(writer.number)
        }
      }
    }
  }

  /// Calls `body` for each revision after `number`, up to the current one, that wrote a tile, and its parent; the latest
  /// first.
  private func forEachWriter(
    of index: TileIndex, in plane: TilePlane, after number: Int,
    _ body: (_ writer: Revision, _ parent: Int) throws(HistoryError) -> Void
  ) throws(HistoryError) {
    var here = history.current
    while true {
      let writer = try history.lastWriter(of: index, in: plane, at: here)
      guard writer.number > number, let parent = writer.parent else { return }
      try body(writer, parent)
      here = try history.revision(parent)
    }
  }
}
