/// A value that is one of a few names, such as the shape of a line's ends.
protocol NamedValue: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// The noun of the value, with its article: `a cap`.
  static var noun: String { get }
  /// What it decides, as a sentence.
  static var meaning: String { get }
  /// What other programs call some of the values, to name them in a hint.
  static var alsoCalled: [(word: String, value: Self)] { get }
}

extension NamedValue {
  /// No other names.
  static var alsoCalled: [(word: String, value: Self)] { [] }

  /// All names.
  static var names: [String] { allCases.map(\.rawValue) }

  private static func meant(by word: String) -> String? {
    alsoCalled.first { $0.word == word }.map { "did you mean \($0.value.rawValue)?" }
  }

  /// Reads one of the names; throws `bad_value` with all of them.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> Self {
    let text = String(copying: word)
    if let value = Self(rawValue: text) { return value }
    throw .notA(
      "\(noun): \(names.listed("or"))", word,
      hint: meant(by: text) ?? NearestName.begun(with: text, among: names).map { "did you mean \($0)?" }
        ?? NearestName.hint(for: text, among: names))
  }
}

extension [String] {
  /// The names in words: `a, b or c`.
  func listed(_ conjunction: String) -> String {
    guard let last, count > 1 else { return joined() }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}
