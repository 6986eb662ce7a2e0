import PaintFormats
import PaintTestSupport
import Testing

@Suite("Damaged WebP")
struct WebPDamageTests {
  @Test("a lossless WebP whose header states no alpha is opaque, whatever samples it has")
  func unusedAlpha() throws {
    var bytes = Fixture.bytes("webp/lossless-alpha.webp")
    let whole = try Picture(reading: bytes)
    try #require(whole.pixels.contains { $0 >> 24 < 255 })
    // A signature, 14 bits of width and height each, then the bit.
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("VP8L".utf8)) }) + 9
    if bytes[12...].starts(with: Array("VP8X".utf8)) { bytes[20] &= ~0x10 }
    bytes[place + 3] &= ~0x10
    let reader = try PictureReader(PictureSource(bytes: bytes))
    #expect(reader.isOpaque)
    #expect(try Picture(reader).pixels == whole.pixels.map { $0 | 0xff00_0000 })
  }

  @Test("the frames of an animation that are whole can be read of a truncated file")
  func animation() throws {
    let bytes = Fixture.bytes("webp/animated.webp")
    let whole = try Picture(reading: bytes)
    var readable = 0
    for count in bytes.indices.dropFirst(12) {
      let part = Array(bytes.prefix(count))
      guard case .truncated(let rows, whole.height, let message)? = Picture.error(reading: part),
        message.contains("before all of its frames")
      else { continue }
      let reader = try PictureReader(PictureSource(bytes: part), options: ReadingOptions.lenient)
      #expect(try Picture(reader) == whole, "cut to \(count) bytes")
      #expect(rows == whole.height && message.hasSuffix("; \(rows) of \(rows) rows can be read"))
      #expect(reader.warnings == [message])
      readable += 1
    }
    // A second frame follows.
    #expect(readable > 50)
  }

  @Test("the rows of an animation's first frame that are there can be read of a truncated file")
  func firstFrame() throws {
    // The frame is a part of the picture, and has alpha.
    let still = Fixture.bytes("webp/lossy-alpha.webp")
    let frame = try Picture(reading: still)
    let bytes = Self.animation(of: still, frame.width, frame.height, left: 6, top: 4, width: 60, height: 50)
    let whole = try Picture(reading: bytes)
    #expect(whole.pixels[4 * 60 + 6..<4 * 60 + 6 + frame.width] == frame.pixels[..<frame.width])
    var found: Set<Int> = []
    for count in stride(from: 60, to: bytes.count, by: 3) {
      let part = Array(bytes.prefix(count))
      // The header is whole.
      let header = try PictureHeader(of: PictureSource(bytes: part))
      #expect((header.width, header.height, header.pages) == (60, 50, 1))
      guard case .truncated(let readable, 50, let message)? = Picture.error(reading: part) else {
        Issue.record("cut to \(count) bytes: \(Picture.error(reading: part) as Any)")
        continue
      }
      guard readable > 0 else {
        #expect(Picture.error(reading: part, ReadingOptions.lenient)?.message == message)
        continue
      }
      found.insert(readable)
      let reader = try PictureReader(PictureSource(bytes: part), options: ReadingOptions.lenient)
      let picture = try Picture(reader)
      #expect(reader.warnings == [message])
      #expect(picture.rows(readable).elementsEqual(whole.rows(readable)), "cut to \(count) bytes: \(readable) rows")
      #expect(picture.pixels[(readable * 60)...].allSatisfy { $0 == 0 }, "cut to \(count) bytes: \(readable) rows")
    }
    #expect(found.count > 1, "\(found)")
  }

  /// An animated WebP with the picture of a file with an outer format as its only frame.
  private static func animation(
    of still: [UInt8], _ frameWidth: Int, _ frameHeight: Int, left: Int, top: Int, width: Int, height: Int
  ) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + number(content.count, 4) + content + (content.count % 2 == 0 ? [] : [0])
    }
    let frame =
      number(left / 2, 3) + number(top / 2, 3) + number(frameWidth - 1, 3) + number(frameHeight - 1, 3) + number(100, 3)
      + [0] + still[30...]
    let chunks =
      chunk("VP8X", [0x12, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3))
      + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + chunk("ANMF", frame)
    return Array("RIFF".utf8) + number(4 + chunks.count, 4) + "WEBP".utf8 + chunks
  }

  @Test("of a WebP damaged in the middle the rows before the damage are kept", arguments: ["lossy", "lossless"])
  func damagedWebP(name: String) throws {
    let bytes = Fixture.bytes("webp/\(name).webp")
    let whole = try Picture(reading: bytes)
    var random = SeededGenerator(seed: 8)
    var kept = 0
    for _ in 0..<2_000 {
      var changed = bytes
      let place = Int.random(in: bytes.count / 2..<bytes.count, using: &random)
      for byte in place..<min(place + 8, bytes.count) { changed[byte] = .random(in: 0...255, using: &random) }
      guard case .damaged(let readable, let rows, let message)? = Picture.error(reading: changed) else { continue }
      #expect(rows == whole.height && readable > 0)
      let reader = try PictureReader(PictureSource(bytes: changed), options: ReadingOptions.lenient)
      let picture = try Picture(reader)
      #expect(reader.warnings == [message])
      #expect(picture.pixels[(readable * whole.width)...].allSatisfy { $0 == 0 }, "\(message)")
      kept += 1
    }
    #expect(kept > 0)
  }

  @Test("a WebP whose EXIF is cut off says that the orientation may be missing")
  func cutEXIF() throws {
    let bytes = Fixture.bytes("webp/orientation-6.webp")
    let reader = try PictureReader(PictureSource(bytes: Array(bytes.dropLast(1))), options: ReadingOptions.lenient)
    _ = try Picture(reader)
    #expect(
      reader.warnings.contains("the EXIF of the WebP, which may state an orientation, is missing"), "\(reader.warnings)"
    )
  }
}
