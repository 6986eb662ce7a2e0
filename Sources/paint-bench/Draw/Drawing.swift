import Glibc
import PaintEditing
import PaintRaster

/// Strokes on a canvas in memory, and the time that they take.
enum Drawing {
  /// A transparent canvas; its tiles are one colour each, as those of a new document.
  static func blank(_ size: CanvasSize) -> MemoryCanvas { MemoryCanvas(size: size, background: .transparent) }

  /// The seconds that the strokes take.
  static func seconds(of strokes: [StrokeEdit], on canvas: MemoryCanvas) -> Double {
    let start = now()
    for stroke in strokes { canvas.draw(stroke) }
    return now() - start
  }

  /// The time on a clock that only goes forward, in seconds.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Takes memory for the pixels of a canvas and gives it back to the process, which keeps it.
  ///
  /// Drawing asks for the memory of each tile that it changes. Where that came from the system, the clock would measure
  /// how the system clears pages.
  ///
  /// - Returns: what keeps the memory in the process as long as it lives.
  static func reserve(_ size: CanvasSize) -> AnyObject {
    // A canvas of 65,536 pixels a side has more than any machine holds; what is drawn on it asks the system.
    let count = min(size.tileColumns * size.tileRows, largestReserve)
    var tiles = (0..<count).map { _ in TilePixels(filledWith: .transparent) }
    // The C library gives back what lies free at the heap's end; the tile that was made last lies there, and stays.
    return Reserve(last: tiles.removeLast())
  }

  /// Tiles in 256 MiB.
  private static let largestReserve = 65_536

  private final class Reserve {
    let last: TilePixels
    init(last: TilePixels) { self.last = last }
  }
}
