import PaintRaster

// Unsafe: writes rows of floats into memory that the caller owns.

/// Reads rows of a canvas as floats; beyond its border the pixels at the edge repeat.
struct EdgeReader: Sendable {
  let source: PixelSource
  let canvas: CanvasSize

  /// Writes columns `columns` of row `y`, both of which can be outside the canvas.
  @inline(__always)
  func read(row y: Int, columns: Range<Int>, into pixels: UnsafeMutablePointer<FloatPixel>) {
    let line = unsafe source.row(min(max(y, 0), canvas.height - 1), from: source.box.x) - source.box.x
    let inside = max(columns.lowerBound, 0)..<max(min(columns.upperBound, canvas.width), max(columns.lowerBound, 0))
    for x in inside { unsafe pixels[x - columns.lowerBound] = unsafe FloatPixel(premultiplying: line[x]) }
    if columns.lowerBound < 0 {
      let edge = unsafe FloatPixel(premultiplying: line[0])
      for x in columns.lowerBound..<min(0, columns.upperBound) { unsafe pixels[x - columns.lowerBound] = edge }
    }
    if columns.upperBound > canvas.width {
      let edge = unsafe FloatPixel(premultiplying: line[canvas.width - 1])
      for x in max(columns.lowerBound, canvas.width)..<columns.upperBound {
        unsafe pixels[x - columns.lowerBound] = edge
      }
    }
  }

  /// The box on the canvas that supplies the pixels of `box`, which can be anywhere.
  static func clamped(_ box: PixelBox, on canvas: CanvasSize) -> PixelBox { box.clamped(to: canvas.box) }
}
