import PaintHistory
import PaintRaster

/// Makes a step again by taking over the tiles that it wrote, because it reads nothing that differs from the old line.
public struct TakeStepEdit: Edit {
  /// The step on the old line.
  public var revision: Int

  /// Creates an edit that takes over the tiles of a step.
  public init(_ revision: Int) { self.revision = revision }

  /// They are the result of the selection that limited the step.
  public var ignoresSelection: Bool { true }

  /// Takes the tiles over; it is a step even if no pixel differs.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(tiles that the step wrote).
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let history = canvas.history
    let source = try history.snapshot(at: revision)
    if source.revision.base == revision {
      let tiles = try history.erasableTiles(of: source.revision)
      return try canvas.replace(
        with: source, erasingTo: tiles.isEmpty ? nil : history.basePicture(of: source.revision), differingIn: tiles,
        selecting: canvas.document.selectionMask(of: source))
    }
    try canvas.require()
    let now = try canvas.picture()
    for index in try history.tiles(writtenBy: revision) {
      try canvas.put(source.tile(at: index), at: index, insteadOf: now.tile(at: index))
    }
    let erasable = try history.tiles(writtenBy: revision, in: .base)
    if !erasable.isEmpty {
      let (source, now) = (try history.basePicture(of: source.revision), try history.basePicture())
      for index in erasable {
        try canvas.putBase(source.tile(at: index), at: index, insteadOf: now.tile(at: index))
      }
    }
    if try !history.tiles(writtenBy: revision, in: .selectionSummary).isEmpty {
      try canvas.select(canvas.document.selectionMask(of: source))
    }
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
