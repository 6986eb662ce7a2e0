import PaintTestSupport
import Testing

@testable import PaintFormats

@Suite("Names of colour profiles")
struct ProfileNameTests {
  /// A profile with one tag.
  private static func profile(tag: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    return [UInt8](repeating: 0, count: 128) + number(1) + Array("desc".utf8) + number(144) + number(tag.count) + tag
  }

  @Test("version 2 has it in ASCII, version 4 in UTF-16")
  func versions() {
    #expect(ProfileName(Fixture.bytes("srgb.icc"))?.text == "sRGB built-in")
    let old = Array("desc\0\0\0\0\0\0\0\u{7}Adobe!\0\0\0\0\0".utf8)
    #expect(ProfileName(Self.profile(tag: old))?.text == "Adobe!")
    let new = Array("mluc\0\0\0\0\0\0\0\u{1}\0\0\0\u{c}enUS\0\0\0\u{4}\0\0\0\u{1c}\0P\0Q".utf8)
    #expect(ProfileName(Self.profile(tag: new))?.text == "PQ")
  }

  @Test("a profile without a name has none")
  func none() {
    #expect(ProfileName([]) == nil)
    #expect(ProfileName(Self.profile(tag: Array("text\0\0\0\0abc".utf8))) == nil)
    let whole = Fixture.bytes("srgb.icc")
    for count in 0..<300 { #expect(ProfileName(Array(whole.prefix(count))) == nil) }
  }

  @Test("random changes of a profile never trap")
  func random() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("random profiles: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let whole = Fixture.bytes("srgb.icc")
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int.random(in: 128..<320, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = ProfileName(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
    }
  }
}
