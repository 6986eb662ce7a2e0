import PaintFilters
import PaintHistory
import PaintRaster

/// The canvas during an edit: adds the tiles that really differ, and determines the count and bounding box of their
/// pixels.
///
/// Box and count are derived from the changed pixels, never from geometry. The revision begins with the first tile that
/// differs, so an edit without changes leaves nothing. Memory is bounded: tiles are passed to the history immediately.
///
/// An edit changes single tiles, or redraws the whole canvas once; not both.
public struct EditContext: EditableTiles {
  let document: Document
  let history: History
  private let label: EditLabel
  /// The canvas' size before the edit.
  public let size: CanvasSize
  private var fingerprint: Fingerprint
  private var pixels = 0
  private var bounds = PixelBox.empty
  private var colorHashes = ColorHashes()
  /// The number of tiles added so far.
  private var added = 0
  /// The tiles that were replaced and not released yet; only if the document does not keep its past.
  private var replaced: [TileIndex] = []
  /// Whether the edit itself tells how much of it is done.
  private var reportsShare = false
  /// The least bytes that are freed together.
  private static let leastRelease = 1 << 20
  /// Whether a pixel differs so far, so that the revision has begun.
  public private(set) var hasBegun = false
  /// The selection that limits the edit; nil if there is none, or if the edit ignores it.
  let mask: EditMask?
  /// Why no pixel differs so far although one would if nothing limited the edit; nil if none would, or if one differs.
  private(set) var exclusion: SelectionExclusion?
  /// The selection after the edit.
  private(set) var selection: SelectionState?

  init(_ document: Document, _ label: EditLabel, isLimited: Bool) throws(HistoryError) {
    self.document = document
    selection = try document.selection()
    mask = isLimited ? selection.map { EditMask(document.history, $0, document.listedMaskTiles) } : nil
    self.label = label
    history = document.history
    size = history.current.size
    fingerprint = history.current.fingerprint
  }

  /// The picture before the edit.
  ///
  /// - Throws: the errors of `History.snapshot`.
  public func picture() throws(HistoryError) -> Snapshot {
    try document.resizeAhead?.requirePicture()
    return try history.snapshot(at: history.current.number)
  }

  /// Tells `History.progress` how much of the edit is done; without this, only how many tiles it has added.
  public mutating func report(_ done: Int, of all: Int) {
    reportsShare = true
    history.progress?(done, all)
  }

  /// Changes the tile at `index`: `change` gets the tile and its part on the canvas.
  ///
  /// Each tile at most once in an edit.
  ///
  /// - Throws: `.disk`, `.index` or `.damaged` if tiles cannot be read or written.
  public mutating func edit(_ index: TileIndex, _ change: (inout Tile, PixelBox) -> Void) throws(HistoryError) {
    if let mask, try isIrrelevant(mask.tile(at: index)) { return }
    try edit(index, from: history.tile(at: index), change)
  }

  /// Changes the tile at `index`, where the canvas shows `old`.
  ///
  /// - Throws: the errors of the other `edit`.
  public mutating func edit(
    _ index: TileIndex, from old: Tile, _ change: (inout Tile, PixelBox) -> Void
  ) throws(HistoryError) {
    if let mask, try isIrrelevant(mask.tile(at: index)) { return }
    var new = old
    change(&new, index.inside(size))
    try put(new, at: index, insteadOf: old)
  }

  /// Changes the tile at `index`, and in the same way what the eraser brings back there.
  ///
  /// - Parameter base: what the eraser brings back before the edit; nil if that stays as it is.
  /// - Throws: the errors of the other `edit`.
  mutating func edit(
    _ index: TileIndex, alsoIn base: Snapshot?, _ change: (inout Tile, PixelBox) -> Void
  ) throws(HistoryError) {
    // Where nothing is selected, the base need not be read either.
    if let mask, try isIrrelevant(mask.tile(at: index)) { return }
    // Before the canvas changes: its picture may be that of the base.
    let old = try base?.tile(at: index)
    try edit(index, change)
    guard let old else { return }
    var new = old
    change(&new, index.inside(size))
    try putBase(new, at: index, insteadOf: old)
  }

