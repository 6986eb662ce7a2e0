import PaintFilters
import PaintHistory
import PaintRaster
import Synchronization

/// A resize that is made while the picture is still being read, one row of tiles after the other, on a thread of its own.
///
/// Only a resize to at most half the pixels, which need little memory, and only with a second processor.
final class ResizeAhead {
  private let edit: ResizeEdit
  private let columns: Int
  private let queue: BackgroundQueue<[Tile]>
  private let result: PixelBlock
  /// The tiles of a row that is not complete.
  private var row: [Tile] = []
  /// The number of rows of tiles that may wait for the thread.
  private static let queueLimit = 4

  /// Begins a resize of a picture of this size; nil if it would gain nothing.
  init?(_ edit: ResizeEdit, of size: CanvasSize) {
    let (old, new) = (size.box, edit.newSize.box)
    guard Workers.all.count > 1, 2 * new.width * new.height <= old.width * old.height else { return nil }
    self.edit = edit
    columns = size.tileColumns
    let result = PixelBlock(unwritten: new)
    self.result = result
    let rows = Mutex(ArrivingRows(Resampling(from: size, part: edit.part, to: edit.newSize, method: edit.method)))
    queue = BackgroundQueue(limit: Self.queueLimit) { tiles in
      rows.withLock { $0.take(tiles, writing: result.target) }
    }
  }

  deinit { queue.end() }

  /// Adds the next tile: all of the picture, row by row.
  func add(_ tile: Tile, at index: TileIndex) {
    row.append(tile)
    guard row.count == columns else { return }
    queue.post(row)
    row.removeAll(keepingCapacity: true)
  }

  /// The pixels after the edit; nil if it is another one, or not the first after the picture that was added.
  func pixels(of edit: ResizeEdit, from revision: Revision) -> PixelSource? {
    guard edit == self.edit, revision.number == 0 else { return nil }
    queue.drain()
    return result.source
  }
}

/// The resampling of rows of tiles, from top to bottom.
private struct ArrivingRows: ~Copyable {
  private let rows: ResampledRows
  private let size: CanvasSize
  private let memory: PixelBlock
  private var next = 0

  init(_ resampling: Resampling) {
    size = resampling.oldSize
    rows = ResampledRows(resampling, columns: 0..<resampling.newSize.width, with: .one)
    memory = PixelBlock(unwritten: PixelBox(x: 0, y: 0, width: size.width, height: Tile.edge))
  }

  /// Takes the next row of tiles.
  mutating func take(_ tiles: [Tile], writing target: PixelTarget) {
    let box = PixelBox(x: 0, y: next * Tile.edge, width: size.width, height: Tile.edge).intersection(size.box)
    let band = memory.target.moved(to: 0, box.y)
    for (x, tile) in tiles.enumerated() { band.copy(tile, at: TileIndex(x: x, y: next), in: box) }
    rows.take(memory.source.moved(to: 0, box.y).part(box), writing: target)
    next += 1
  }
}
