/// Whole numbers of 1/65,536, in which coverage is accumulated.
enum FixedPoint {
  /// Fractional bits.
  static let bits = 16
  /// The number 1.
  static let one = 1 << bits
  /// The bits behind the point.
  static let fraction = one - 1

  /// Adding this leaves a Double's nearest whole number (ties to even) in its lowest bits.
  private static let magic = 6_755_399_441_055_744.0

  /// `value` in fixed point, rounded to nearest; right for sizes below 2^34, some number beyond.
  @inline(__always)
  static func rounded(_ value: Double) -> Int {
    Int(truncatingIfNeeded: (value * 65_536 + magic).bitPattern &- magic.bitPattern)
  }
}
