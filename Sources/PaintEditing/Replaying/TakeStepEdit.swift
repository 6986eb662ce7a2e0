import PaintHistory
import PaintRaster

/// Makes a step again by taking over the tiles that it wrote, because it reads nothing that differs from the old line.
public struct TakeStepEdit: Edit {
  /// The step on the old line.
  public var step: Revision
  /// The revision before it there.
  public var before: Revision
  /// Where the canvas differs from that of the old line before the step.
  public var difference: LineDifference

  /// Creates an edit that takes over the tiles of a step.
  public init(_ step: Revision, after before: Revision, seeing difference: LineDifference) {
    (self.step, self.before, self.difference) = (step, before, difference)
  }

  /// They are the result of the selection that limited the step.
  public var ignoresSelection: Bool { true }

  /// Takes the tiles over; it is a step even if no pixel differs.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(tiles that the step wrote).
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let history = canvas.history
    if step.base == step.number {
      if difference.picture.isEmpty || step.size != canvas.size {
        return try canvas.take(step, changing: (step.pixels, step.bounds, step.fingerprint))
      }
      // How many pixels it changes here is another number.
      let tiles = try history.erasableTiles(of: step)
      return try canvas.replace(
        with: history.snapshot(at: step.number), erasingTo: tiles.isEmpty ? nil : history.basePicture(of: step),
        differingIn: tiles, selecting: canvas.document.selectionMask(of: history.snapshot(at: step.number)))
    }
    let effect = try effect(on: canvas)
    // A step that changes nothing has no tiles, as if it ran.
    if effect.pixels == 0, try !changesOthers(than: canvas) { return try canvas.require() }
    try canvas.take(step, changing: effect)
  }

  /// What the step changes in the picture; the same as on the old line if its tiles showed the same before it.
  private func effect(
    on canvas: EditContext
  ) throws(HistoryError) -> (pixels: Int, bounds: PixelBox, fingerprint: Fingerprint) {
    let history = canvas.history
    var fingerprint = history.current.fingerprint
    let tiles = difference.picture.isEmpty ? [] : try history.tiles(writtenBy: step.number)
    if difference.picture.isDisjoint(with: tiles) {
      fingerprint = fingerprint.adding(step.fingerprint.subtracting(before.fingerprint))
      return (step.pixels, step.bounds, fingerprint)
    }
    var (pixels, bounds) = (0, PixelBox.empty)
    let (now, source) = (try canvas.picture(), try history.snapshot(at: step.number))
    for index in tiles {
      let (old, new) = (try now.tile(at: index), try source.tile(at: index))
      let changed = TileDifference(from: old, to: new, inside: index.inside(canvas.size))
      if changed.isEmpty { continue }
      pixels += changed.count
      bounds = bounds.union(changed.bounds.moved(byX: index.x * Tile.edge, y: index.y * Tile.edge))
      fingerprint.replace(tile: index, old: old, new: new, canvas: canvas.size)
    }
    return (pixels, bounds, fingerprint)
  }

  /// Whether the step's tiles differ from those here in what is selected, or in what the eraser brings back.
  private func changesOthers(than canvas: EditContext) throws(HistoryError) -> Bool {
    let history = canvas.history
    if try !history.tiles(writtenBy: step.number, in: .selectionSummary).isEmpty,
      try canvas.document.selection(of: history.snapshot(at: step.number))?.summary != canvas.selection?.summary
    {
      return true
    }
    let tiles = try history.tiles(writtenBy: step.number, in: .base)
    if tiles.isEmpty { return false }
    let (old, new) = (try history.basePicture(), try history.basePicture(of: step))
    for index in tiles {
      let inside = index.inside(canvas.size)
      if try !TileDifference(from: old.tile(at: index), to: new.tile(at: index), inside: inside).isEmpty { return true }
    }
    return false
  }
}

/// A step that changes nothing: one that had nothing to change when its line was made again.
public struct EmptyEdit: Edit {
  /// Creates the edit.
  public init() {}

  /// It changes nothing, whatever is selected.
  public var ignoresSelection: Bool { true }

  /// Makes the step.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  public func apply(to canvas: inout EditContext) throws(HistoryError) { try canvas.require() }
}

/// Gives a whole tile one colour, whatever is selected.
public struct TileColorEdit: Edit {
  private let index: TileIndex
  private let color: Pixel

  /// Creates an edit of a tile.
  public init(_ index: TileIndex, _ color: Pixel) { (self.index, self.color) = (index, color) }

  /// The selection does not limit it.
  public var ignoresSelection: Bool { true }

  /// Fills the tile.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    try canvas.edit(index) { tile, _ in tile = .color(color) }
  }
}
