/// Looks for a text in others, in large or small letters.
struct TextSearch {
  private let wanted: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    wanted = Array(text.lowercased().utf8)
    isASCII = wanted.allSatisfy { $0 < 128 }
  }

  /// True when the text is somewhere in `other`; an empty one is everywhere.
  func isFound(in other: String) -> Bool {
    // Lowering the letters of whole commands costs more than looking at them.
    var other = isASCII ? other : other.lowercased()
    return other.withUTF8 { bytes in
      guard let first = wanted.first else { return true }
      guard bytes.count >= wanted.count else { return false }
      for start in 0...bytes.count - wanted.count where Self.lowered(bytes[start]) == first {
        var length = 1
        while length < wanted.count, Self.lowered(bytes[start + length]) == wanted[length] { length += 1 }
        if length == wanted.count { return true }
      }
      return false
    }
  }

  @inline(__always) private static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
