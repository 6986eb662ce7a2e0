import PaintFormats
import Testing

@Suite("AVIF that libavif refuses")
struct AVIFFallbackTests {
  /// A picture of libheif's kinds that calls itself an AVIF, so libavif refuses it.
  private func renamed(_ name: String) -> [UInt8] {
    var bytes = Fixture.bytes(name)
    bytes.replaceSubrange(8..<12, with: Array("avif".utf8))
    return bytes
  }

  @Test("is read with libheif: pixels, orientation and colour are those of the same HEIF", arguments: Fixture.heif)
  func isRead(name: String) throws {
    let bytes = renamed(name)
    for isUpright in [true, false] {
      var options = ReadingOptions()
      options.appliesOrientation = isUpright
      let expected = try PictureReader(PictureSource(bytes: Fixture.bytes(name)), options: options)
      let found = try PictureReader(PictureSource(bytes: bytes), options: options)
      #expect(found.header.orientation == expected.header.orientation)
      #expect(found.header.colorProfile == expected.header.colorProfile)
      #expect(found.colorChunks == expected.colorChunks)
      #expect(try Picture(found).difference(from: Picture(expected)) == nil)
    }
  }

  @Test("is refused with the message of libavif if libheif refuses it, too")
  func bothRefuse() {
    var bytes = renamed("heif/colour.heic")
    guard let place = (0..<bytes.count - 4).first(where: { bytes[$0..<$0 + 4].elementsEqual("hvcC".utf8) }) else {
      Issue.record("the fixture has no decoder configuration")
      return
    }
    bytes.replaceSubrange(place..<place + 4, with: Array("xxxC".utf8))
    let message = Picture.error(reading: bytes)?.message
    #expect(message?.hasPrefix("the AVIF is damaged: libavif reports") == true, "\(message ?? "it was read")")
  }
}
