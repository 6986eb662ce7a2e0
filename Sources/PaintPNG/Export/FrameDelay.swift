/// The duration of a frame of an animation: a fraction of two 16-bit numbers, in seconds.
public struct FrameDelay: Hashable, Sendable {
  /// The numerator, in seconds.
  public let numerator: UInt16
  /// The denominator; never 0, which would mean 100.
  public let denominator: UInt16

  /// The delay for that many frames a second, 0.01 to 1,000; nil beyond.
  ///
  /// Exact for integers. Other rates are rounded to hundredths of a frame a second, above 655 to tenths: the finest
  /// that the two numbers can represent.
  public init?(framesPerSecond rate: Double) {
    guard rate >= 0.01, rate <= 1_000 else { return nil }
    var unit = 1
    if rate != rate.rounded() { unit = rate <= 655 ? 100 : 10 }
    let below = Int((rate * Double(unit)).rounded())
    let divisor = Self.greatestCommonDivisor(unit, below)
    numerator = UInt16(unit / divisor)
    denominator = UInt16(below / divisor)
  }

  /// A tenth of a second.
  public static let tenth = FrameDelay(numerator: 1, denominator: 10)

  private init(numerator: UInt16, denominator: UInt16) {
    self.numerator = numerator
    self.denominator = denominator
  }

  private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    var (a, b) = (first, second)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }
}
