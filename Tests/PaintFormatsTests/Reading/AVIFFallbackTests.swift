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

  @Test(
    "is read with libheif: pixels, orientation and colour are those of the same HEIF",
    // libavif does not refuse the last one.
    arguments: Fixture.heif.filter { $0 != "heif/av1.heic" })
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

  /// A change that libavif refuses an AVIF for, and one that makes it a HEIF, which libavif is not asked for.
  enum Change: CaseIterable {
    case otherVersion, otherBrand

    /// Of a file with a picture of AV1.
    func apply(to bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .otherVersion: replacing("av1C\u{81}", "av1C\u{1}", in: bytes)
      case .otherBrand: replacing("avif", "mif1", in: bytes)
      }
    }

    /// The bytes with one text in place of another of the same length, both of Latin-1.
    private func replacing(_ old: String, _ new: String, in bytes: [UInt8]) -> [UInt8] {
      let (old, new) = (old.unicodeScalars.map { UInt8($0.value) }, new.unicodeScalars.map { UInt8($0.value) })
      var bytes = bytes
      for place in bytes.indices where bytes[place...].starts(with: old) {
        bytes.replaceSubrange(place..<place + old.count, with: new)
      }
      return bytes
    }
  }

  @Test("of AV1 is read with libheif, within the limit of pixels", arguments: Fixture.avif, Change.allCases)
  func isReadFromAV1(name: String, change: Change) throws {
    let original = Fixture.bytes(name)
    let bytes = change.apply(to: original)
    #expect(bytes != original)
    let (found, expected) = (try Picture(reading: bytes), try Picture(reading: original))
    #expect((found.width, found.height) == (expected.width, expected.height))
    var options = ReadingOptions()
    options.pixelLimit = 64
    guard case .pixelLimit? = Picture.error(reading: bytes, options) else {
      Issue.record("\(Picture.error(reading: bytes, options) as Any)")
      return
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
