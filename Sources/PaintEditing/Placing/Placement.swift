import PaintFilters
import PaintHistory
import PaintRaster

/// The position and size of a picture that is placed on the canvas.
public struct Placement: Sendable {
  /// The scale.
  public enum Scale: Sendable, Hashable {
    /// The original size.
    case none
    /// The given size.
    case size(CanvasSize)
    /// The given width, 1…65,536 pixels, and the height in proportion.
    case width(Int)
    /// The given height, 1…65,536 pixels, and the width in proportion.
    case height(Int)
    /// Scales both sides by a factor, rounded to whole pixels, at least one.
    case factor(Double)
  }

  /// A coordinate of the anchor point on the canvas, in pixels.
  public var x: Double
  /// A coordinate of the anchor point on the canvas, in pixels.
  public var y: Double
  /// The anchor point of the picture; its corner is rounded to the nearest whole pixel.
  public var anchor: Anchor
  /// The scale.
  public var scale: Scale
  /// The resampling method if its size changes.
  public var method: ResamplingMethod

  /// Creates a placement.
  public init(x: Double, y: Double, anchor: Anchor, scale: Scale, method: ResamplingMethod) {
    self.x = x
    self.y = y
    self.anchor = anchor
    self.scale = scale
    self.method = method
  }

  /// The scaled size of a picture; nil if a side would have more than 65,536 pixels.
  func size(of picture: CanvasSize) -> CanvasSize? {
    func side(_ length: Double) -> Int { Int(min(max(length.rounded(), 1), 1e9)) }
    let (width, height) = (Double(picture.width), Double(picture.height))
    switch scale {
    case .none: return picture
    case .size(let size): return size
    case .width(let new): return CanvasSize(width: new, height: side(height * Double(new) / width))
    case .height(let new): return CanvasSize(width: side(width * Double(new) / height), height: new)
    case .factor(let factor): return CanvasSize(width: side(width * factor), height: side(height * factor))
    }
  }

  /// The box of a picture with the given scaled size on the canvas.
  public func box(of size: CanvasSize) -> PixelBox {
    func corner(_ place: Double, _ side: Int, _ halves: Int) -> Int {
      // Clamped, because positions far outside of the canvas are equivalent.
      Int(min(max((place - Double(side * halves) / 2 + 0.5).rounded(.down), -1e9), 1e9))
    }
    return PixelBox(
      x: corner(x, size.width, anchor.halvesRight), y: corner(y, size.height, anchor.halvesDown), width: size.width,
      height: size.height)
  }
}
