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
    var seesSame = difference.picture.isEmpty
    if step.base == step.number {
      guard seesSame || step.size != canvas.size else {
        // How many pixels it changes here is another number.
        let source = try history.snapshot(at: step.number)
        let tiles = try history.erasableTiles(of: step)
        return try canvas.replace(
          with: source, erasingTo: tiles.isEmpty ? nil : history.basePicture(of: step), differingIn: tiles,
          selecting: canvas.document.selectionMask(of: source))
      }
    } else if !seesSame {
      seesSame = try difference.picture.isDisjoint(with: history.tiles(writtenBy: step.number))
    }
    try canvas.take(step, seeing: seesSame ? before : nil)
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
