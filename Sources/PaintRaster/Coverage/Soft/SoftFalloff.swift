/// How the coverage of a soft line falls from its middle to its edge.
///
/// At the distance d from a point of the path where half the width is r, it is F((r − d) / w) with
/// F(t) = t²(3 − 2t), t clamped to 0…1, and w = (1 − hardness)·r, the width of the falloff. The falloff is at least a
/// pixel wide, and at least r/4,096, the accuracy of the numbers for the widest lines.
struct SoftFalloff: Sendable {
  /// The share of half the width over which coverage falls.
  let share: Double

  /// The falloff of that hardness, 0…1; other values are clamped, and NaN counts as 1.
  init(hardness: Double) {
    let soft = hardness < 1 ? 1 - Swift.max(hardness, 0) : 0
    share = Swift.max(soft, 1.0 / 4_096)
  }

  /// The half width from which on the falloff is that share of it.
  var border: Double { 1 / share }

  /// The width of the falloff where half the line's width is `radius`, in pixels.
  func width(_ radius: Double) -> Double { Swift.max(share * radius, 1) }
}
