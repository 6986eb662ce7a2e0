import Testing

@testable import PaintHistory

@Suite("ContentSum")
struct ContentSumTests {
  private func sum(_ bytes: some Sequence<UInt8>, pieces: [Int] = []) -> String {
    var sum = ContentSum()
    var rest = Array(bytes)[...]
    for piece in pieces {
      let part = Array(rest.prefix(piece))
      sum.add(part.span)
      rest = rest.dropFirst(piece)
    }
    sum.add(rest.span)
    return sum.name.digits
  }

  @Test(
    "is SHA-256, by the examples of FIPS 180-4",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func examples(text: String, expected: String) {
    #expect(sum(text.utf8) == expected)
  }

  @Test("the sum of a million letters")
  func long() {
    let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    #expect(sum(repeatElement(UInt8(ascii: "a"), count: 1_000_000)) == expected)
  }

  @Test("does not depend on how bytes are split into pieces, for lengths around the block size")
  func pieces() {
    for length in 0...200 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      let whole = sum(bytes)
      for first in stride(from: 0, through: length, by: 7) {
        #expect(sum(bytes, pieces: [first, 1, 63]) == whole, "\(length), \(first)")
      }
    }
  }

  @Test("a name is 64 hexadecimal digits and nothing else")
  func names() {
    let digits = sum([])
    #expect(ContentName(digits)?.digits == digits)
    #expect(ContentName(digits.uppercased())?.digits == digits)
    for text in ["", "abc", digits + "0", String(digits.dropLast()), String(digits.dropLast()) + "g"] {
      #expect(ContentName(text) == nil, "\(text)")
    }
  }
}
