import PaintFormats
import PaintRaster
import Testing

@Suite("Interlaced PNG")
struct InterlacedPNGTests {
  private static let side = 19

  private static func pixel(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: 7 * x + 31 * y + x * y) }

  /// A grey picture whose pixels are stored without compression, a few bytes in each chunk.
  private static func file() -> [UInt8] {
    var rows: [UInt8] = []
    // Each pass: first column and row, then the steps (PNG specification, "Interlacing and pass extraction").
    for (left, top, across, down) in [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ] {
      for y in stride(from: top, to: side, by: down) {
        rows += [0] + stride(from: left, to: side, by: across).map { pixel($0, y) }
      }
    }
    var (low, high) = (1, 0)
    for byte in rows {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    func short(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    let stream =
      [0x78, 1, 1] + short(rows.count) + short(65_535 - rows.count) + rows + short(high).reversed()
      + short(low).reversed()
    let header = PNGHeaderTests.number(UInt32(side)) + PNGHeaderTests.number(UInt32(side)) + [8, 0, 0, 0, 1]
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10] + PNGHeaderTests.chunk("IHDR", header)
    for start in stride(from: 0, to: stream.count, by: 5) {
      bytes += PNGHeaderTests.chunk("IDAT", Array(stream[start..<min(start + 5, stream.count)]))
    }
    return bytes + PNGHeaderTests.chunk("IEND", [])
  }

  @Test("is limited as all pictures that are decoded as a whole")
  func limit() throws {
    var options = ReadingOptions()
    options.pixelLimit = Self.side * Self.side
    #expect(Picture.error(reading: Self.file(), options) == nil)
    options.pixelLimit -= 1
    #expect(
      Picture.error(reading: Self.file(), options)
        == .pixelLimit(
          message: "the picture has 19x19 pixels, of which all have to be in memory at once, but at most 360 may be"))
  }

  @Test("is truncated: the rows from the top that are complete are counted, and a lenient reader takes all pixels")
  func truncations() throws {
    let bytes = Self.file()
    let whole = try Picture(reading: bytes)
    #expect(whole.pixels.indices.allSatisfy { whole.pixels[$0] & 255 == Self.pixel($0 % Self.side, $0 / Self.side) })
    var options = ReadingOptions()
    options.isLenient = true
    var found: Set<Int> = []
    for count in 46..<bytes.count {
      let part = Array(bytes.prefix(count))
      guard case .truncated(let readable, Self.side, let message)? = Picture.error(reading: part) else {
        Issue.record("cut to \(count) bytes it is read")
        continue
      }
      guard let reader = try? PictureReader(try PictureSource(bytes: part), options: options),
        let picture = try? Picture(reader)
      else {
        // There is no row of any pass.
        #expect(readable == 0 && found.isEmpty)
        continue
      }
      found.insert(readable)
      #expect(reader.warnings == [message] && !reader.isOpaque)
      let isRight = picture.pixels.indices.allSatisfy { [0, whole.pixels[$0]].contains(picture.pixels[$0]) }
      #expect(isRight, "cut to \(count) bytes")
      let complete = (picture.pixels.firstIndex(of: 0) ?? picture.pixels.count) / Self.side
      #expect(complete == readable, "cut to \(count) bytes")
    }
    #expect(found == [0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19])
  }
}
