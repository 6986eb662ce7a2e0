import PaintRaster

/// A point on a canvas whose size need not be known yet.
public struct FilterPoint: Equatable, Sendable {
  /// A distance from the left or top edge of the canvas.
  public enum Length: Equatable, Sendable {
    /// A number of pixels.
    case pixels(Double)
    /// A percentage of the canvas's width or height.
    case percent(Double)

    /// The number without its unit.
    public var amount: Double {
      switch self {
      case .pixels(let amount), .percent(let amount): amount
      }
    }

    /// The length in pixels on a side of `side` pixels.
    func pixels(of side: Int) -> Double {
      switch self {
      case .pixels(let amount): amount
      case .percent(let amount): amount * Double(side) / 100
      }
    }
  }

  /// The distance from the left edge.
  public var x: Length
  /// The distance from the top edge.
  public var y: Length

  /// The point with these distances from the top left corner.
  public init(x: Length, y: Length) {
    self.x = x
    self.y = y
  }

  /// The centre of the canvas.
  public static let center = FilterPoint(x: .percent(50), y: .percent(50))

  /// The position in pixels from the top left corner of `canvas`; pixel centres are at half-integers.
  func position(on canvas: CanvasSize) -> Point {
    Point(x: x.pixels(of: canvas.width), y: y.pixels(of: canvas.height))
  }
}
