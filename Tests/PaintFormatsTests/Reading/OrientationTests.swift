import PaintTestSupport
import Testing

@testable import PaintFormats

@Suite("Orientation")
struct OrientationTests {
  /// A directory with one entry.
  static func exif(_ order: String, tag: [UInt8] = [0x01, 0x12], type: UInt8 = 3, value: UInt8) -> [UInt8] {
    func number(_ bytes: [UInt8]) -> [UInt8] { order == "II" ? bytes.reversed() : bytes }
    return Array(order.utf8) + number([0, 42]) + number([0, 0, 0, 8]) + number([0, 1]) + number(tag)
      + number([0, type]) + number([0, 0, 0, 1]) + number([0, value]) + [0, 0]
  }

  @Test("EXIF in both byte orders", arguments: 1...8)
  func both(value: Int) {
    #expect(Orientation(exif: Self.exif("II", value: UInt8(value))).rawValue == value)
    #expect(Orientation(exif: Self.exif("MM", value: UInt8(value))).rawValue == value)
  }

  @Test("the stored rows and columns end at the sides of the upright picture that it tells", arguments: 1...8)
  func ends(value: Int) throws {
    let upright = Picture(width: 3, height: 2, pixels: [0, 1, 2, 3, 4, 5]).turned(value)
    let orientation = try #require(Orientation(rawValue: value))
    let last = try #require(upright.pixels.firstIndex(of: 5))
    #expect(orientation.reversesColumns == (last % upright.width == 0))
    #expect(orientation.reversesRows == (last / upright.width == 0))
  }

  @Test("EXIF without a valid orientation is upright")
  func invalid() {
    for value in [0, 9, 255] { #expect(Orientation(exif: Self.exif("II", value: UInt8(value))) == .upright) }
    #expect(Orientation(exif: Self.exif("II", tag: [1, 0x13], value: 6)) == .upright)
    #expect(Orientation(exif: Self.exif("MM", type: 4, value: 6)) == .upright)
    #expect(Orientation(exif: Self.exif("XX", value: 6)) == .upright)
    let whole = Self.exif("MM", value: 6)
    for count in 0..<whole.count - 2 { #expect(Orientation(exif: whole.prefix(count)) == .upright) }
  }

  @Test("EXIF of random bytes never traps")
  func random() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("random EXIF: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      var bytes = Self.exif(Bool.random(using: &generator) ? "II" : "MM", value: 6)
      for _ in 0..<3 {
        bytes[Int.random(in: 2..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = Orientation(exif: bytes)
    }
  }
}
