import SystemPackage

/// Quotes words for shells and scripts.
enum ShellQuoting {
  /// Appends the word, in single quotes if it contains characters that are special in a shell.
  ///
  /// A word with control characters is written between `$'` and `'`, with an escape for each of them, so that none
  /// reaches a terminal. The word must not contain NUL.
  static func append(_ word: some Collection<UInt8>, to text: inout [UInt8]) {
    // Nearly all words; each is looked at once.
    if !word.isEmpty, word.allSatisfy({ $0 < 127 && isPlain($0) }) {
      text.append(contentsOf: word)
      return
    }
    if word.contains(where: { $0 < 32 || $0 >= 127 }) {
      let controls = controlBytes(of: word)
      if controls.contains(true) { return appendSpelledOut(word, controls, to: &text) }
    }
    if !word.isEmpty, word.allSatisfy(isPlain) {
      text.append(contentsOf: word)
      return
    }
    let quote = UInt8(ascii: "'")
    text.append(quote)
    for byte in word {
      // Single quotes cannot contain one: they are closed, it is escaped, and they are opened again.
      if byte == quote { text.append(contentsOf: "'\\'".utf8) }
      text.append(byte)
    }
    text.append(quote)
  }

  /// The word as `append(_:to:)` writes it.
  static func quoted(_ word: String) -> String {
    var text: [UInt8] = []
    append(Array(word.utf8), to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// A path as a shell reads it, as text: every byte that is not ASCII is spelled out if the path is not UTF-8.
  static func quoted(_ path: FilePath) -> String {
    guard FilePath(path.string) != path else { return quoted(path.string) }
    var text: [UInt8] = []
    appendSpelledOut(path.bytes, path.bytes.map { $0 < 32 || $0 >= 127 }, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// For each byte, whether it is part of a control character.
  ///
  /// Bytes that are not UTF-8 are none.
  private static func controlBytes(of word: some Collection<UInt8>) -> [Bool] {
    let bytes = Array(word)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      var controls = [Bool](repeating: false, count: bytes.count)
      for place in bytes.indices {
        // A continuation byte begins no character, so every valid one is found, whatever is before it.
        for width in 1...4 where place + width <= bytes.count {
          guard let character = String(validating: bytes[place..<place + width], as: UTF8.self) else { continue }
          let isControl = character.unicodeScalars.first.map(Failure.isControl) ?? false
          for part in place..<place + width where isControl { controls[part] = true }
          break
        }
      }
      return controls
    }
    return text.unicodeScalars.flatMap { scalar in
      repeatElement(Failure.isControl(scalar), count: UTF8.width(scalar))
    }
  }

  private static func appendSpelledOut(
    _ word: some Collection<UInt8>, _ controls: [Bool], to text: inout [UInt8]
  ) {
    text.append(contentsOf: "$'".utf8)
    for (byte, isControl) in zip(word, controls) {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): text.append(contentsOf: "\\n".utf8)
      case UInt8(ascii: "\r"): text.append(contentsOf: "\\r".utf8)
      case UInt8(ascii: "\t"): text.append(contentsOf: "\\t".utf8)
      case _ where isControl:
        // Always two digits, so that a digit that follows is not read as a third one.
        text.append(contentsOf: (byte < 16 ? "\\x0" : "\\x").utf8)
        text.append(contentsOf: String(byte, radix: 16).utf8)
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "'"))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: ":"), UInt8(ascii: "="),
      UInt8(ascii: "@"), UInt8(ascii: "%"):
      true
    default: byte >= 128
    }
  }
}
