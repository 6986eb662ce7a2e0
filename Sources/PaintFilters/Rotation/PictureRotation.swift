import PaintRaster

/// Rotating a picture about its centre, computed box by box.
///
/// Quarter turns move pixels without changing them. Other angles are resampled with Keys's cubic (a = −1/2), colours
/// weighted by alpha; the area outside the picture is transparent, and the new picture is large enough for the rotated
/// one.
public struct PictureRotation: Sendable {
  /// The size of the old picture.
  public let oldSize: CanvasSize
  /// The size of the new picture.
  public let newSize: CanvasSize
  let turn: Turn

  enum Turn: Sendable {
    /// The number of quarter turns clockwise, 0…3.
    case quarters(Int)
    case angle(sine: Double, cosine: Double)
  }

  /// A rotation by `degrees`, positive clockwise; nil if the angle is not finite or a side would exceed 65,536 pixels.
  public init?(degrees: Double, of oldSize: CanvasSize) {
    guard degrees.isFinite else { return nil }
    self.oldSize = oldSize
    let turning = Rotation(degrees: degrees)
    let (sine, cosine) = (turning.sine, turning.cosine)
    let (width, height) = (Double(oldSize.width), Double(oldSize.height))
    if sine == 0 || cosine == 0 {
      turn = .quarters(cosine == 1 ? 0 : sine == 1 ? 1 : cosine == -1 ? 2 : 3)
    } else {
      turn = .angle(sine: sine, cosine: cosine)
    }
    // An excess of less than a thousandth of a pixel does not add another row or column.
    let newWidth = (abs(width * cosine) + abs(height * sine) - 0.001).rounded(.up)
    let newHeight = (abs(width * sine) + abs(height * cosine) - 0.001).rounded(.up)
    guard let size = CanvasSize(width: Int(newWidth), height: Int(newHeight)) else { return nil }
    newSize = size
  }

  /// True when the picture does not change.
  public var isIdentity: Bool {
    if case .quarters(0) = turn { return true }
    return false
  }

  /// The pixels of the old picture that the new one needs in `box`; empty when all pixels of the box are transparent.
  public func sourceBox(for box: PixelBox) -> PixelBox {
    switch turn {
    case .quarters(let quarters):
      let (a, b) = (oldPixel(box.x, box.y, quarters), oldPixel(box.maxX - 1, box.maxY - 1, quarters))
      let (left, top) = (min(a.x, b.x), min(a.y, b.y))
      return PixelBox(x: left, y: top, width: abs(a.x - b.x) + 1, height: abs(a.y - b.y) + 1)
    case .angle(let sine, let cosine):
      let corners = [(box.x, box.y), (box.maxX, box.y), (box.x, box.maxY), (box.maxX, box.maxY)].map {
        oldPosition(Double($0.0), Double($0.1), sine, cosine)
      }
      func bounds(_ values: [Double]) -> (Int, Int) {
        let low = values.reduce(.infinity) { min($0, $1) }
        let high = values.reduce(-.infinity) { max($0, $1) }
        // Two pixels for the kernel and one for rounding errors.
        return (Int(low.rounded(.down)) - 3, Int(high.rounded(.up)) + 3)
      }
      let (left, right) = bounds(corners.map(\.x))
      let (top, bottom) = bounds(corners.map(\.y))
      return PixelBox(x: left, y: top, width: right - left, height: bottom - top).intersection(oldSize.box)
    }
  }

  /// Writes all pixels of `target`, a box of the new picture, from `source`, which must contain its
  /// ``sourceBox(for:)``.
  public func apply(to source: PixelSource, writing target: PixelTarget, with workers: Workers) {
    switch turn {
    case .quarters(let quarters): move(source, to: target, quarters, with: workers)
    case .angle(let sine, let cosine): sample(source, to: target, sine, cosine, with: workers)
    }
  }

  /// The pixel of the old picture that moves to (x, y).
  func oldPixel(_ x: Int, _ y: Int, _ quarters: Int) -> (x: Int, y: Int) {
    switch quarters {
    case 1: (y, oldSize.height - 1 - x)
    case 2: (oldSize.width - 1 - x, oldSize.height - 1 - y)
    case 3: (oldSize.width - 1 - y, x)
    default: (x, y)
    }
  }

  /// The position in the old picture that moves to (x, y), both in pixels from the top left corner.
  @inline(__always)
  func oldPosition(_ x: Double, _ y: Double, _ sine: Double, _ cosine: Double) -> Point {
    let dx = x - Double(newSize.width) / 2
    let dy = y - Double(newSize.height) / 2
    return Point(
      x: cosine * dx + sine * dy + Double(oldSize.width) / 2, y: cosine * dy - sine * dx + Double(oldSize.height) / 2)
  }
}
