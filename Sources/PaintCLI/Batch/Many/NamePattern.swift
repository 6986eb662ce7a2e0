/// A pattern of one name of a path, as in a shell: `*.jpg`.
///
/// `*` matches any characters, `?` one, `[abc]`, `[a-z]` and `[!a-z]` or `[^a-z]` one of a set; a backslash takes the
/// meaning from the next character. A name that begins with a dot only matches a pattern that does, too.
struct NamePattern: Sendable {
  private enum Token: Equatable {
    case character(UInt32)
    case anyCharacter
    case anyCharacters
    case oneOf([ClosedRange<UInt32>], isNegated: Bool)
  }

  private var tokens: [Token] = []

  /// Reads the bytes of a pattern; every text is one.
  init(_ bytes: some Sequence<UInt8>) {
    let text = Self.characters(bytes)
    var index = 0
    while index < text.count {
      switch text[index] {
      case .star:
        // Two are as good as one.
        if tokens.last != .anyCharacters { tokens.append(.anyCharacters) }
        index += 1
      case .question:
        tokens.append(.anyCharacter)
        index += 1
      case .open:
        if let (set, end) = Self.set(text, from: index + 1) {
          tokens.append(set)
          index = end
        } else {
          tokens.append(.character(text[index]))
          index += 1
        }
      case .backslash where index + 1 < text.count:
        tokens.append(.character(text[index + 1]))
        index += 2
      default:
        tokens.append(.character(text[index]))
        index += 1
      }
    }
  }

  /// Whether only one name matches.
  var isName: Bool {
    tokens.allSatisfy { if case .character = $0 { true } else { false } }
  }

  /// Whether a name matches the whole pattern.
  ///
  /// - Complexity: O(length of the name x length of the pattern).
  func matches(_ name: some Sequence<UInt8>) -> Bool {
    let text = Self.characters(name)
    if text.first == .dot, tokens.first != .character(.dot) { return false }
    var (place, token) = (0, 0)
    // Where the last `*` is, and the first character that it does not take yet.
    var star: (token: Int, place: Int)?
    while place < text.count {
      if token < tokens.count, tokens[token] == .anyCharacters {
        star = (token, place)
        token += 1
      } else if token < tokens.count, Self.matches(tokens[token], text[place]) {
        token += 1
        place += 1
      } else if let last = star {
        star = (last.token, last.place + 1)
        (token, place) = (last.token + 1, last.place + 1)
      } else {
        return false
      }
    }
    return tokens[token...].allSatisfy { $0 == .anyCharacters }
  }

  private static func matches(_ token: Token, _ character: UInt32) -> Bool {
    switch token {
    case .character(let wanted): character == wanted
    case .anyCharacter, .anyCharacters: true
    case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(character) } != isNegated
    }
  }

  /// The set whose bracket is before `start`, and the index after it; nil if no bracket closes it.
  private static func set(_ text: [UInt32], from start: Int) -> (Token, end: Int)? {
    var index = start
    let isNegated = index < text.count && (text[index] == .exclamation || text[index] == .caret)
    if isNegated { index += 1 }
    var ranges: [ClosedRange<UInt32>] = []
    let first = index
    while index < text.count {
      // Only as the first character is a closing bracket one of the set.
      if text[index] == .close, index > first { return (.oneOf(ranges, isNegated: isNegated), index + 1) }
      guard let low = member(text, &index) else { return nil }
      // A hyphen before the closing bracket is one of the set.
      guard index + 1 < text.count, text[index] == .hyphen, text[index + 1] != .close else {
        ranges.append(low...low)
        continue
      }
      index += 1
      guard let high = member(text, &index) else { return nil }
      if low <= high { ranges.append(low...high) }
    }
    return nil
  }

  private static func member(_ text: [UInt32], _ index: inout Int) -> UInt32? {
    if text[index] == .backslash { index += 1 }
    guard index < text.count else { return nil }
    index += 1
    return text[index - 1]
  }

  /// The characters of a name; a byte that is not UTF-8 is a character of its own.
  private static func characters(_ bytes: some Sequence<UInt8>) -> [UInt32] {
    let bytes = Array(bytes)
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map(UInt32.init) }
    var characters: [UInt32] = []
    var index = 0
    while index < bytes.count {
      let length = bytes[index] < 0x80 ? 1 : bytes[index] < 0xe0 ? 2 : bytes[index] < 0xf0 ? 3 : 4
      let end = min(index + length, bytes.count)
      if let text = String(validating: bytes[index..<end], as: UTF8.self), let scalar = text.unicodeScalars.first,
        text.unicodeScalars.count == 1
      {
        characters.append(scalar.value)
        index = end
      } else {
        characters.append(0x11_0000 + UInt32(bytes[index]))
        index += 1
      }
    }
    return characters
  }
}

extension UInt32 {
  fileprivate static let star = UInt32(UInt8(ascii: "*"))
  fileprivate static let question = UInt32(UInt8(ascii: "?"))
  fileprivate static let open = UInt32(UInt8(ascii: "["))
  fileprivate static let close = UInt32(UInt8(ascii: "]"))
  fileprivate static let backslash = UInt32(UInt8(ascii: "\\"))
  fileprivate static let hyphen = UInt32(UInt8(ascii: "-"))
  fileprivate static let exclamation = UInt32(UInt8(ascii: "!"))
  fileprivate static let caret = UInt32(UInt8(ascii: "^"))
  fileprivate static let dot = UInt32(UInt8(ascii: "."))
}
