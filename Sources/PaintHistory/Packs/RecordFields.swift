/// The values of a record, by key.
struct RecordFields {
  private var values: [String: String] = [:]
  /// The key of the first line, which is the record's kind.
  let kind: String

  /// Parses a record's text; nil unless it consists of lines with a key, a space and a value, with each key once, and
  /// an empty line.
  init?(_ text: String) {
    // Splits by scalars, because Swift treats CR LF as one character.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 2, lines.suffix(2).allSatisfy(\.isEmpty) else { return nil }
    var kind: String?
    for line in lines.dropLast(2) {
      guard let blank = line.firstIndex(of: " ") else { return nil }
      let key = String(line[..<blank])
      let value = String(line[line.index(after: blank)...])
      guard values.updateValue(value, forKey: key) == nil else { return nil }
      if kind == nil { kind = key }
    }
    guard let kind else { return nil }
    self.kind = kind
  }

  /// The raw value of a key.
  subscript(_ key: String) -> String? { values[key] }

  /// The unescaped value of a key.
  func text(_ key: String) -> String? { values[key].map(RecordText.unescaped) }

  /// The unescaped value of a key that is only there if it has a value; empty if it is not there, nil if it is there
  /// without a value.
  func optionalText(_ key: String) -> String? {
    guard let value = values[key] else { return "" }
    return value.isEmpty ? nil : RecordText.unescaped(value)
  }

  /// The integer value of a key, from 0 to 2^48, which no document reaches.
  func number(_ key: String) -> Int? {
    values[key].flatMap { Int($0) }.flatMap { (0...1 << 48).contains($0) ? $0 : nil }
  }

  /// The integers of a key; nil unless they are all in 0...2^48.
  func numbers(_ key: String) -> [Int]? {
    guard let words = values[key]?.split(separator: " ", omittingEmptySubsequences: false) else { return nil }
    let numbers = words.compactMap { Int($0) }.filter { (0...1 << 48).contains($0) }
    return numbers.count == words.count ? numbers : nil
  }
}
