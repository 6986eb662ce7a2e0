import PaintRaster

/// The place of the cursor in a colour, a gradient or a pattern that is being typed.
struct PaintPlace: Equatable {
  /// What can be there.
  enum Part: Equatable {
    /// A colour.
    case color
    /// The beginning of a gradient or a pattern.
    case beginning
    /// One of these words.
    case words([String])
    /// The path of a picture.
    case picture
  }

  /// How many bytes before the cursor stay: they are complete.
  private(set) var kept = 0
  /// What can follow them; empty for what is not known, such as a number.
  private(set) var parts: [Part] = [.color, .beginning]

  /// Reads what is typed up to the cursor.
  init(_ typed: [UInt8]) {
    if PatternArgument.isPattern(typed.span) {
      (kept, parts) = (PatternArgument.beginning.utf8.count, [.picture])
      return
    }
    let text = typed.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    guard let name = GradientReader.beginnings.first(where: { text.starts(with: $0.utf8) }) else { return }
    kept = name.utf8.count
    read(text, in: String(name.dropLast()))
  }

  /// Reads the words between the gradient's parentheses.
  private mutating func read(_ text: [UInt8], in name: String) {
    var words: [String] = []
    var isFirstPart = true
    var depth = 0
    let start = kept
    for index in start..<text.count {
      switch text[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        words.removeAll()
        isFirstPart = false
        kept = index + 1
      case UInt8(ascii: " ") where depth == 0:
        if kept < index { words.append(String(decoding: text[kept..<index], as: UTF8.self)) }
        kept = index + 1
      default: break
      }
    }
    parts = depth == 0 ? Self.parts(after: words, isFirst: isFirstPart, in: name) : []
  }

  /// What can follow the words of a part between commas.
  private static func parts(after words: [String], isFirst: Bool, in name: String) -> [Part] {
    let sides = ["left", "right", "top", "bottom"]
    guard let last = words.last else {
      return isFirst ? [.color, .words(GradientReader.openings(ofGradient: name))] : [.color]
    }
    guard isFirst else { return [] }
    if last == "in" { return [.words(GradientSpace.allCases.map(\.rawValue))] }
    if last == "at" { return [.words(sides + ["center"])] }
    let more = words.contains("in") ? [] : ["in"]
    if last == "to" { return [.words(sides)] }
    return [.words((words.suffix(2).first == "to" ? sides.filter { $0 != last } : []) + more)]
  }
}
