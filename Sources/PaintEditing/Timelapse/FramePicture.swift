import PaintFilters
import PaintHistory
import PaintRaster

/// The picture of a revision in the top left corner of a canvas that is at least as large; the rest is transparent.
struct FramePicture {
  private let snapshot: Snapshot
  /// The size of that canvas.
  let canvas: CanvasSize

  init(_ snapshot: Snapshot, canvas: CanvasSize) {
    self.snapshot = snapshot
    self.canvas = canvas
  }

  /// The picture on the smallest canvas that also contains a box, which is part of some canvas.
  init(_ snapshot: Snapshot, holding box: PixelBox) {
    let size = CanvasSize(width: max(snapshot.size.width, box.maxX), height: max(snapshot.size.height, box.maxY))
    // Both sides are valid canvas sides.
    self.init(snapshot, canvas: size ?? snapshot.size)
  }

  /// Passes the pixels of a box on the canvas as rows, in bands of at most a row of tiles, from top to bottom.
  func forEachBand(
    in box: PixelBox, _ body: (Span<UInt32>, Int) throws -> Void
  ) throws {
    if snapshot.size == canvas { return try snapshot.forEachBand(in: box, body) }
    var y = box.y
    while y < box.maxY {
      let end = min((y / Tile.edge + 1) * Tile.edge, box.maxY)
      // New memory is transparent.
      let block = PixelBlock(PixelBox(x: box.x, y: y, width: box.width, height: end - y))
      try snapshot.read(into: block.target)
      try block.withPixels { pixels in try body(pixels, end - y) }
      y = end
    }
  }
}