  /// Replaces `old`, the tile that the eraser brings back at `index`, as far as the selection allows; each tile at most
  /// once.
  ///
  /// - Throws: the errors of `edit`.
  mutating func putBase(_ tile: Tile, at index: TileIndex, insteadOf old: Tile) throws(HistoryError) {
    let part = try mask?.tile(at: index)
    let limited = part.map { tile.limited(by: $0, from: old) } ?? tile
    if let change = TileChange(from: old, to: limited, at: index, canvas: size) {
      try begin()
      try history.add(change.new, at: index, in: .base)
    } else if let part {
      noteExclusion(of: tile, by: part, at: index, insteadOf: old)
    }
  }

  /// Whether nothing of a tile is selected, and it is known already whether the edit is excluded completely.
  private func isIrrelevant(_ mask: Tile) -> Bool {
    guard case .color(.transparent) = mask else { return false }
    return hasBegun || exclusion.map { $0 >= .notSelected } ?? false
  }

  /// Does nothing: looking up the tile twice would cost more than waiting for its memory.
  func prefetch(_ index: TileIndex, _ hint: PrefetchHint) {}

  /// Replaces `old`, the tile that the canvas shows at `index`; each tile at most once.
  ///
  /// - Throws: the errors of `edit`.
  public mutating func put(_ tile: Tile, at index: TileIndex, insteadOf old: Tile) throws(HistoryError) {
    guard let mask else {
      if let change = TileChange(from: old, to: tile, at: index, canvas: size) { try put(change) }
      return
    }
    let part = try mask.tile(at: index)
    let limited = tile.limited(by: part, from: old)
    if let change = TileChange(from: old, to: limited, at: index, canvas: size) {
      try put(change)
    } else {
      noteExclusion(of: tile, by: part, at: index, insteadOf: old)
    }
  }

  /// Notes that the selection excludes a change, if it is one and no pixel has changed so far.
  mutating func noteExclusion(of tile: Tile, by mask: Tile, at index: TileIndex, insteadOf old: Tile) {
    if hasBegun || exclusion == .tooFaint || isIrrelevant(mask) { return }
    let inside = index.inside(size)
    if TileDifference(from: old, to: tile, inside: inside).isEmpty { return }
    let faint = tile.limited(by: mask.selectingAny, from: old)
    let isFaint = !TileDifference(from: old, to: faint, inside: inside).isEmpty
    noteExclusion(isFaint ? .tooFaint : .notSelected)
  }

  /// Notes why the selection may exclude what the edit would change.
  mutating func noteExclusion(_ reason: SelectionExclusion) {
    if !hasBegun { exclusion = max(exclusion ?? reason, reason) }
  }

  /// Makes a change that no selection limits, or limited already; each tile at most once.
  ///
  /// - Throws: the errors of `edit`.
  mutating func put(_ change: TileChange) throws(HistoryError) {
    let index = change.index
    try begin()
    try history.add(change.new, at: index)
    added += 1
    if !document.keepsPast { replaced.append(index) }
    if !reportsShare { history.progress?(added, 0) }
    if let hashes = change.hashes {
      fingerprint.replace(tile: index, old: hashes.old, new: hashes.new)
    } else if case (let before?, .color(let after)) = (change.oldColor, change.new), index.inside(size) == .tile {
      fingerprint.replace(tile: index, old: colorHashes.hash(of: before), new: colorHashes.hash(of: after))
    } else if let before = change.oldColor {
      fingerprint.replace(tile: index, old: .color(before), new: change.new, canvas: size)
    }
    let difference = change.difference
    pixels += difference.count
    bounds = bounds.union(difference.bounds.moved(byX: index.x * Tile.edge, y: index.y * Tile.edge))
  }

  /// Tells that the edit does not read rows of pixels above `y` again, so that a document without a past can free the
  /// tiles that were replaced there; `.max` after the last row.
  mutating func finishReading(above y: Int) {
    guard !replaced.isEmpty else { return }
    let isDone = replaced.partition { ($0.y + 1) * Tile.edge <= y }
    let released = Array(replaced[isDone...])
    guard y == .max || released.count * Tile.byteCount >= Self.leastRelease else { return }
    replaced.removeSubrange(isDone...)
    history.release(released)
  }

  /// Makes the edit a step even if no pixel differs.
  ///
  /// - Throws: the errors of `edit`.
  mutating func require() throws(HistoryError) { try begin() }

