import PaintFormats
import PaintRaster
import Testing

@Suite("Damaged JPEG")
struct JPEGDamageTests {
  @Test(
    "of a truncated JPEG the rows that cannot be read are transparent",
    arguments: ["420", "progressive", "cmyk-adobe"])
  func blankRows(name: String) throws {
    let bytes = Fixture.bytes("jpeg/\(name).jpg")
    var coarse = 0
    for count in DamageTests.lengths(of: bytes) {
      let part = Array(bytes.prefix(count))
      guard case .truncated(let readable, let rows, _)? = Picture.error(reading: part), readable > 0 else { continue }
      let picture = try Picture(PictureReader(PictureSource(bytes: part), options: ReadingOptions.lenient))
      func places(of alpha: UInt32) -> [Int] {
        (0..<rows).filter { y in
          picture.pixels[y * picture.width..<(y + 1) * picture.width].allSatisfy { $0 >> 24 == alpha }
        }
      }
      let (opaque, blank) = (places(of: 255), places(of: 0))
      // One row more is there if its colours are not interpolated with those below.
      let end = opaque.count > readable ? readable + 1 : readable
      #expect(opaque == Array(0..<end) && blank == Array(end..<rows), "cut to \(count) bytes: \(readable) rows")
      if readable < rows { coarse += 1 }
    }
    #expect(coarse > 0)
  }

  @Test("a JPEG with more than 100 scans is refused, and one with fewer is not")
  func scans() throws {
    let bytes = Fixture.bytes("jpeg/progressive.jpg")
    let starts = bytes.indices.dropLast().filter { bytes[$0] == 0xff && bytes[$0 + 1] == 0xda }
    let last = try #require(starts.last)
    let scan = bytes[last..<bytes.count - 2]
    func repeated(_ count: Int) -> [UInt8] {
      Array(bytes[..<last]) + Array(repeatElement(scan, count: count).joined()) + bytes.suffix(2)
    }
    let refused = Picture.error(reading: repeated(101))
    #expect(refused?.message.contains("more than 100 scans") == true, "\(String(describing: refused))")
    let few = repeated(101 - starts.count)
    let reader = try PictureReader(PictureSource(bytes: few), options: ReadingOptions.lenient)
    _ = try Picture(reader)
  }

  @Test("a JPEG without the mark of its end is read with a warning", arguments: [false, true])
  func missingEnd(hasComment: Bool) throws {
    let bytes = Fixture.bytes("jpeg/420.jpg")
    let comment: [UInt8] = hasComment ? [0xff, 0xfe, 0, 4, 65, 66] : []
    let reader = try PictureReader(PictureSource(bytes: bytes.dropLast(2) + comment))
    #expect(try Picture(reader) == Picture(reading: bytes))
    #expect(reader.warnings == ["the JPEG has no end marker"])
  }

  @Test("the rows of a JPEG that is read smaller are counted as in its file")
  func reducedCount() throws {
    var options = ReadingOptions()
    options.minimumSize = { full in CanvasSize(width: (full.width + 3) / 4, height: (full.height + 3) / 4) }
    let bytes = Fixture.bytes("jpeg/444.jpg")
    let error = Picture.error(reading: Array(bytes.prefix(bytes.count * 3 / 4)), options)
    guard case .truncated(let readable, 35, let message)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect([8, 16, 24].contains(readable) && message.hasSuffix("; \(readable) of 35 rows can be read"), "\(message)")
  }

  @Test(
    "the rows that are counted of a truncated JPEG are all that are as they are to be",
    arguments: ["grey", "444", "422", "420"])
  func exactCount(name: String) throws {
    let bytes = Fixture.bytes("jpeg/\(name).jpg")
    // Rows of blocks; where colours have fewer rows, the last is interpolated with the next.
    let (block, missing) = name == "420" ? (16, 1) : (8, 0)
    var found: Set<Int> = []
    for count in bytes.count / 3..<bytes.count {
      let part = Array(bytes.prefix(count))
      guard case .truncated(let readable, 35, _)? = Picture.error(reading: part), readable > 0 else { continue }
      found.insert(readable)
    }
    #expect(found.count > 1 && found.allSatisfy { ($0 + missing) % block == 0 || $0 == 35 }, "\(found)")
  }
}
