import PaintPNG
import PaintRaster

/// A canvas in memory without a history, to measure the cost of drawing alone.
///
/// The same strokes give the same pixels as in a document of this size.
public final class MemoryCanvas {
  /// Its size in pixels.
  public let size: CanvasSize
  /// The initial colour, which the eraser restores.
  public let background: Pixel
  private var grid: TileGrid
  private let scanner = ReusableScanner()

  /// Creates a blank canvas; its one-colour tiles only need memory when they are drawn on.
  public init(size: CanvasSize, background: Pixel) {
    self.size = size
    self.background = background
    grid = TileGrid(size: size, color: background)
  }

  /// Draws a stroke.
  ///
  /// - Precondition: The eraser's target is not a revision, and the stroke does not retouch.
  /// - Complexity: O(tiles that the stroke covers).
  public func draw(_ stroke: StrokeEdit) {
    precondition(stroke.retouching == nil, "a canvas without a history has no picture before a stroke")
    let drawing = StrokeDrawing(stroke, canvas: size, scanner: scanner)
    switch stroke.erasing {
    case nil: drawing.draw(with: &grid)
    case .base:
      let base = Tile.color(background)
      drawing.erase(with: &grid) { _ in base }
    case .nothing: drawing.erase(with: &grid) { _ in .color(.transparent) }
    case .revision: preconditionFailure("a canvas without a history has no revisions")
    }
  }

  /// The fingerprint of its size and pixels, as in a document.
  ///
  /// - Complexity: O(pixels).
  public var fingerprint: Fingerprint {
    var fingerprint = Fingerprint(size: size)
    for y in 0..<size.tileRows {
      for x in 0..<size.tileColumns {
        let index = TileIndex(x: x, y: y)
        fingerprint.add(grid[index], at: index, canvas: size)
      }
    }
    return fingerprint
  }

  /// Writes it as a PNG to an open file, in bands of tiles.
  ///
  /// - Throws: `.io` if the file cannot be written or there is not enough memory.
  public func export(to descriptor: CInt) throws(PNGError) {
    let writer = try PNGWriter(fileDescriptor: descriptor, size: size)
    var band = PixelBand(box: size.box)
    for y in 0..<size.tileRows {
      for x in 0..<size.tileColumns {
        let index = TileIndex(x: x, y: y)
        band.copy(grid[index], at: index)
      }
      try band.withRows(ofTileRow: y) { (pixels, rows) throws(PNGError) in
        try writer.writeRows(pixels, rows: rows)
      }
    }
    try writer.finish()
  }
}
