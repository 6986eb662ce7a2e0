import PaintFormats
import PaintRaster
import PaintTestSupport
import Testing

@Suite("Interlaced PNG")
struct InterlacedPNGTests {
  private static let side = 19

  private static func pixel(_ x: Int, _ y: Int) -> UInt8 { UInt8(truncatingIfNeeded: 7 * x + 31 * y + x * y) }

  private static func file() -> [UInt8] { InterlacedPNG.file(side: side, chunkBytes: 5, pixel: pixel) }

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
    let options = ReadingOptions.lenient
    var found: Set<Int> = []
    for count in 46..<bytes.count {
      let part = Array(bytes.prefix(count))
      let error = Picture.error(reading: part)
      let readable: Int
      switch error {
      case .truncated(let rows, Self.side, _)?, .damaged(let rows, Self.side, _)?: readable = rows
      default:
        Issue.record("cut to \(count) bytes: \(error as Any)")
        continue
      }
      guard let error, let reader = try? PictureReader(try PictureSource(bytes: part), options: options),
        let picture = try? Picture(reader)
      else {
        // There is no row of any pass.
        #expect(readable == 0 && found.isEmpty && error?.isAcceptable == false)
        #expect(error?.message.hasSuffix("; 0 of 19 rows can be read") == true, "\(error as Any)")
        continue
      }
      found.insert(readable)
      #expect(error.isAcceptable)
      #expect(reader.warnings == [error.message] && !reader.isOpaque)
      let isRight = picture.pixels.indices.allSatisfy { [0, whole.pixels[$0]].contains(picture.pixels[$0]) }
      #expect(isRight, "cut to \(count) bytes")
      let complete = (0..<Self.side).filter { picture.rows(in: $0..<$0 + 1).allSatisfy { $0 != 0 } }
      #expect((0..<Self.side).first { !complete.contains($0) } ?? Self.side == readable, "cut to \(count) bytes")
      // What the message says of the rows behind is true.
      let behind = complete.filter { $0 > readable }
      if error.message.contains("every second one of the others") {
        #expect(behind == Array(stride(from: readable + 1, to: Self.side, by: 2)), "cut to \(count) bytes")
      } else if error.message.contains("are there") {
        #expect(picture.rows(in: readable..<Self.side).contains { $0 != 0 }, "cut to \(count) bytes")
      }
    }
    #expect(found == [0, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19])
  }

  @Test("says in plain words what is there")
  func words() {
    let bytes = Self.file()
    let endings = (46..<bytes.count).compactMap { count -> Substring? in
      let message = Picture.error(reading: Array(bytes.prefix(count)))?.message
      return message?.split(separator: "; ").last
    }
    var distinct: [Substring] = []
    for ending in endings where distinct.last != ending { distinct.append(ending) }
    #expect(
      distinct == [
        "0 of 19 rows can be read", "no row is complete, but parts of rows are there",
        "only the first of 19 rows is complete, but parts of others are there",
        "only the first of 19 rows is complete, and every second one of the others",
      ]
        + stride(from: 3, to: 18, by: 2).map {
          "the first \($0) of 19 rows are complete, and every second one of the others"
        } + ["19 of 19 rows can be read"])
  }

  @Test("is damaged in the middle: a lenient reader takes the passes before")
  func damage() throws {
    var bytes = Self.file()
    let whole = try Picture(reading: bytes)
    bytes[bytes.count / 2] ^= 0x10
    let error = Picture.error(reading: bytes)
    guard case .damaged(let readable, 19, let message)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    let options = ReadingOptions.lenient
    let reader = try PictureReader(PictureSource(bytes: bytes), options: options)
    let picture = try Picture(reader)
    #expect(reader.warnings == [message])
    #expect(picture.rows(readable).elementsEqual(whole.rows(readable)))
    #expect(picture.pixels.contains(0) && picture.pixels.contains { $0 != 0 })
  }
}
