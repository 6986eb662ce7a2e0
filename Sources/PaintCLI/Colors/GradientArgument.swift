import PaintRaster

/// A gradient as typed: a function of CSS, before the box is known to which it is relative.
struct GradientArgument: Equatable, Sendable {
  /// A position on a gradient's line, or on a side of its box: a percentage, pixels, or for angles a percentage of a turn.
  struct Position: Equatable, Sendable {
    /// As it is written, because another number of it would not be read as the same double.
    var percent = 0.0
    var pixels = 0.0

    var share: Double { percent / 100 }

    /// The position on a line of that length, in pixels.
    func resolved(on length: Double) -> Double { share * length + pixels }
  }

  /// The direction of a linear gradient.
  enum Direction: Equatable, Sendable {
    /// Degrees clockwise from straight up.
    case degrees(Double)
    /// To a side or a corner: −1, 0 or 1 to the right and down.
    case to(right: Int, down: Int)
  }

  /// The size of a radial gradient.
  enum Size: Equatable, Sendable {
    case extent(GradientExtent)
    /// Both radii; one for a circle.
    case radii(Position, Position?)
  }

  /// What the gradient follows.
  enum Kind: Equatable, Sendable {
    case linear(Direction)
    case radial(isCircle: Bool, Size, x: Position, y: Position)
    case conic(degrees: Double, x: Position, y: Position)
  }

  /// A stop, or a colour hint between two.
  struct Entry: Equatable, Sendable {
    /// Nil for a hint.
    var color: Pixel?
    /// Nil if CSS chooses it.
    var position: Position?
  }

  var kind = Kind.linear(.degrees(180))
  var entries: [Entry] = []
  var isRepeating = false
  var space = GradientSpace.srgb
}

/// How far a radial gradient reaches.
enum GradientExtent: String, CaseIterable, Sendable {
  case closestSide = "closest-side"
  case farthestSide = "farthest-side"
  case closestCorner = "closest-corner"
  case farthestCorner = "farthest-corner"
}

extension GradientSpace: NamedValue {
  static var noun: String { "a colour space of gradients" }
  static var meaning: String { "The colour space in which colours are mixed." }
}
