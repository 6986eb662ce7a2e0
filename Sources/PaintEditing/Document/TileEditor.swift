import PaintHistory
import PaintRaster

/// Collects the tiles that an edit changes: adds those that really differ, and determines the count and bounding box of
/// their pixels.
///
/// Box and count are derived from the changed pixels, never from geometry. The revision begins with the first tile that
/// differs, so an edit without changes leaves nothing. Memory is bounded: tiles are passed to the history immediately.
struct TileEditor: EditableTiles {
  let history: History
  let name: String
  let command: String
  private let canvas: CanvasSize
  private var fingerprint: Fingerprint
  private var pixels = 0
  private var bounds = PixelBox.empty
  private var colorHashes = ColorHashes()
  private static let wholeTile = PixelBox(x: 0, y: 0, width: Tile.edge, height: Tile.edge)
  /// Whether a pixel differs so far, so that the revision has begun.
  private(set) var hasBegun = false

  init(_ history: History, name: String, command: String) {
    self.history = history
    self.name = name
    self.command = command
    canvas = history.current.size
    fingerprint = history.current.fingerprint
  }

  /// Changes the tile at `index`: `change` gets the tile and its part on the canvas.
  mutating func edit(_ index: TileIndex, _ change: (inout Tile, PixelBox) -> Void) throws(HistoryError) {
    try edit(index, from: history.tile(at: index), change)
  }

  /// Changes the tile at `index`, where the canvas shows `old`.
  mutating func edit(
    _ index: TileIndex, from old: Tile, _ change: (inout Tile, PixelBox) -> Void
  ) throws(HistoryError) {
    let box = index.box(on: canvas)
    var new = old
    change(&new, PixelBox(x: 0, y: 0, width: box.width, height: box.height))
    try put(new, at: index, insteadOf: old)
  }

  /// Does nothing: looking up the tile twice would cost more than waiting for its memory.
  func prefetch(_ index: TileIndex, _ hint: PrefetchHint) {}

  /// Replaces `old`, the tile that the canvas shows at `index`; each tile at most once.
  mutating func put(_ tile: Tile, at index: TileIndex, insteadOf old: Tile) throws(HistoryError) {
    let box = index.box(on: canvas)
    let inside = PixelBox(x: 0, y: 0, width: box.width, height: box.height)
    var new = tile
    let difference = TileDifference(from: old, to: new, inside: inside)
    if difference.isEmpty { return }
    new = new.compacted(inside: inside)
    if !hasBegun {
      hasBegun = true
      try history.beginRevision(name: name, command: command)
    }
    try history.add(new, at: index)
    if case (.color(let before), .color(let after)) = (old, new), inside == Self.wholeTile {
      fingerprint.replace(tile: index, old: colorHashes.hash(of: before), new: colorHashes.hash(of: after))
    } else {
      fingerprint.replace(tile: index, old: old, new: new, canvas: canvas)
    }
    pixels += difference.count
    bounds = bounds.union(
      PixelBox(
        x: box.x + difference.bounds.x, y: box.y + difference.bounds.y, width: difference.bounds.width,
        height: difference.bounds.height))
  }

  /// Ends the edit; nil if no pixel changed.
  func finish() throws(HistoryError) -> Revision? {
    guard hasBegun else { return nil }
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
