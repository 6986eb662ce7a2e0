/// Number ranges as text: ` 5 7-9`.
enum NumberRanges {
  /// The ranges as text, each with a leading space.
  static func text(_ ranges: [ClosedRange<Int>]) -> String {
    ranges.reduce(into: "") { text, range in
      text += " \(range.lowerBound)"
      if range.count > 1 { text += "-\(range.upperBound)" }
    }
  }

  /// Parses the ranges that `text` wrote; ignores invalid words and numbers over 2^48, which no document reaches.
  static func parse(_ text: Substring) -> [ClosedRange<Int>] {
    text.split(separator: " ").compactMap { word in
      let ends = word.split(separator: "-").map { Int($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, 0 <= first, first <= last,
        last <= 1 << 48
      else { return nil }
      return first...last
    }
  }

  /// The fewest ranges that contain all numbers of both.
  static func union(_ first: [ClosedRange<Int>], _ second: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var merged: [ClosedRange<Int>] = []
    for range in (first + second).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound - 1 <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
