extension String {
  /// A copy of UTF-8 bytes as text; invalid UTF-8 becomes U+FFFD.
  init(copying bytes: Span<UInt8>) {
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    self = String(decoding: copy, as: UTF8.self)
  }
}
