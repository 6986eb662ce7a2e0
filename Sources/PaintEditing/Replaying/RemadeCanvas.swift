import PaintHistory
import PaintRaster
import SystemPackage

/// The canvas at the end of a line that was made again in a rehearsal, kept when its revisions are taken back.
///
/// Its pixels are in a history in memory, which moves them to a private folder if they are many.
public struct RemadeCanvas {
  /// The tiles in which it differs from the canvas before the rehearsal; nil if it replaces that as a whole.
  fileprivate var difference: LineDifference?
  /// The tiles that differ, or all of the picture.
  fileprivate let picture: Snapshot
  /// The tiles that differ in what the eraser brings back.
  fileprivate let base: Snapshot?
  fileprivate let baseTiles: [TileIndex]
  fileprivate let mask: SelectionMask?

  /// Copies the canvas of a revision.
  ///
  /// - Parameters:
  ///   - document: the document, in a rehearsal.
  ///   - revision: the revision with the canvas at the end of the line.
  ///   - difference: where it differs from the canvas before the rehearsal; nil for everywhere.
  ///   - options: those of the document.
  /// - Throws: `.disk`, `.index` or `.damaged` if tiles cannot be read or kept.
  public init(
    _ document: Document, at revision: Int, differing difference: LineDifference?, options: History.Options
  ) throws(HistoryError) {
    let history = document.history
    let source = try history.snapshot(at: revision)
    self.difference = difference
    let blank = BlankCanvas(size: source.size, background: source.revision.background)
    mask = try document.selectionMask(of: source)
    let all = difference == nil
    baseTiles =
      all ? try history.erasableTiles(of: source.revision) : difference?.base.sorted { $0.key < $1.key } ?? []
    picture = try Self.copy(
      blank, options, of: source, difference.map { $0.picture.sorted { $0.key < $1.key } })
    base =
      baseTiles.isEmpty
      ? nil : try Self.copy(blank, options, of: history.basePicture(of: source.revision), all ? nil : baseTiles)
  }

  private static func copy(
    _ canvas: BlankCanvas, _ options: History.Options, of source: Snapshot, _ tiles: [TileIndex]?
  ) throws(HistoryError) -> Snapshot {
    let builder = try MemoryHistoryBuilder(
      DocumentBuilder.Start(size: canvas.size, background: canvas.background, name: "", command: ""),
      named: "the steps that are made again", options: options)
    if let tiles {
      for index in tiles { try builder.add(source.uncachedTile(at: index), at: index) }
    } else {
      for row in 0..<canvas.size.tileRows {
        do throws(SnapshotError<HistoryError>) {
          try source.forEachTile(row: row, columns: 0..<canvas.size.tileColumns) { (index, tile) throws(HistoryError) in
            if case .color(let color) = tile, color == canvas.background { return }
            try builder.add(tile, at: index)
          }
        } catch {
          throw HistoryError(error)
        }
      }
    }
    return try builder.finish().snapshot(at: 0)
  }
}

extension RemadeCanvas: Edit {
  /// The selection does not limit it.
  public var ignoresSelection: Bool { true }

  /// Makes the canvas the current one, as one step; it is a step even if no pixel differs.
  ///
  /// - Throws: the errors of `EditContext.edit`.
  /// - Complexity: O(tiles that differ), or O(tiles of the canvas).
  public func apply(to canvas: inout EditContext) throws(HistoryError) {
    guard let difference else {
      return try canvas.replace(with: picture, erasingTo: base, differingIn: baseTiles, selecting: mask)
    }
    try canvas.require()
    try canvas.put(difference.picture.sorted { $0.key < $1.key }, of: picture)
    if let base { try canvas.putBase(baseTiles, of: base) }
    if difference.selectsOtherwise { try canvas.select(mask) }
  }
}

extension Document {
  /// Runs a rehearsal, in which `body` makes revisions that are taken back at its end.
  ///
  /// - Throws: the errors of `body`; those of `History.beginRehearsal` and `History.endRehearsal`.
  public func rehearse<R>(_ body: () throws -> R) throws -> R {
    try history.beginRehearsal()
    let result = Result { try body() }
    try takeBackRehearsal()
    return try result.get()
  }

  /// Takes back everything since the last rehearsal began.
  ///
  /// - Throws: those of `History.endRehearsal`.
  public func takeBackRehearsal() throws(HistoryError) {
    // Numbers of revisions are used again.
    defer {
      knownSelection = nil
      drawnPictures = DrawnPictures()
    }
    try history.endRehearsal()
  }
}
