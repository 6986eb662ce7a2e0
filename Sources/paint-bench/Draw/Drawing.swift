import Glibc
import PaintEditing
import PaintRaster

/// Draws strokes on a canvas in memory and measures the time.
enum Drawing {
  /// A transparent canvas; each of its tiles is one colour, as in a new document.
  static func blank(_ size: CanvasSize) -> MemoryCanvas { MemoryCanvas(size: size, background: .transparent) }

  /// The seconds that the strokes take.
  static func seconds(of strokes: [StrokeEdit], on canvas: MemoryCanvas) -> Double {
    let start = now()
    for stroke in strokes { canvas.draw(stroke) }
    return now() - start
  }

  /// The time of a monotonic clock, in seconds.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Allocates and frees memory for the pixels of a canvas, so that the process keeps it for later allocations.
  ///
  /// Drawing allocates each tile that it changes. If that memory came from the system, the clock would measure how the
  /// system clears pages.
  ///
  /// - Returns: an object that keeps the memory in the process as long as it lives.
  static func reserve(_ size: CanvasSize) -> AnyObject {
    // A canvas of 65,536 pixels a side needs more memory than a machine has; drawing on it allocates from the system.
    let count = min(size.tileColumns * size.tileRows, largestReserve)
    var tiles = (0..<count).map { _ in TilePixels(filledWith: .transparent) }
    // The C library returns free memory at the end of the heap to the system; the last tile is there, and is kept.
    return Reserve(last: tiles.removeLast())
  }

  /// The number of tiles in 256 MiB.
  private static let largestReserve = 65_536

  private final class Reserve {
    let last: TilePixels
    init(last: TilePixels) { self.last = last }
  }
}
