extension String {
  /// A copy of UTF-8 bytes as text; invalid UTF-8 becomes U+FFFD.
  init(copying bytes: Span<UInt8>) {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    self = String(decoding: copy, as: UTF8.self)
  }

  /// Whether the bytes of a text are in it.
  ///
  /// Swift's `contains` for texts is in its library for regular expressions, with which the program would be larger and
  /// start more slowly.
  ///
  /// - Complexity: O(product of both lengths).
  func has(_ text: String) -> Bool {
    var rest = utf8[...]
    while rest.count >= text.utf8.count {
      if rest.starts(with: text.utf8) { return true }
      rest.removeFirst()
    }
    return false
  }
}
