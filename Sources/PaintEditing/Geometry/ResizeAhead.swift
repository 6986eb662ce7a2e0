import PaintFilters
import PaintHistory
import PaintRaster
import Synchronization

/// A resize that is made while the picture is still being read, band by band, on a thread of its own.
///
/// Only a resize to at most half the pixels, of which all that are made are in memory, so that they have a limit; and only
/// with a second processor.
final class ResizeAhead {
  private let edit: ResizeEdit
  /// Whether the picture itself is in the document, for another first edit.
  let keepsPicture: Bool
  private let width: Int
  private let queue: BackgroundQueue<PixelBlock>
  private let result: PixelBlock
  /// The number of bands that may wait for the thread.
  private static let queueLimit = 4

  /// The most bytes of the new picture.
  static let byteLimit = 32 << 20

  /// Begins a resize of a picture of this size; nil if it would gain nothing, or need too much memory.
  init?(_ edit: ResizeEdit, of size: CanvasSize, keepingPicture: Bool) {
    let (old, new) = (size.box, edit.newSize.box)
    let (pixels, oldPixels) = (new.width * new.height, old.width * old.height)
    guard Workers.all.count > 1, 2 * pixels <= oldPixels, 4 * pixels <= Self.byteLimit else { return nil }
    self.edit = edit
    keepsPicture = keepingPicture
    width = size.width
    let result = PixelBlock(unwritten: new)
    self.result = result
    let rows = Mutex(ArrivingRows(Resampling(from: size, part: edit.part, to: edit.newSize, method: edit.method)))
    queue = BackgroundQueue(limit: Self.queueLimit) { band in
      rows.withLock { $0.take(band.source, writing: result.target) }
    }
  }

  deinit { queue.end() }

  /// Throws if the picture is not in the document, for an edit that needs it.
  func requirePicture() throws(HistoryError) {
    if !keepsPicture { throw .damaged("the picture before its resize was not kept") }
  }

  /// Adds the next rows of the picture, from top to bottom; the first is row `y`.
  func add(_ band: Span<UInt32>, rows: Int, at y: Int) {
    let block = PixelBlock(unwritten: PixelBox(x: 0, y: y, width: width, height: rows))
    block.target.copy(band: band, width: width, y: y)
    queue.post(block)
  }

  /// The pixels after the edit; nil if it is another one, or not the first after the picture that was added.
  func pixels(of edit: ResizeEdit, from revision: Revision) -> PixelSource? {
    guard edit == self.edit, revision.number == 0 else { return nil }
    queue.drain()
    return result.source
  }
}

/// The resampling of bands, from top to bottom.
private struct ArrivingRows: ~Copyable {
  private let rows: ResampledRows

  init(_ resampling: Resampling) {
    rows = ResampledRows(resampling, columns: 0..<resampling.newSize.width, with: .one)
  }

  /// Takes the next band.
  mutating func take(_ band: PixelSource, writing target: PixelTarget) { rows.take(band, writing: target) }
}
