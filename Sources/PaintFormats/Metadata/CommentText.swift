import PaintPNG

/// The comment of a JPEG, which PNG has as a text with a keyword of its own.
enum CommentText {
  static let name = "Comment"
  private static let keyword = Array(name.utf8) + [0]

  /// The chunk of a comment, of which a JPEG does not state the encoding; nil for one without a letter.
  ///
  /// What is not UTF-8 is taken as Latin-1.
  static func chunk(of comment: [UInt8]) -> (kind: PNGColorChunks.Kind, payload: [UInt8])? {
    // Some programs write the end of a C string, too.
    let text = comment.prefix { $0 != 0 }
    if text.isEmpty { return nil }
    if text.allSatisfy({ $0 < 0x80 }) || String(validating: text, as: UTF8.self) == nil {
      return (.tEXt, keyword + text)
    }
    // Not compressed, without language and translation.
    return (.iTXt, keyword + [0, 0, 0, 0] + text)
  }

  /// The first comment of a picture as UTF-8; nil if there is none.
  static func comment(in chunks: PNGColorChunks) -> [UInt8]? {
    for (kind, payload) in chunks.ordered where kind.isMetadata && payload.starts(with: keyword) {
      if let text = comment(kind, payload) { return text }
    }
    return nil
  }

  /// The comment of a chunk with its keyword as UTF-8; nil if it is damaged.
  static func comment(_ kind: PNGColorChunks.Kind, _ payload: [UInt8]) -> [UInt8]? {
    guard let text = PNGText(kind, payload)?.text else { return nil }
    return kind == .iTXt ? text : Array(String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) })).utf8)
  }
}
