/// Rounding to bytes.
enum Byte {
  /// The nearest of 0…255, rounding half up.
  static func rounded(_ value: Double) -> UInt8 {
    let clamped = min(max(value, 0), 255)
    let floor = clamped.rounded(.down)
    return UInt8(clamped - floor >= 0.5 ? floor + 1 : floor)
  }
}
