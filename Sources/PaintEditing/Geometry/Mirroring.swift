import PaintFilters
import PaintRaster

/// What changes places in a picture that is mirrored.
public enum Mirroring: String, Sendable, CaseIterable {
  /// Left and right.
  case horizontal
  /// Top and bottom.
  case vertical

  /// Where the pixels of a box of the mirrored picture come from.
  func sourceBox(for box: PixelBox, of size: CanvasSize) -> PixelBox {
    switch self {
    case .horizontal: PixelBox(x: size.width - box.maxX, y: box.y, width: box.width, height: box.height)
    case .vertical: PixelBox(x: box.x, y: size.height - box.maxY, width: box.width, height: box.height)
    }
  }

  /// Copies the pixels of `source`, which holds the `sourceBox` of the target's and no more, to where they belong.
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
