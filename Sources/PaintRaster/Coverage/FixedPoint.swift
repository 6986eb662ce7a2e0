/// Integers in units of 1/65,536, in which coverage is accumulated.
enum FixedPoint {
  /// Fractional bits.
  static let bits = 16
  /// The number 1.
  static let one = 1 << bits
  /// The mask of the fractional bits.
  static let fraction = one - 1

  /// Adding this leaves a Double's nearest integer (ties to even) in its lowest bits.
  private static let magic = 6_755_399_441_055_744.0

  /// `value` in fixed point, rounded to nearest; correct for magnitudes below 2^34, unspecified beyond.
  @inline(__always)
  static func rounded(_ value: Double) -> Int {
    Int(truncatingIfNeeded: (value * 65_536 + magic).bitPattern &- magic.bitPattern)
  }
}
