/// Writes words so that a shell and a script read them back unchanged.
enum ShellQuoting {
  /// Appends the word, between single quotes if anything in it could mean something to a shell.
  ///
  /// A word must hold no NUL and no line end to fit into a script.
  static func append(_ word: some Collection<UInt8>, to text: inout [UInt8]) {
    if !word.isEmpty, word.allSatisfy(isPlain) {
      text.append(contentsOf: word)
      return
    }
    let quote = UInt8(ascii: "'")
    text.append(quote)
    for byte in word {
      // A single quote cannot stand between single quotes: close, escape it, open again.
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
