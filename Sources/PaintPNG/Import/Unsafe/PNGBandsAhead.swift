import CPNG
import PaintRaster

// Unsafe: the reader is passed to another thread as a C pointer, which the owner of this object keeps alive.

/// Inflates the next band of a picture on another thread, while the caller undoes the filters of the last one.
///
/// Only one thread may call it.
@safe final class PNGBandsAhead {
  /// The picture's pixels from which this is faster: below, starting a thread takes too large a part of the time.
  static let leastPixels = 1 << 18

  @safe private struct Reader: @unchecked Sendable {
    // Unchecked: a band is inflated and made in different fields of the reader, and the queue orders everything else.
    let pointer: OpaquePointer
  }

  private let reader: Reader
  private let queue: BackgroundQueue<Void>
  private var remaining: Int

  /// Starts to inflate the first band; nil where bands must be read one after the other: there is one processor, the
  /// picture is small, or reading it may wait for another program.
  ///
  /// - Parameter bandRows: rows in every band except the last.
  init?(_ pointer: OpaquePointer, size: CanvasSize, bandRows: Int, workers: Workers = .all) {
    guard size.width * size.height >= Self.leastPixels, size.height > bandRows, workers.count > 1,
      unsafe paint_png_reader_prepare_ahead(pointer, UInt32(bandRows))
    else { return nil }
    let reader = unsafe Reader(pointer: pointer)
    self.reader = reader
    remaining = (size.height + bandRows - 1) / bandRows
    queue = BackgroundQueue(limit: 1) { unsafe paint_png_reader_inflate_band(reader.pointer) }
    inflateNext()
  }

  deinit { queue.end() }

  /// Waits until the band ahead is inflated: only then may anything but `next()` be asked of the reader.
  func wait() { queue.drain() }

  private func inflateNext() {
    guard remaining > 0 else { return }
    remaining -= 1
    queue.post(())
  }

  /// The pixels of the next band, valid until the next call; nil after a failure, which the reader's status describes.
  ///
  /// - Precondition: There is another band.
  func next() -> UnsafePointer<UInt32>? {
    queue.drain()
    guard unsafe paint_png_reader_status(reader.pointer) == PAINT_PNG_OK else { return nil }
    inflateNext()
    return unsafe paint_png_reader_make_band(reader.pointer)
  }
}
