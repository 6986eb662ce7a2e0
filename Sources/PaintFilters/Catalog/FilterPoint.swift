import PaintRaster

/// A place on a canvas whose size need not be known yet.
public struct FilterPoint: Equatable, Sendable {
  /// How far from the left or upper edge of the canvas.
  public enum Length: Equatable, Sendable {
    /// So many pixels.
    case pixels(Double)
    /// So many hundredths of the canvas's width or height.
    case percent(Double)

    /// The number, whatever its unit.
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

  /// From the left edge.
  public var x: Length
  /// From the upper edge.
  public var y: Length

  /// The point with these distances from the upper left corner.
  public init(x: Length, y: Length) {
    self.x = x
    self.y = y
  }

  /// The middle of the canvas.
  public static let center = FilterPoint(x: .percent(50), y: .percent(50))

  /// The place in pixels from the upper left corner of `canvas`; pixel centres lie at halves.
  func place(on canvas: CanvasSize) -> Point {
    Point(x: x.pixels(of: canvas.width), y: y.pixels(of: canvas.height))
  }
}
