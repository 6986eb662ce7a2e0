/// Where a line may end: the part of the Unicode line breaking algorithm (UAX #14) that needs no dictionary.
///
/// After spaces, hyphens, dashes, slashes and zero-width spaces, around em dashes, and before and after ideographs, kana,
/// Hangul and emoji. Never before closing punctuation or behind opening one, spaces between or not; never next to a
/// no-break space or a word joiner; never inside of a cluster. Thai, Lao, Khmer and Burmese, written without spaces,
/// break at what their writer puts in (U+200B). A soft hyphen breaks nothing, for it would have to become a visible one.
struct LineBreaks {
  /// Whether a line may end before each character; never before the first.
  private(set) var isAllowed: [Bool]

  /// The places in a paragraph where a cluster begins, none but at those may anything end.
  let isClusterStart: [Bool]

  init(_ scalars: [Unicode.Scalar], isClusterStart: [Bool]) {
    self.isClusterStart = isClusterStart
    let classes = scalars.map(LineBreakClass.init)
    isAllowed = [Bool](repeating: false, count: scalars.count)
    for place in scalars.indices.dropFirst() where isClusterStart[place] {
      isAllowed[place] = Self.isAllowed(at: place, classes)
    }
  }

  private static func isAllowed(at place: Int, _ classes: [LineBreakClass]) -> Bool {
    let after = classes[place]
    guard let before = lastNonMark(before: place, classes) else { return false }
    if after == .space || after == .zeroWidthSpace { return false }
    if before == .zeroWidthSpace { return true }
    if before == .glue || after == .joiner || before == .joiner { return false }
    if after == .closing || after == .solidus || after == .nonstarter && before != .space { return false }
    if before == .opening { return false }
    if before == .space {
      // Opening punctuation holds on across spaces.
      return lastNonSpace(before: place, classes) != .opening
    }
    if after == .glue { return false }
    if before == .emDash || after == .emDash { return true }
    if after == .hyphen || after == .dash { return false }
    if before == .dash { return true }
    if before == .solidus { return after != .digit }
    if before == .hyphen {
      // One that begins a word, as of a negative number or an option, stays with it.
      let earlier = lastNonMark(before: place - 1, classes)
      return after != .digit && earlier != nil && earlier != .space
    }
    return before == .ideograph || after == .ideograph
  }

  /// The class of the last character before a place that is no mark on another.
  private static func lastNonMark(before place: Int, _ classes: [LineBreakClass]) -> LineBreakClass? {
    guard place > 0 else { return nil }
    return classes[..<place].last { $0 != .mark }
  }

  private static func lastNonSpace(before place: Int, _ classes: [LineBreakClass]) -> LineBreakClass? {
    classes[..<place].last { $0 != .space && $0 != .mark }
  }
}
