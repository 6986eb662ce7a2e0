import PaintFormats
import Testing

@Suite("Damaged HEIF and AVIF")
struct HEIFDamageTests {
  @Test("what a library says about a HEIF that it cannot open is told as it says it")
  func heifWords() {
    for (old, new) in [("pitm", "xitm"), ("hvcC", "xxxC"), ("iloc", "xloc")] {
      var bytes = Fixture.bytes("heif/colour.heic")
      let place = bytes.indices.first { bytes[$0...].starts(with: Array(old.utf8)) }
      guard let place else { continue }
      bytes.replaceSubrange(place..<place + 4, with: Array(new.utf8))
      guard case .format(let message)? = Picture.error(reading: bytes) else { continue }
      // Unprintable bytes are question marks.
      #expect(!message.contains("?"), "\(old): \(message)")
      #expect(message.count { $0.isLetter || $0 == " " } * 10 > message.count * 9, "\(old): \(message)")
    }
  }

  @Test("a HEIF whose grid begins in its box and ends behind it is damaged")
  func outside() {
    // libheif reads on behind the box, and finds a grid of 11520x8960 pixels there.
    var bytes = Fixture.bytes("heif/rotated-1.heic")
    bytes[150] = 1
    #expect(
      Picture.error(reading: bytes)?.message.hasPrefix(
        "the HEIF is damaged: the data of an image are outside their box") == true)
  }

  @Test(
    "the header of a HEIF or AVIF is read if its pixels are missing, and errors say that it ends early",
    arguments: Fixture.heif + Fixture.avif)
  func headerAlone(name: String) throws {
    func words(_ header: PictureHeader) -> String {
      "\(header.width)x\(header.height) \(header.bitDepth) \(header.channels) \(header.hasAlpha) "
        + "\(header.orientation) \(header.pages) \(header.colorProfile?.count ?? 0)"
    }
    let bytes = Fixture.bytes(name)
    let whole = try PictureHeader(of: PictureSource(bytes: bytes))
    let data = try #require((0..<bytes.count - 4).last { bytes[$0..<$0 + 4].elementsEqual("mdat".utf8) }) - 4
    for count in [data, data + 3, data + 8, data + 9, (data + bytes.count) / 2, bytes.count - 1] {
      let part = Array(bytes.prefix(count))
      #expect(try words(PictureHeader(of: PictureSource(bytes: part))) == words(whole), "\(count) bytes")
      let rows = whole.orientation.swapsSides ? whole.width : whole.height
      guard case .truncated(0, rows, let message)? = Picture.error(reading: part) else {
        Issue.record("\(count) bytes: \(Picture.error(reading: part) as Any)")
        continue
      }
      #expect(message.hasSuffix("the file ends before the picture does; 0 of \(rows) rows can be read"))
    }
    for count in stride(from: 32, to: data, by: 29) {
      let part = Array(bytes.prefix(count))
      let error = #expect(throws: PictureError.self) { try PictureHeader(of: PictureSource(bytes: part)) }
      #expect(error?.message.hasSuffix("is damaged: the file ends within its header") == true, "\(error as Any)")
    }
  }

  @Test("images of a HEIF that refer to each other in a circle are refused")
  func circle() {
    // Found by random changes: the picture is made of itself.
    #expect(
      Picture.error(reading: Fixture.bytes("hostile/circle.heic"))
        == .format(message: "the HEIF is damaged: its images refer to each other without end"))
  }

  @Test(
    "a HEIF whose data are much larger than the size that it states is refused",
    arguments: [
      "coded-size", "coded-size-in-data", "grid-size", "av1-size", "av1-size-before", "av1-size-of-frame",
    ])
  func hiddenSize(name: String) throws {
    let stated = name.hasPrefix("av1") ? "45x35" : "64x64"
    let bytes = Fixture.bytes("hostile/\(name).heic")
    for isLenient in [false, true] {
      for limit in [1 << 20, 16384 * 16384 - 1] {
        var options = ReadingOptions()
        options.isLenient = isLenient
        options.pixelLimit = limit
        // Its header can be read.
        let header = try PictureHeader(of: PictureSource(bytes: bytes), options: options)
        #expect((header.width, header.height) == (45, 35))
        #expect(
          Picture.error(reading: bytes, options)
            == .format(
              message:
                "the HEIF is damaged: its data have 16384x16384 pixels, but it states \(stated) at most; 0 of 35 rows can be read"
            ))
      }
    }
  }

  @Test("a HEIF with half a part of AV1 before the data is refused: libheif reads both as one")
  func halfPart() {
    #expect(
      Picture.error(reading: Fixture.bytes("hostile/av1-half-part.heic"))?.message.hasPrefix(
        "the HEIF is damaged: what precedes the data of an image ends early") == true)
  }
}
