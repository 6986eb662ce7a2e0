import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintFormats

@Suite("EXIF") struct EXIFBlockTests {
  /// A field of one number.
  struct Field {
    var tag: Int
    var type: Int
    var value: Int
  }

  /// EXIF in which the first directory has an orientation and the place of the details, which have the size, and a
  /// second one the place of a thumbnail at the end.
  static func block(
    isLittle: Bool, orientation: Int = 6, width: Int = 4000, height: Int = 3000,
    thumbnail: [UInt8] = [0xff, 0xd8, 1, 2],
    sizeType: Int = 3
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isLittle ? bytes : bytes.reversed()
    }
    func directory(_ fields: [Field], next: Int) -> [UInt8] {
      var bytes = number(fields.count, 2)
      for field in fields {
        bytes += number(field.tag, 2) + number(field.type, 2) + number(1, 4)
        bytes += field.type == 3 ? number(field.value, 2) + [0, 0] : number(field.value, 4)
      }
      return bytes + number(next, 4)
    }
    // Directories of two entries take 30 bytes.
    return Array((isLittle ? "II*\0" : "MM\0*").utf8) + number(8, 4)
      + directory([Field(tag: 0x0112, type: 3, value: orientation), Field(tag: 0x8769, type: 4, value: 38)], next: 68)
      + directory(
        [Field(tag: 0xa002, type: sizeType, value: width), Field(tag: 0xa003, type: sizeType, value: height)], next: 0)
      + directory(
        [Field(tag: 0x0201, type: 4, value: 98), Field(tag: 0x0202, type: 4, value: thumbnail.count)], next: 0)
      + thumbnail
  }

  @Test("orientation, size and thumbnail are corrected in place", arguments: [false, true])
  func corrected(isLittle: Bool) throws {
    var exif = try #require(EXIFBlock(Self.block(isLittle: isLittle)))
    exif.makeUpright(turnedBy: .right)
    #expect(exif.bytes == Self.block(isLittle: isLittle, orientation: 1))
    exif.setSize(try #require(CanvasSize(width: 65_536, height: 70)))
    #expect(
      exif.bytes == Self.block(isLittle: isLittle, orientation: 1, width: 65_536, height: 70, sizeType: 4))
    exif.removeThumbnail()
    var expected = Self.block(isLittle: isLittle, orientation: 1, width: 65_536, height: 70, sizeType: 4).dropLast(4)
    for place in 34..<38 { expected[place] = 0 }
    #expect(exif.bytes == Array(expected))
    #expect(Orientation(exif: exif.bytes) == .upright)
  }

  @Test("the density turns with the picture", arguments: Orientation.allCases)
  func density(orientation: Orientation) throws {
    func block(_ orientation: Orientation, _ x: UInt8, _ y: UInt8) -> [UInt8] {
      // Orientation, and the places of two fractions behind the directory of three entries.
      Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 3]
        + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
        + [0x01, 0x1a, 0, 5, 0, 0, 0, 1, 0, 0, 0, x, 0x01, 0x1b, 0, 5, 0, 0, 0, 1, 0, 0, 0, y]
        + [0, 0, 0, 0, 0, 0, 1, 44, 0, 0, 0, 1, 0, 0, 0, 150, 0, 0, 0, 1]
    }
    var exif = try #require(EXIFBlock(block(orientation, 50, 58)))
    exif.makeUpright(turnedBy: orientation)
    #expect(exif.bytes == (orientation.swapsSides ? block(.upright, 58, 50) : block(.upright, 50, 58)))
  }

  @Test("an orientation is added where none is stated, and nothing else moves", arguments: [false, true])
  func added(isLittle: Bool) throws {
    let stated = Self.block(isLittle: isLittle)
    // The first entry, the orientation, becomes one of another tag: below and above it.
    for tag in [0x010f, 0x0132] {
      var bytes = stated
      let words = [UInt8(tag >> 8), UInt8(tag & 255)]
      bytes.replaceSubrange(10..<12, with: isLittle ? words.reversed() : words)
      var exif = try #require(EXIFBlock(bytes))
      #expect(Orientation(exif: exif.bytes) == .upright)
      let orientation = try #require(Orientation(rawValue: 6))
      exif.setOrientation(orientation)
      #expect(Orientation(exif: exif.bytes) == orientation)
      // Only the place of the first directory differs; its copy has the entries in ascending order.
      #expect(exif.bytes[8..<bytes.count] == bytes[8...] && exif.bytes.count == bytes.count + 42)
      let tags = (0..<3).map { entry in
        let pair = Array(exif.bytes[bytes.count + 2 + 12 * entry..<bytes.count + 4 + 12 * entry])
        return isLittle ? Int(pair[1]) << 8 | Int(pair[0]) : Int(pair[0]) << 8 | Int(pair[1])
      }
      #expect(tags == [tag, 0x0112, 0x8769].sorted())
      exif.setSize(try #require(CanvasSize(width: 65_536, height: 70)))
      exif.makeUpright(turnedBy: .upright)
      #expect(Orientation(exif: exif.bytes) == .upright)
    }
  }

  @Test("a thumbnail that is not at the end is overwritten with zeros")
  func thumbnailInside() throws {
    let bytes = Self.block(isLittle: true) + [7, 8, 9]
    var exif = try #require(EXIFBlock(bytes))
    exif.removeThumbnail()
    #expect(exif.bytes.count == bytes.count)
    #expect(Array(exif.bytes.suffix(7)) == [0, 0, 0, 0, 7, 8, 9])
  }

  @Test("other bytes are no EXIF")
  func none() {
    for bytes in [[], Array("MM".utf8), Array("Exif\0\0MM\0*".utf8), Array("II\0*".utf8)] as [[UInt8]] {
      #expect(EXIFBlock(bytes) == nil)
    }
  }

  @Test("truncated and random EXIF never traps")
  func random() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("random EXIF blocks: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let size = try #require(CanvasSize(width: 3, height: 5))
    for step in 0..<20_000 {
      var bytes = Self.block(isLittle: Bool.random(using: &generator))
      if step % 2 == 0 { bytes = Array(bytes.prefix(Int.random(in: 4...bytes.count, using: &generator))) }
      for _ in 0..<step % 5 where bytes.count > 4 {
        bytes[Int.random(in: 4..<bytes.count, using: &generator)] =
          [0, 1, 2, 8, 255, .random(in: 0...255)].randomElement(
            using: &generator) ?? 0
      }
      guard var exif = EXIFBlock(bytes) else { continue }
      exif.removeThumbnail()
      exif.makeUpright(turnedBy: .left)
      exif.setSize(size)
    }
  }
}
