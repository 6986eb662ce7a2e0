/// Base64 with padding, as in RFC 4648.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Appends the text of bytes.
  package static func append(_ bytes: some RandomAccessCollection<UInt8>, to text: inout [UInt8]) {
    var index = bytes.startIndex
    while index != bytes.endIndex {
      var group: UInt32 = 0
      var count = 0
      for _ in 0..<3 {
        group <<= 8
        guard index != bytes.endIndex else { continue }
        group |= UInt32(bytes[index])
        bytes.formIndex(after: &index)
        count += 1
      }
      for place in 0..<4 {
        let digit = digits[Int(group >> UInt32(18 - 6 * place) & 63)]
        text.append(place <= count ? digit : UInt8(ascii: "="))
      }
    }
  }
}
