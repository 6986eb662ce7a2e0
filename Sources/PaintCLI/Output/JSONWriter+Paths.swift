import SystemPackage

extension JSONWriter {
  /// Writes key and path, null if there is none.
  ///
  /// JSON is text: bytes of a name that are not UTF-8 become U+FFFD. Only then a second key, which ends in `_bytes`, has all
  /// bytes of the path in hexadecimal.
  mutating func field(_ name: String, _ path: FilePath?) {
    let text = path?.string
    field(name, text)
    guard let path, let text, FilePath(text) != path else { return }
    field(name + "_bytes", path.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
  }
}
