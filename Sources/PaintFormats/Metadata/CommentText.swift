import PaintPNG

/// The comment of a JPEG, which PNG has as a text with a keyword of its own.
enum CommentText {
  private static let keyword = Array("Comment".utf8) + [0]

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

  /// The first comment of a picture as UTF-8; nil if there is none that is not compressed.
  static func comment(in chunks: PNGColorChunks) -> [UInt8]? {
    for (kind, payload) in chunks.ordered where payload.starts(with: keyword) {
      let rest = payload[keyword.count...]
      switch kind {
      case .tEXt: return Array(String(String.UnicodeScalarView(rest.map { Unicode.Scalar($0) })).utf8)
      case .iTXt where rest.first == 0:
        // Two numbers, and then the language and the translated keyword, which a zero byte ends.
        let parts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        if parts.count == 3 { return Array(parts[2]) }
      default: break
      }
    }
    return nil
  }
}
