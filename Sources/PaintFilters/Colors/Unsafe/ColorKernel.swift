import PaintRaster

// Unsafe: rows of pixels are passed as pointers, inside boxes that are checked.

/// The fast form of a colour filter; equal to its definition for every colour.
public enum ColorKernel: Sendable {
  /// Each channel separately.
  case curves(ColorCurves)
  /// Sums over the channels.
  case sums(ColorSums)
  /// White or black.
  case threshold(LumaThreshold)

  /// Writes the pixels of a box, which is in the source and in the target.
  func apply(to source: PixelSource, writing target: PixelTarget, in box: PixelBox) {
    precondition(
      box.isEmpty || box.intersection(source.box) == box && box.intersection(target.box) == box,
      "pixels are made inside the boxes")
    for y in box.y..<max(box.y, box.maxY) {
      unsafe apply(to: source.row(y, from: box.x), writing: target.row(y, from: box.x), count: box.width)
    }
  }

  /// Writes `count` pixels.
  @inline(__always)
  func apply(to source: UnsafePointer<UInt32>, writing target: UnsafeMutablePointer<UInt32>, count: Int) {
    switch self {
    case .curves(let kernel): unsafe kernel.apply(to: source, writing: target, count: count)
    case .sums(let kernel): unsafe kernel.apply(to: source, writing: target, count: count)
    case .threshold(let kernel): unsafe kernel.apply(to: source, writing: target, count: count)
    }
  }
}
