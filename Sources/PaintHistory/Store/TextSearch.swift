/// Case-insensitive text search.
struct TextSearch {
  private let wanted: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    wanted = Array(text.lowercased().utf8)
    isASCII = wanted.allSatisfy { $0 < 128 }
  }

  /// Whether `other` contains the text; an empty text is always found.
  func isFound(in other: String) -> Bool {
    // Converting whole commands to lower case costs more than searching them.
    var other = isASCII ? other : other.lowercased()
    other.makeContiguousUTF8()
    let bytes = other.utf8.span
    guard let first = wanted.first else { return true }
    guard bytes.count >= wanted.count else { return false }
    for start in 0...bytes.count - wanted.count where Self.lowered(bytes[start]) == first {
      var length = 1
      while length < wanted.count, Self.lowered(bytes[start + length]) == wanted[length] { length += 1 }
      if length == wanted.count { return true }
    }
    return false
  }

  @inline(__always) private static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
