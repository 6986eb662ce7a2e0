import PaintHistory
import PaintRaster
import SystemPackage

/// A pattern as typed, `pattern(FILE)`, and its picture after it was read.
struct PatternArgument: Equatable, Sendable {
  /// The beginning of every pattern.
  static let beginning = "pattern("

  /// The file as typed; `content:HASH` for one that the document keeps.
  var file: [UInt8]
  /// The picture's name in the document; nil before it is read.
  var content: ContentName?
  /// The picture; nil before it is read.
  var pattern: Pattern?

  /// Whether a word looks like a pattern.
  static func isPattern(_ word: Span<UInt8>) -> Bool {
    guard word.count >= beginning.utf8.count else { return false }
    // Most words are colours, and every line of a script comes here.
    for (place, byte) in beginning.utf8.enumerated() where word[place] | 0x20 != byte | 0x20 { return false }
    return true
  }

  /// Reads the whole word; throws `bad_value`.
  static func parse(_ word: Span<UInt8>) throws(Failure) -> PatternArgument {
    let example = "for example: pattern(tile.png)"
    guard word[word.count - 1] == UInt8(ascii: ")") else {
      throw Failure(.badValue, "\(Failure.quoted(word)): its last parenthesis is missing", hint: example)
    }
    let inner = word.extracting(beginning.utf8.count..<word.count - 1)
    var file: [UInt8] = []
    for index in inner.indices { file.append(inner[index]) }
    guard !file.isEmpty else { throw Failure(.badValue, "\(Failure.quoted(word)) names no file", hint: example) }
    guard file != [UInt8(ascii: "-")] else {
      throw Failure(.badValue, "a pattern comes from a file, not from standard input", hint: example)
    }
    _ = try Session.keptContent(String(decoding: file, as: UTF8.self))
    return PatternArgument(file: file)
  }

  /// Whether it names a picture that the document keeps.
  var isKept: Bool { String(decoding: file, as: UTF8.self).hasPrefix("content:") }

  /// The path of its file.
  var path: FilePath { FilePath(bytes: file) }

  /// The canonical words, byte for byte: with the content, once it is known.
  var bytes: [UInt8] {
    let name = content.map { Array("content:\($0.digits)".utf8) } ?? file
    return Array(Self.beginning.utf8) + name + [UInt8(ascii: ")")]
  }

  /// The content that a word of a recorded command names; nil for every other word.
  static func content(in word: Span<UInt8>) -> ContentName? {
    guard isPattern(word), let pattern = try? parse(word) else { return nil }
    return try? Session.keptContent(String(decoding: pattern.file, as: UTF8.self))
  }
}
