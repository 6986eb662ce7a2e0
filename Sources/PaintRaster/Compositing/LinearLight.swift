/// The transfer function of sRGB (IEC 61966-2-1): stored samples as linear light, and back.
///
/// Only + − × ÷ are used, so that all machines have the same tables.
enum LinearLight {
  /// The linear light of every stored sample, 0…255.
  static let decoded: [Double] = (0...255).map { decoded(Double($0)) }

  /// The light from which on a sample is stored as the next one: that of 0.5, 1.5, … 254.5.
  private static let thresholds: [Double] = (0..<255).map { decoded(Double($0) + 0.5) }

  /// The linear light, 0…255, of a sample, 0…255.
  static func decoded(_ sample: Double) -> Double {
    let share = sample / 255
    if share <= 0.04045 { return sample / 12.92 }
    let base = (share + 0.055) / 1.055
    let square = base * base
    let fourth = square * square
    // base^2.4 = (base^12)^(1/5)
    return 255 * fifthRoot(of: fourth * fourth * fourth, from: square)
  }

  /// The fifth root of a number by Newton's method, from a start that is not below it.
  private static func fifthRoot(of number: Double, from start: Double) -> Double {
    var root = start
    while true {
      let square = root * root
      let fourth = square * square
      let next = root - (fourth * root - number) / (5 * fourth)
      // From above, every step goes down until rounding stops it.
      if next >= root { return root }
      root = next
    }
  }

  /// The stored sample of linear light: the nearest one as sRGB, halves up.
  ///
  /// - Complexity: O(log 255).
  static func encoded(_ light: Double) -> UInt32 {
    var (low, high) = (0, thresholds.count)
    while low < high {
      let middle = (low + high) / 2
      if thresholds[middle] <= light { low = middle + 1 } else { high = middle }
    }
    return UInt32(low)
  }
}
