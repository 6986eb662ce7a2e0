/// A value that is one of a few names, such as the shape of a line's ends.
protocol NamedValue: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// The noun of the value, with its article: `a cap`.
  static var noun: String { get }
}

extension NamedValue {
  /// Reads one of the names; throws `bad_value` with all of them.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> Self {
    let text = String(copying: word)
    if let value = Self(rawValue: text) { return value }
    let names = allCases.map(\.rawValue)
    throw .notA(
      "\(noun): \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")", word,
      hint: NearestName.hint(for: text, among: names))
  }
}
