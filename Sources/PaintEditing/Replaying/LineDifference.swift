import PaintHistory
import PaintRaster

/// Where the canvas of a line of steps that is made again differs from that of the old line, after the same step.
///
/// Both canvases have the same size and background, and the same step replaced the canvas last.
public struct LineDifference: Sendable {
  /// The tiles of the picture that differ.
  public private(set) var picture: Set<TileIndex> = []
  /// The tiles that differ in what the eraser brings back.
  public private(set) var base: Set<TileIndex> = []
  /// Whether something else is selected.
  public private(set) var selectsOtherwise = false

  /// No difference.
  public init() {}

  /// Whether the canvases are equal.
  public var isEmpty: Bool { picture.isEmpty && base.isEmpty && !selectsOtherwise }

  /// Finds where two canvases differ by comparing all of both; nil if they differ in size or background.
  ///
  /// - Parameters:
  ///   - history: the document.
  ///   - new: the revision with the new line's canvas.
  ///   - old: the old line's revision.
  /// - Throws: `.disk`, `.index` or `.damaged` if tiles cannot be read.
  /// - Complexity: O(tiles of the canvas).
  public init?(comparing new: Int, with old: Int, in history: History) throws(HistoryError) {
    let (newPicture, oldPicture) = (try history.snapshot(at: new), try history.snapshot(at: old))
    let size = oldPicture.size
    guard newPicture.size == size, newPicture.background == oldPicture.background else { return nil }
    let (newBase, oldBase) = (
      try history.basePicture(of: newPicture.revision), try history.basePicture(of: oldPicture.revision)
    )
    for y in 0..<size.tileRows {
      for x in 0..<size.tileColumns {
        let index = TileIndex(x: x, y: y)
        let inside = index.inside(size)
        let (first, second) = (try newPicture.uncachedTile(at: index), try oldPicture.uncachedTile(at: index))
        if !TileDifference(from: first, to: second, inside: inside).isEmpty { picture.insert(index) }
        let (third, fourth) = (try newBase.uncachedTile(at: index), try oldBase.uncachedTile(at: index))
        if !TileDifference(from: third, to: fourth, inside: inside).isEmpty { base.insert(index) }
      }
    }
    selectsOtherwise = try Self.selection(of: newPicture) != Self.selection(of: oldPicture)
  }

  /// Notes that a step of both lines wrote the same tiles.
  ///
  /// - Throws: `.index` or `.damaged` if the index cannot be read.
  public mutating func takeOver(_ step: Int, in history: History) throws(HistoryError) {
    if !picture.isEmpty { try picture.subtract(history.tiles(writtenBy: step)) }
    if !base.isEmpty { try base.subtract(history.tiles(writtenBy: step, in: .base)) }
    if selectsOtherwise { try takeOverSelection(of: step, in: history) }
  }

  /// The box of the pixels that differ between the canvases of these revisions.
  ///
  /// - Throws: `.disk`, `.index` or `.damaged` if tiles cannot be read.
  /// - Complexity: O(tiles that differ).
  public func bounds(in history: History, from new: Int, to old: Int) throws(HistoryError) -> PixelBox {
    let (newPicture, oldPicture) = (try history.snapshot(at: new), try history.snapshot(at: old))
    var bounds = PixelBox.empty
    for index in picture {
      let (first, second) = (try newPicture.tile(at: index), try oldPicture.tile(at: index))
      let difference = TileDifference(from: first, to: second, inside: index.inside(oldPicture.size))
      bounds = bounds.union(difference.bounds.moved(byX: index.x * Tile.edge, y: index.y * Tile.edge))
    }
    return bounds
  }

  /// Looks again at what may have changed after one more step of both lines, or of one of them.
  ///
  /// - Parameters:
  ///   - history: the document.
  ///   - new: the revision with the new line's canvas.
  ///   - old: the old line's revision.
  ///   - writers: the revisions that made the step: on each line at most one.
  /// - Throws: `.disk`, `.index` or `.damaged` if tiles cannot be read.
  /// - Complexity: O(tiles that the writers wrote).
  public mutating func update(
    in history: History, from new: Int, to old: Int, writtenBy writers: [Int]
  ) throws(HistoryError) {
    let (newPicture, oldPicture) = (try history.snapshot(at: new), try history.snapshot(at: old))
    var (written, writtenBase, selects): (Set<TileIndex>, Set<TileIndex>, Bool) = ([], [], false)
    for writer in writers {
      written.formUnion(try history.tiles(writtenBy: writer))
      writtenBase.formUnion(try history.tiles(writtenBy: writer, in: .base))
      if !selects { selects = try !history.tiles(writtenBy: writer, in: .selectionSummary).isEmpty }
    }
    let size = oldPicture.size
    try Self.update(&picture, written, on: size, newPicture, oldPicture)
    if !writtenBase.isEmpty {
      try Self.update(
        &base, writtenBase, on: size, try history.basePicture(of: newPicture.revision),
        try history.basePicture(of: oldPicture.revision))
    }
    if selects { selectsOtherwise = try Self.selection(of: newPicture) != Self.selection(of: oldPicture) }
  }

  /// Notes that a step of both lines chose the same selection, if it chose one.
  ///
  /// - Throws: `.index` or `.damaged` if the index cannot be read.
  private mutating func takeOverSelection(of step: Int, in history: History) throws(HistoryError) {
    if try !history.tiles(writtenBy: step, in: .selectionSummary).isEmpty { selectsOtherwise = false }
  }

  /// What tells selections apart; nil if there is none.
  private static func selection(of picture: Snapshot) throws(HistoryError) -> SelectionSummary? {
    guard let tile = try picture.tile(at: SelectionState.place, in: .selectionSummary, since: 0) else { return nil }
    return try SelectionState(tile, writtenBy: picture.revision.number)?.summary
  }

  private static func update(
    _ differing: inout Set<TileIndex>, _ written: Set<TileIndex>, on size: CanvasSize, _ new: Snapshot, _ old: Snapshot
  ) throws(HistoryError) {
    for index in written {
      let (first, second) = (try new.tile(at: index), try old.tile(at: index))
      if TileDifference(from: first, to: second, inside: index.inside(size)).isEmpty {
        differing.remove(index)
      } else {
        differing.insert(index)
      }
    }
  }
}

/// Gives the canvas the tiles of another revision where two lines of steps differ.
public struct TakeTilesEdit: Edit {
  /// Which tiles, and whether the selection.
  public var difference: LineDifference
  /// The revision.
  public var revision: Int

  /// Creates an edit that takes over the tiles of a difference from a revision.
  public init(_ difference: LineDifference, from revision: Int) {
    self.difference = difference
    self.revision = revision
  }

  /// The selection does not limit it.
  public var ignoresSelection: Bool { true }

  /// Takes the tiles over.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(tiles).
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    let source = try canvas.history.snapshot(at: revision)
    try canvas.put(difference.picture.sorted { $0.key < $1.key }, of: source)
    if !difference.base.isEmpty {
      let base = try canvas.history.basePicture(of: source.revision)
      try canvas.putBase(difference.base.sorted { $0.key < $1.key }, of: base)
    }
    if difference.selectsOtherwise { try canvas.select(canvas.document.selectionMask(of: source)) }
  }
}