  /// Begins the revision, with the first tile that differs.
  ///
  /// - Parameter canvas: the new canvas; nil if it stays.
  private mutating func begin(on canvas: BlankCanvas? = nil) throws(HistoryError) {
    if hasBegun { return }
    // What replaces the canvas needs no picture before it.
    if canvas == nil { try document.resizeAhead?.requirePicture() }
    (hasBegun, exclusion) = (true, nil)
    try history.beginRevision(
      name: label.name, author: label.author, command: label.command, typed: label.typed, canvas: canvas,
      time: label.time)
  }

  /// Makes the step one with all tiles that another step wrote, which are not written again.
  ///
  /// - Parameter effect: the pixels that it changes, and the picture's fingerprint then.
  /// - Throws: the errors of `edit`.
  mutating func take(
    _ step: Revision, changing effect: (pixels: Int, bounds: PixelBox, fingerprint: Fingerprint)
  ) throws(HistoryError) {
    precondition(!hasBegun, "a step takes over all tiles of another one, and no others")
    let (number, replacesCanvas) = (history.state.nextRevision, step.base == step.number)
    try begin(on: replacesCanvas ? BlankCanvas(size: step.size, background: step.background) : nil)
    (pixels, bounds, fingerprint) = effect
    if try history.addTiles(of: step) {
      selection = try document.selection(of: history.snapshot(at: step.number))
      selection?.revision = number
    } else if replacesCanvas {
      selection = nil
    }
  }

  /// The mask of the selection before the edit; nil if there is none.
  ///
  /// - Throws: the errors of `edit`.
  func selectionMask() throws(HistoryError) -> SelectionMask? {
    mask == nil ? nil : try document.selectionMask(of: picture())
  }

  /// Makes a mask the selection, or removes the selection for nil; no pixel changes.
  ///
  /// A selection that is there already makes no revision.
  ///
  /// - Throws: the errors of `edit`.
  mutating func select(_ mask: SelectionMask?) throws(HistoryError) {
    let summary = mask?.summary
    if summary == selection?.summary { return }
    try begin()
    selection = try history.add(mask, summary)
  }

  /// Replaces the whole canvas: nothing before it shows through, and the eraser restores this picture.
  ///
  /// If the size does not change, the receipt counts the pixels that differ; otherwise all pixels of the new canvas.
  ///
  /// - Parameters:
  ///   - canvas: the new size and background; tiles that only show the background are not written.
  ///   - area: the part of the new canvas that may differ from its background; nil for all of it.
  ///   - draw: writes the new picture's pixels in a box of some rows of tiles that overlap the area; called from top to
  ///     bottom, and again from the top if the first rows do not change.
  /// - Throws: the errors of `draw` and of `edit`.
  mutating func redrawCanvas(
    _ canvas: BlankCanvas, drawing area: PixelBox? = nil, _ draw: @escaping (PixelTarget) throws(HistoryError) -> Void
  ) throws(HistoryError) {
    try redrawCanvas(
      CanvasDrawing(canvas: canvas, area: area, sourceBox: { $0 }, draw: draw), base: nil,
      changingBackground: canvas.background != history.current.background)
  }

  /// Moves the pixels of the whole canvas: nothing before it shows through.
  ///
  /// - Parameter movingBase: whether the eraser then brings back what it brought back before, moved the same way;
  ///   otherwise the new picture. If nothing was drawn on it, this is the same, and nothing is drawn or stored twice.
  /// - Throws: the errors of `edit`.
  mutating func redraw(_ edit: any GeometryEdit, movingBase: Bool) throws(HistoryError) {
    if let resize = edit as? ResizeEdit, let ahead = document.resizeAhead,
      let pixels = ahead.pixels(of: resize, from: history.current)
    {
      // Nothing was drawn on it yet.
      return try redrawCanvas(BlankCanvas(size: resize.newSize, background: history.current.background)) {
        (target) throws(HistoryError) in target.copy(pixels)
      }
    }
    let picture = try picture()
    guard let drawing = edit.drawing(of: picture) else { return }
    // The new picture gets a new fingerprint, so nothing would show later that a row of the index is lost.
    try document.verifyPixels(of: picture)
    // Without its past the document has no eraser, and the beginning may be freed.
    let movesBase = movingBase && document.keepsPast
    let tiles = movesBase ? try history.erasableTiles(of: history.current) : []
    let base = tiles.isEmpty ? nil : edit.drawing(of: try history.basePicture(), memory: 16 << 20)
    try redrawCanvas(
      drawing, base: base.map { MovedBase($0, differingIn: tiles) }, selecting: selectionMask().map { edit.moved($0) })
  }

