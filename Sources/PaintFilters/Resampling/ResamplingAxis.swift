/// For each pixel of a resampled side, the source pixels and their weights.
///
/// As Pillow defines it: pixel i of the new side has its centre at a + (i + ½)·s in the old one, where s is the length of
/// the resampled part / new, and the part begins at a; it is usually the whole side. The kernel is widened by s when that exceeds 1 and cut off at the picture's border, and its weights are normalised to a sum of
/// 1.
struct ResamplingAxis: Sendable {
  /// The first pixel of the old side for each of the new one.
  let starts: [Int]
  /// The number of weights of each pixel; those beyond its kernel are 0.
  let taps: Int
  /// The weights of all pixels of the new side, consecutively.
  let weights: [Float]
  /// Whether the new side is the shorter one.
  let isSmaller: Bool

  /// The weights for resampling a part of `old` pixels to `new`; `method` must not be `nearest`.
  ///
  /// - Parameter part: the part's start and length; nil for the whole side.
  init(from old: Int, part: (start: Double, length: Double)? = nil, to new: Int, method: ResamplingMethod) {
    let (begin, length) = part ?? (0, Double(old))
    let scale = length / Double(new)
    isSmaller = new < old
    let widening = max(scale, 1)
    let support = method.support * widening
    let taps = min(old, 2 * Int(support.rounded(.up)) + 1)
    var starts: [Int] = []
    var weights: [Float] = []
    starts.reserveCapacity(new)
    weights.reserveCapacity(new * taps)
    for i in 0..<new {
      let center = begin + (Double(i) + 0.5) * scale
      let first = max(0, Int((center - support + 0.5).rounded(.down)))
      let last = min(old, Int((center + support + 0.5).rounded(.down)))
      let values = (first..<last).map { method.weight(at: (Double($0) - center + 0.5) / widening) }
      let sum = values.reduce(0, +)
      // All taps are on the old side, including those with weight 0.
      let start = min(first, old - taps)
      for index in start..<start + taps {
        let isIn = index >= first && index < last
        weights.append(isIn ? Float(values[index - first] / sum) : 0)
      }
      starts.append(start)
    }
    self.starts = starts
    self.taps = taps
    self.weights = weights
  }

  /// The source pixels of the new side's pixels in `range`, which must not be empty.
  func sources(of range: Range<Int>) -> Range<Int> {
    starts[range.lowerBound]..<starts[range.upperBound - 1] + taps
  }
}
