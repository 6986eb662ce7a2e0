/// Line break opportunities: the part of the Unicode line breaking algorithm (UAX #14) that needs no dictionary.
///
/// After spaces, hyphens, dashes, slashes and zero-width spaces, around em dashes, and before and after ideographs,
/// kana, Hangul and emoji. Never before closing or after opening punctuation, even with spaces between; never next to a
/// no-break space or a word joiner; never inside a cluster. Thai, Lao, Khmer and Burmese, which are written without
/// spaces, break only at U+200B. A soft hyphen allows a break after it, like a dash.
struct LineBreaks {
  /// Whether a line may end before each character; never before the first.
  private(set) var isAllowed: [Bool]

  /// Whether a cluster begins at each character; lines can break only there.
  let isClusterStart: [Bool]

  init(_ scalars: [Unicode.Scalar], isClusterStart: [Bool]) {
    self.isClusterStart = isClusterStart
    let classes = scalars.map(LineBreakClass.init)
    isAllowed = [Bool](repeating: false, count: scalars.count)
    for index in scalars.indices.dropFirst() where isClusterStart[index] {
      isAllowed[index] = Self.isAllowed(at: index, classes)
    }
  }

  private static func isAllowed(at index: Int, _ classes: [LineBreakClass]) -> Bool {
    let after = classes[index]
    guard let before = lastNonMark(before: index, classes) else { return false }
    if after == .space || after == .zeroWidthSpace { return false }
    if before == .zeroWidthSpace { return true }
    if before == .glue || after == .joiner || before == .joiner { return false }
    if after == .mark || after == .closing || after == .solidus || after == .nonstarter && before != .space {
      return false
    }
    if before == .opening { return false }
    if before == .space {
      // Opening punctuation prevents a break even after spaces.
      return lastNonSpace(before: index, classes) != .opening
    }
    if after == .glue { return false }
    if before == .emDash || after == .emDash { return true }
    if after == .hyphen || after == .dash { return false }
    if before == .dash { return true }
    if before == .solidus { return after != .digit }
    if before == .hyphen {
      // A hyphen that begins a word, such as a negative number or an option, stays with it.
      let earlier = lastNonMark(before: index - 1, classes)
      return after != .digit && earlier != nil && earlier != .space
    }
    return before == .ideograph || after == .ideograph
  }

  /// The class of the last character before `index` that is not a combining mark.
  private static func lastNonMark(before index: Int, _ classes: [LineBreakClass]) -> LineBreakClass? {
    guard index > 0 else { return nil }
    return classes[..<index].last { $0 != .mark }
  }

  private static func lastNonSpace(before index: Int, _ classes: [LineBreakClass]) -> LineBreakClass? {
    classes[..<index].last { $0 != .space && $0 != .mark }
  }
}
