import PaintFilters
import PaintRaster

/// The direction in which a picture is mirrored.
public enum Mirroring: String, Sendable, CaseIterable {
  /// Swaps left and right.
  case horizontal
  /// Swaps top and bottom.
  case vertical

  /// The source box for a box of the mirrored picture.
  func sourceBox(for box: PixelBox, of size: CanvasSize) -> PixelBox {
    switch self {
    case .horizontal: PixelBox(x: size.width - box.maxX, y: box.y, width: box.width, height: box.height)
    case .vertical: PixelBox(x: box.x, y: size.height - box.maxY, width: box.width, height: box.height)
    }
  }

  /// Copies the mirrored pixels of `source`, which has exactly the `sourceBox` of the target's box.
  func copy(_ source: PixelSource, to target: PixelTarget) {
    let (width, height) = (target.box.width, target.box.height)
    for y in 0..<height {
      let to = target.base + y * target.stride
      switch self {
      case .vertical: to.update(from: source.base + (height - 1 - y) * source.stride, count: width)
      case .horizontal:
        let last = source.base + (y * source.stride + width - 1)
        for x in 0..<width { to[x] = last[-x] }
      }
    }
  }
}
