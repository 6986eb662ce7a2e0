import PaintEditing

/// Which part of a text stands at its point: of its box, or of its first baseline.
enum TextAnchor: Equatable, Sendable {
  /// A place of the box, what is around the text included.
  case box(Anchor)
  /// The first baseline, so many halves of the text's width from its left end.
  case baseline(halvesRight: Int)

  /// What is taken where nothing is said: the box' top left corner.
  static let standard = TextAnchor.box(.topLeft)

  private static let baselines = ["baseline-left", "baseline-center", "baseline-right"]

  /// The word for it.
  var word: String {
    switch self {
    case .box(let anchor): anchor.rawValue
    case .baseline(let halves): Self.baselines[halves]
    }
  }

  /// Reads one of the words; throws `bad_value` with all of them.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> TextAnchor {
    let text = String(copying: word)
    if let anchor = Anchor(rawValue: text) { return .box(anchor) }
    if let halves = baselines.firstIndex(of: text) { return .baseline(halvesRight: halves) }
    let names = Anchor.allCases.map(\.rawValue) + baselines
    throw .notA(
      "\(Anchor.noun): \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")", word,
      hint: NearestName.hint(for: text, among: names))
  }
}
