/// The shape and the size of arrow heads.
public struct ArrowForm: Hashable, Sendable {
  /// The shape of a head.
  public enum Shape: String, CaseIterable, Hashable, Sendable {
    /// A filled triangle, 6/7 as wide as it is long; its tip is the end of the path.
    case filled
    /// The two sides of that triangle that meet at the tip, as lines of the path's width with round ends.
    case open
    /// A disc about the end of the path.
    case dot
    /// A line across the end of the path.
    case bar
  }

  /// How long heads are: from the tip of a triangle to its base, across a disc, along a bar.
  public enum Size: Hashable, Sendable {
    /// 3.5 widths, and at least 9 px.
    case automatic
    /// A multiple of the line's width; 0 and less draw no head.
    case widths(Double)
  }

  /// The shape.
  public var shape: Shape
  /// The length, on a path that is long enough.
  public var size: Size

  /// A form, by default of filled heads of automatic size.
  public init(_ shape: Shape = .filled, size: Size = .automatic) {
    self.shape = shape
    self.size = size
  }

  /// The length of a head in line widths, if nothing else is said.
  private static let widths = 3.5
  /// The longest head, in pixels; longer ones are drawn this long.
  private static let longest = 1_048_576.0

  /// The length of a head on a long path of that width, in pixels.
  func length(width: Double) -> Double {
    switch size {
    case .automatic: Swift.max(Self.widths * width, 9)
    case .widths(let count): Swift.min(Swift.max(count, 0) * width, Self.longest)
    }
  }

  /// The length of the shortest path that has heads of full size, in lengths of a head.
  ///
  /// Two heads leave a fifth of it between them.
  func room(for ends: ArrowEnds) -> Double { ends == .both ? 2.5 : 1 }
}
