/// An anchor point of a box: a corner, the middle of a side, or the centre.
public enum Anchor: String, CaseIterable, Sendable {
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left
  case center
  case right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"

  /// The distance from the box's left edge, in halves of the width: 0, 1 or 2.
  public var halvesRight: Int {
    switch self {
    case .topLeft, .left, .bottomLeft: 0
    case .top, .center, .bottom: 1
    case .topRight, .right, .bottomRight: 2
    }
  }

  /// The distance from the box's top edge, in halves of the height: 0, 1 or 2.
  public var halvesDown: Int {
    switch self {
    case .topLeft, .top, .topRight: 0
    case .left, .center, .right: 1
    case .bottomLeft, .bottom, .bottomRight: 2
    }
  }

  /// The box of that size on a canvas when the anchor points of both coincide; halves are rounded down.
  public func box(width: Int, height: Int, on canvas: CanvasSize) -> PixelBox {
    // A shift rounds down, below 0 too.
    PixelBox(
      x: ((canvas.width - width) * halvesRight) >> 1, y: ((canvas.height - height) * halvesDown) >> 1, width: width,
      height: height)
  }
}
