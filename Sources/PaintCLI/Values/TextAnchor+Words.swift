import PaintRaster
import PaintText

extension TextAnchor {
  private static let baselines = ["baseline-left", "baseline-center", "baseline-right"]

  /// All words.
  static var names: [String] { Anchor.allCases.map(\.rawValue) + baselines }

  /// Reads one of the words; throws `bad_value` with all of them.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> TextAnchor {
    let text = String(copying: word)
    if let anchor = Anchor(rawValue: text) { return .box(anchor) }
    if let halves = baselines.firstIndex(of: text) { return .baseline(halvesRight: halves) }
    let names = Self.names
    throw .notA(
      "\(Anchor.noun): \(names.listed("or"))", word,
      hint: NearestName.hint(for: text, among: names))
  }
}
