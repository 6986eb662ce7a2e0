/// A gradient of CSS Images 4 on the canvas, all of it in pixels.
public struct Gradient: Sendable, Hashable {
  /// Where the gradient's share of 0 and of 1 are.
  public enum Geometry: Sendable, Hashable {
    /// Along a line: 0 at its start, 1 at its end.
    case linear(from: Point, to: Point)
    /// Around a centre: 1 on the ellipse with these radii, in pixels, above 0.
    case radial(center: Point, radiusX: Double, radiusY: Double)
    /// By the angle around a centre, clockwise; 0 at `degrees` from straight up, 1 after a whole turn.
    case conic(center: Point, degrees: Double)
  }

  /// A colour at a share of the gradient.
  public struct Stop: Sendable, Hashable {
    /// The share, in any range, never below that of the stop before.
    public var offset: Double
    /// The colour; its alpha counts.
    public var color: Pixel
    /// The exponent of the share on the way to the next stop, above 0: 1 without a colour hint.
    public var exponent: Double

    /// Creates a stop.
    public init(_ offset: Double, _ color: Pixel, exponent: Double = 1) {
      self.offset = offset
      self.color = color
      self.exponent = exponent
    }
  }

  /// Where it is.
  public let geometry: Geometry
  /// The stops, in ascending order, at least one.
  public let stops: [Stop]
  /// Whether the stops repeat before the first and after the last.
  public let isRepeating: Bool
  /// The colour space in which colours are mixed.
  public let space: GradientSpace
  /// Whether colours between two of 8 bits are made of both in an ordered pattern of 8x8 pixels.
  public let isDithered: Bool
  let ramp: GradientRamp

  /// Creates a gradient.
  ///
  /// - Precondition: there is a stop, and none has a lower offset than the one before.
  public init(
    _ geometry: Geometry, stops: [Stop], isRepeating: Bool = false, space: GradientSpace = .srgb,
    isDithered: Bool = false
  ) {
    precondition(!stops.isEmpty, "a gradient has a stop")
    self.geometry = geometry
    self.stops = stops
    self.isRepeating = isRepeating
    self.space = space
    self.isDithered = isDithered
    ramp = GradientRamp(stops, space: space, isRepeating: isRepeating)
  }

  /// Two gradients are equal if they were made of the same values.
  public static func == (a: Gradient, b: Gradient) -> Bool {
    a.geometry == b.geometry && a.stops == b.stops && a.isRepeating == b.isRepeating && a.space == b.space
      && a.isDithered == b.isDithered
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(geometry)
    hasher.combine(stops)
    hasher.combine(isRepeating)
    hasher.combine(space)
    hasher.combine(isDithered)
  }
}
