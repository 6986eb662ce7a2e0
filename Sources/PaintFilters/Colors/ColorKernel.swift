/// The fast form of a colour filter; equal to its definition for every colour.
public enum ColorKernel: Sendable {
  /// Each channel separately.
  case curves(ColorCurves)
  /// Sums over the channels.
  case sums(ColorSums)
  /// White or black.
  case threshold(LumaThreshold)

  /// Writes `count` pixels.
  @inline(__always)
  func apply(to source: UnsafePointer<UInt32>, writing target: UnsafeMutablePointer<UInt32>, count: Int) {
    switch self {
    case .curves(let kernel): kernel.apply(to: source, writing: target, count: count)
    case .sums(let kernel): kernel.apply(to: source, writing: target, count: count)
    case .threshold(let kernel): kernel.apply(to: source, writing: target, count: count)
    }
  }
}
