/// A dash pattern along the pixels of a trace: a pixel belongs to a dash if its middle does, where each pixel counts 1.
struct PixelDashes {
  private let pattern: DashPattern
  private let hasDots: Bool

  /// The dashes of a style; nil if the line is solid.
  ///
  /// - Parameter count: the pixels of a closed path.
  init?(_ style: StrokeStyle, closedCount count: Int? = nil) {
    guard let pattern = DashPattern(style, radius: 0.5, pathLength: count.map(Double.init)) else { return nil }
    self.pattern = pattern
    hasDots = style.cap != .butt
  }

  /// Whether the pixel with that number belongs to a dash.
  func contains(_ number: Int) -> Bool { pattern.contains(Double(number) + 0.5, dots: hasDots ? 0.5 : 0) }
}
