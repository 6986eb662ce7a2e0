import Testing

@testable import PaintCLI
@testable import PaintTerminal

@Suite("Base64") struct Base64Tests {
  private func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    Base64.append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  @Test("the examples of RFC 4648") func examples() {
    let examples = [
      "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=", "foobar": "Zm9vYmFy",
    ]
    for (plain, encoded) in examples { #expect(text(Array(plain.utf8)) == encoded) }
  }

  @Test("a plain reader gets the same bytes") func bytes() {
    for count in 0..<300 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
      #expect(PlainBase64.bytes(Array(text(bytes).utf8)) == bytes)
    }
  }
}
