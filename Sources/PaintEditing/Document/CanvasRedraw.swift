import PaintFilters
import PaintHistory
import PaintRaster

/// Converts the new picture of a canvas from rows of pixels to tiles.
struct CanvasRedraw {
  private let before: Snapshot
  private let canvas: BlankCanvas
  /// The columns of tiles that are drawn.
  private let columns: Range<Int>
  private let rows: Range<Int>
  private let isCompared: Bool
  private(set) var fingerprint: Fingerprint
  /// The number of pixels that differ from the previous picture.
  private(set) var count = 0
  /// The bounding box of these pixels.
  private(set) var bounds = PixelBox.empty

  init(_ before: Snapshot, _ canvas: BlankCanvas, area: PixelBox) {
    self.before = before
    self.canvas = canvas
    columns = area.isEmpty ? 0..<0 : area.x / Tile.edge..<(area.maxX - 1) / Tile.edge + 1
    rows = area.isEmpty ? 0..<0 : area.y / Tile.edge..<(area.maxY - 1) / Tile.edge + 1
    isCompared = before.size == canvas.size
    fingerprint = Fingerprint(blank: canvas.size, color: canvas.background)
    if !isCompared {
      count = canvas.size.width * canvas.size.height
      bounds = canvas.size.box
    }
  }

  /// Rows of tiles that are drawn together: some MiB of pixels, so that the cost of threads and of a band's
  /// surroundings is spread over many rows.
  func bands(of bytes: Int) -> [Range<Int>] {
    let rowBytes = max(columns.count, 1) * Tile.byteCount
    let height = max(1, min(16, bytes / rowBytes))
    return stride(from: 0, to: canvas.size.tileRows, by: height).map {
      $0..<min($0 + height, canvas.size.tileRows)
    }
  }

  /// Draws the tiles of a band; nil if there are none.
  private func pixels(
    of band: Range<Int>, _ draw: (PixelTarget) throws(HistoryError) -> Void
  ) throws(HistoryError) -> PixelBlock? {
    let part = band.clamped(to: rows)
    guard !part.isEmpty else { return nil }
    let (x, y) = (columns.lowerBound * Tile.edge, part.lowerBound * Tile.edge)
    let block = PixelBlock(
      unwritten: PixelBox(
        x: x, y: y, width: min(columns.upperBound * Tile.edge, canvas.size.width) - x,
        height: min(part.upperBound * Tile.edge, canvas.size.height) - y))
    try draw(block.target)
    return block
  }

  private func tile(at index: TileIndex, in pixels: PixelBlock?) -> Tile {
    guard let pixels, columns.contains(index.x), rows.contains(index.y) else { return .color(canvas.background) }
    return pixels.source.tile(at: index)
  }

  /// Whether a pixel of any band differs from the previous picture.
  func differs(
    in bands: [Range<Int>], _ draw: (PixelTarget) throws(HistoryError) -> Void
  ) throws(HistoryError) -> Bool {
    for band in bands where try differs(in: band, draw) { return true }
    return false
  }

  /// Whether a pixel of a band differs from the previous picture.
  private func differs(
    in band: Range<Int>, _ draw: (PixelTarget) throws(HistoryError) -> Void
  ) throws(HistoryError) -> Bool {
    let pixels = try pixels(of: band, draw)
    var isDifferent = false
    try forEachOldTile(of: band) { (index, old) throws(HistoryError) in
      isDifferent = isDifferent || !difference(from: old, to: tile(at: index, in: pixels), at: index).isEmpty
    }
    return isDifferent
  }

  /// Adds the tiles of a band.
  ///
  /// - Parameter base: what the eraser then brings back; its tiles are added where they differ from the picture's.
  mutating func add(
    _ band: Range<Int>, to history: History, _ draw: (PixelTarget) throws(HistoryError) -> Void, base: MovedBase?
  ) throws(HistoryError) {
    let block = try pixels(of: band, draw)
    if isCompared {
      var (count, bounds) = (count, bounds)
      try forEachOldTile(of: band) { (index, old) throws(HistoryError) in
        let difference = difference(from: old, to: tile(at: index, in: block), at: index)
        guard !difference.isEmpty else { return }
        count += difference.count
        bounds = bounds.union(difference.bounds.moved(byX: index.box.x, y: index.box.y))
      }
      (self.count, self.bounds) = (count, bounds)
    }
    guard let block else { return }
    let pixels = block.source
    let blank = Tile.color(canvas.background)
    let changes = TileChange.changes(rows: band.clamped(to: rows), columns: columns, on: canvas.size, with: .all) {
      (blank, pixels.tile(at: $0))
    }
    for change in changes {
      if let hashes = change.hashes {
        fingerprint.replace(tile: change.index, old: hashes.old, new: hashes.new)
      } else {
        fingerprint.replace(tile: change.index, old: blank, new: change.new, canvas: canvas.size)
      }
      try history.add(change.new, at: change.index)
    }
    if let base, base.mayDiffer(in: block.box) { try add(base, where: block, in: band, to: history) }
  }

  /// Adds the tiles of a band of the base that differ from the picture's.
  private func add(
    _ base: MovedBase, where picture: PixelBlock, in band: Range<Int>, to history: History
  ) throws(HistoryError) {
    guard let moved = try pixels(of: band, base.drawing.draw)?.source else { return }
    let picture = picture.source
    let changes = TileChange.changes(rows: band.clamped(to: rows), columns: columns, on: canvas.size, with: .all) {
      (picture.tile(at: $0), moved.tile(at: $0))
    }
    for change in changes { try history.add(change.new, at: change.index, in: .base) }
  }

  private func difference(from old: Tile, to new: Tile, at index: TileIndex) -> TileDifference {
    TileDifference(from: old, to: new, inside: index.inside(canvas.size))
  }

  private func forEachOldTile(
    of band: Range<Int>, _ body: (TileIndex, Tile) throws(HistoryError) -> Void
  ) throws(HistoryError) {
    for row in band {
      do throws(SnapshotError<HistoryError>) {
        try before.forEachTile(row: row, columns: 0..<before.size.tileColumns, body)
      } catch {
        throw HistoryError(error)
      }
    }
  }
}
