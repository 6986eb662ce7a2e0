/// The colour hint of a gradient: where the colour half way between two stops is.
public enum GradientHint {
  /// The exponent of the shares between two stops, for a hint at that share of the way, above 0 and below 1.
  public static func exponent(_ share: Double) -> Double {
    share == 0.5 ? 1 : Power.logarithm(0.5) / Power.logarithm(share)
  }
}
