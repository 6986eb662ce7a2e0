import PaintPNG

/// A text of a PNG: its keyword and its letters.
struct PNGText {
  let keyword: [UInt8]
  /// In UTF-8 if it is of the kind iTXt, and otherwise in Latin-1.
  let text: [UInt8]

  /// The most bytes of a text that was compressed: EXIF of 256 KiB as hexadecimal digits.
  private static let limit = 5 << 17

  /// The keyword of a chunk, without its text.
  static func keyword(of payload: [UInt8]) -> String { String(decoding: payload.prefix { $0 != 0 }, as: UTF8.self) }

  /// Takes a chunk apart; nil if it is no text, damaged, or too long.
  init?(_ kind: PNGColorChunks.Kind, _ payload: [UInt8]) {
    guard let end = payload.firstIndex(of: 0) else { return nil }
    keyword = Array(payload[..<end])
    let rest = payload[(end + 1)...]
    switch kind {
    case .tEXt: text = Array(rest)
    case .zTXt:
      guard let text = Self.inflated(rest.dropFirst()) else { return nil }
      self.text = text
    case .iTXt:
      // Whether it is compressed, the method, and then the language and the translated keyword, which a zero byte ends.
      let parts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      guard rest.first != 0 else {
        text = Array(parts[2])
        return
      }
      guard let text = Self.inflated(parts[2]) else { return nil }
      self.text = text
    default: return nil
    }
  }

  private static func inflated(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    let text = ZlibStream.inflated(Array(bytes), count: limit)
    return text.isEmpty || text.count == limit ? nil : text
  }
}