  /// Replaces the whole canvas by another picture, what the eraser then brings back, and what is selected.
  ///
  /// - Parameters:
  ///   - base: what the eraser brings back where it differs from the picture; nil for the picture.
  ///   - tiles: the tiles in which they differ.
  /// - Throws: the errors of `edit`.
  mutating func replace(
    with picture: Snapshot, erasingTo base: Snapshot?, differingIn tiles: [TileIndex], selecting mask: SelectionMask?
  ) throws(HistoryError) {
    func drawing(_ picture: Snapshot) -> CanvasDrawing {
      CanvasDrawing(
        canvas: BlankCanvas(size: picture.size, background: picture.background), sourceBox: { $0 },
        draw: { (target) throws(HistoryError) in try picture.read(into: target) })
    }
    try redrawCanvas(
      drawing(picture), base: base.map { MovedBase(drawing($0), differingIn: tiles) }, selecting: mask,
      changingBackground: true)
  }

  /// Draws a new canvas.
  ///
  /// - Parameters:
  ///   - base: what the eraser then brings back; nil for the new picture.
  ///   - mask: the selection on the new canvas; nil if there is none. A base hides the old one.
  ///   - changesBackground: whether another colour of new parts of the canvas is a change, too.
  private mutating func redrawCanvas(
    _ drawing: CanvasDrawing, base: MovedBase?, selecting mask: SelectionMask? = nil,
    changingBackground changesBackground: Bool = false
  ) throws(HistoryError) {
    precondition(!hasBegun, "a canvas is redrawn as a whole")
    let (before, canvas) = (try history.snapshot(at: history.current.number), drawing.canvas)
    let area = (drawing.area ?? canvas.size.box).intersection(canvas.size.box)
    var redraw = CanvasRedraw(before, canvas, area: area)
    let bands = redraw.bands(of: drawing.bandBytes)
    // An edit without changes makes no revision; the first band that differs decides.
    let summary = mask?.summary
    if canvas.size == before.size, summary == selection?.summary, try !redraw.differs(in: bands, drawing.draw) {
      // What the eraser brings back may change. Without its past the document has no eraser, and the beginning may be
      // freed.
      if !changesBackground {
        guard document.keepsPast else { return }
        let old = CanvasRedraw(try history.basePicture(), canvas, area: area)
        guard try old.differs(in: bands, base?.drawing.draw ?? drawing.draw) else { return }
      }
    }
    try begin(on: canvas)
    for (place, band) in bands.enumerated() {
      try redraw.add(band, to: history, drawing.draw, base: base)
      report(place + 1, of: bands.count)
    }
    (pixels, bounds, fingerprint) = (redraw.count, redraw.bounds, redraw.fingerprint)
    selection = mask == nil ? nil : try history.add(mask, summary)
  }

  /// Ends the edit; nil if no pixel changed.
  mutating func finish() throws(HistoryError) -> Revision? {
    if !hasBegun, document.keepsUnchanged { try begin() }
    guard hasBegun else { return nil }
    // All is done, and only takes effect: an interruption can no longer say that nothing was changed.
    history.progress?(1, 1)
    return try history.endRevision(pixels: pixels, bounds: bounds, fingerprint: fingerprint)
  }
}

/// A cache of the hashes of one-colour tiles: an edit of many tiles has few colours, and each hash takes as long as
/// that of a tile with pixels.
private struct ColorHashes {
  private var known: [(color: Pixel, hash: BlockHash)] = []

  mutating func hash(of color: Pixel) -> BlockHash {
    for entry in known where entry.color == color { return entry.hash }
    let hash = BlockHash(of: .color(color), width: Tile.edge, height: Tile.edge)
    if known.count == 4 { known.removeFirst() }
    known.append((color, hash))
    return hash
  }
}
