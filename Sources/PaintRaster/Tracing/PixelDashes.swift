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
  func contains(_ number: Int) -> Bool {
    let place = (Double(number) + 0.5 + pattern.phase).truncatingRemainder(dividingBy: pattern.period)
    return pattern.dashes.contains { dash in
      if dash.length > 0 { return place >= dash.start && place < dash.start + dash.length }
      // Dashes without length have ends, except butt ones: they are dots.
      let distance = place - dash.start
      return hasDots && (distance > -0.5 && distance <= 0.5 || distance - pattern.period > -0.5)
    }
  }
}
