import PaintRaster

/// The lengths along which a line's width falls to 0, as typed: `IN,OUT` or one for both.
struct TaperArgument: SettingValue, Equatable {
  static var kind: AnswerField.Kind { .text }
  /// The lengths at both ends.
  let taper: Taper

  /// Reads one length or two with a comma between them; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> TaperArgument {
    var index = 0
    if let start = length(word, &index) {
      if index == word.count { return TaperArgument(taper: Taper(start: start, end: start)) }
      if word[index] == UInt8(ascii: ",") {
        index += 1
        if let end = length(word, &index), index == word.count {
          return TaperArgument(taper: Taper(start: start, end: end))
        }
      }
    }
    throw .notA("a taper: IN,OUT in pixels or percent of the line, none below 0 or over 100%", word)
  }

  private static func length(_ word: Span<UInt8>, _ index: inout Int) -> Taper.Length? {
    guard let number = Number.scan(word, &index), number >= 0, number <= Number.limit else { return nil }
    guard index < word.count, word[index] == UInt8(ascii: "%") else { return .pixels(number + 0) }
    index += 1
    return number <= 100 ? .percent(number + 0) : nil
  }

  /// Appends ` --taper 40,25%`.
  func append(_ name: String, to text: inout [UInt8]) {
    text.append(contentsOf: " --\(name) ".utf8)
    append(to: &text)
  }

  func write(to json: inout JSONWriter) {
    var text: [UInt8] = []
    append(to: &text)
    json.value(String(decoding: text, as: UTF8.self))
  }

  private func append(to text: inout [UInt8]) {
    Self.append(taper.start, to: &text)
    text.append(UInt8(ascii: ","))
    Self.append(taper.end, to: &text)
  }

  private static func append(_ length: Taper.Length, to text: inout [UInt8]) {
    switch length {
    case .pixels(let pixels): NumberText.append(pixels, to: &text)
    case .percent(let percent):
      NumberText.append(percent, to: &text)
      text.append(UInt8(ascii: "%"))
    }
  }
}
