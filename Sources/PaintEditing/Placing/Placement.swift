import PaintFilters
import PaintHistory
import PaintRaster

/// A picture laid over the canvas, as an edit.
public struct Placement: Sendable {
  /// How large it becomes.
  public enum Scale: Sendable, Hashable {
    /// As it is.
    case none
    /// Of that size.
    case size(CanvasSize)
    /// That many times as wide and high, each side rounded to whole pixels, one at least.
    case factor(Double)
  }

  /// Where its anchor goes, in pixels of the canvas.
  public var x: Double
  /// Where its anchor goes, in pixels of the canvas.
  public var y: Double
  /// The place of the picture that goes there; its corner then goes to the nearest whole pixel.
  public var anchor: Anchor
  /// How large it becomes.
  public var scale: Scale
  /// How its pixels are made where its size changes.
  public var method: ResamplingMethod
  /// 0…1, of the whole picture.
  public var opacity: Double
  /// What the history calls it.
  public var name: String

  /// A placement with these parts.
  public init(
    x: Double, y: Double, anchor: Anchor, scale: Scale, method: ResamplingMethod, opacity: Double, name: String
  ) {
    self.x = x
    self.y = y
    self.anchor = anchor
    self.scale = scale
    self.method = method
    self.opacity = opacity
    self.name = name
  }

  /// How large a picture of that size becomes; nil where a side would have more than 65,536 pixels.
  func size(of picture: CanvasSize) -> CanvasSize? {
    switch scale {
    case .none: return picture
    case .size(let size): return size
    case .factor(let factor):
      func side(_ length: Int) -> Int { Int(min(max((Double(length) * factor).rounded(), 1), 1e9)) }
      return CanvasSize(width: side(picture.width), height: side(picture.height))
    }
  }

  /// Where a picture of that size, which it has become, lies on the canvas.
  func box(of size: CanvasSize) -> PixelBox {
    func corner(_ place: Double, _ side: Int, _ halves: Int) -> Int {
      // Far outside is as good as farther.
      Int(min(max((place - Double(side * halves) / 2 + 0.5).rounded(.down), -1e9), 1e9))
    }
    return PixelBox(
      x: corner(x, size.width, anchor.halvesRight), y: corner(y, size.height, anchor.halvesDown), width: size.width,
      height: size.height)
  }
}
