import PaintFilters
import PaintRaster

/// A change of a picture that moves pixels and changes none: quarter turns and mirrorings.
public enum CanvasTurn: Sendable, Hashable, CaseIterable {
  /// Left and right change places.
  case mirrorHorizontally
  /// Top and bottom change places.
  case mirrorVertically
  /// A quarter clockwise.
  case quarter
  /// Half a turn.
  case half
  /// A quarter counterclockwise.
  case threeQuarters

  /// True where width and height change places.
  var swapsSides: Bool { self == .quarter || self == .threeQuarters }

  /// The size of a picture after it.
  public func size(of size: CanvasSize) -> CanvasSize {
    // Both sides are a canvas'.
    swapsSides ? CanvasSize(width: size.height, height: size.width) ?? size : size
  }

  /// Where the pixels of a box of the turned picture come from.
  ///
  /// - Parameter size: the size before.
  func sourceBox(for box: PixelBox, of size: CanvasSize) -> PixelBox {
    let (width, height) = (size.width, size.height)
    switch self {
    case .mirrorHorizontally: return PixelBox(x: width - box.maxX, y: box.y, width: box.width, height: box.height)
    case .mirrorVertically: return PixelBox(x: box.x, y: height - box.maxY, width: box.width, height: box.height)
    case .half:
      return PixelBox(x: width - box.maxX, y: height - box.maxY, width: box.width, height: box.height)
    case .quarter: return PixelBox(x: box.y, y: height - box.maxX, width: box.height, height: box.width)
    case .threeQuarters: return PixelBox(x: width - box.maxY, y: box.x, width: box.height, height: box.width)
    }
  }

  /// Copies the pixels of `source`, which is the `sourceBox` of the target's, to where they belong.
  ///
  /// Sideways by squares of 32 pixels, so that rows of neither side leave the nearest cache.
  func copy(_ source: PixelSource, to target: PixelTarget) {
    let (width, height) = (target.box.width, target.box.height)
    switch self {
    case .mirrorVertically:
      for y in 0..<height {
        (target.base + y * target.stride).update(from: source.base + (height - 1 - y) * source.stride, count: width)
      }
    case .mirrorHorizontally, .half:
      for y in 0..<height {
        let from = source.base + ((self == .half ? height - 1 - y : y) * source.stride + width - 1)
        let to = target.base + y * target.stride
        for x in 0..<width { to[x] = from[-x] }
      }
    case .quarter, .threeQuarters:
      let isClockwise = self == .quarter
      // Along a row of the target one goes up or down a column of the source.
      let step = isClockwise ? -source.stride : source.stride
      for left in stride(from: 0, to: width, by: 32) {
        let right = min(left + 32, width)
        for y in 0..<height {
          let column = isClockwise ? y : height - 1 - y
          let first = isClockwise ? (width - 1) * source.stride : 0
          var from = source.base + (first + column + left * step)
          let to = target.base + y * target.stride
          for x in left..<right {
            to[x] = from.pointee
            // Behind the last pixel there may be no memory to point to.
            if x + 1 < right { from += step }
          }
        }
      }
    }
  }
}
