import PaintFormats
import PaintRaster
import Testing

@Suite("Conversions while a picture is read")
struct ConversionTests {
  private static let corner = "pnm/plain.ppm"

  @Test("all orientations of TIFF give the same pixels as the plain transformation", arguments: 1...8)
  func orientationsOfTIFF(orientation: Int) throws {
    let stored = try Picture(reading: Fixture.bytes(Self.corner))
    let picture = try Picture(reading: Fixture.bytes("tiff/orientation-\(orientation).tif"))
    #expect(picture == stored.turned(orientation))
  }

  @Test("all orientations of JPEG's EXIF", arguments: 1...8)
  func orientationsOfJPEG(orientation: Int) throws {
    let stored = try Picture(reading: Fixture.bytes("jpeg/orientation-1.jpg"))
    let picture = try Picture(reading: Fixture.bytes("jpeg/orientation-\(orientation).jpg"))
    #expect(picture == stored.turned(orientation))
  }

  @Test("a picture that is higher than a band is turned, too", arguments: 1...8)
  func tall(orientation: Int) throws {
    var bytes = Fixture.bytes("tiff/strips.tif")
    let stored = try Picture(reading: bytes)
    // The tag's place: its number, type and count, in a directory in little-endian order.
    let tag: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0]
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: tag) })
    bytes[place + 8] = UInt8(orientation)
    #expect(stored.height > PictureReader.bandRows)
    #expect(try Picture(reading: bytes) == stored.turned(orientation))
  }

  @Test("CMYK without Adobe's marker is not inverted")
  func plainCMYK() throws {
    let adobe = try Picture(reading: Fixture.bytes("jpeg/cmyk-adobe.jpg"))
    let plain = try Picture(reading: Fixture.bytes("jpeg/cmyk-plain.jpg"))
    // Both were made of the same pixels, with the losses of a quality of 85.
    for (one, other) in zip(adobe.pixels.map(Pixel.init(bits:)), plain.pixels.map(Pixel.init(bits:))) {
      #expect(abs(Int(one.red) - Int(other.red)) < 40 && abs(Int(one.green) - Int(other.green)) < 40)
    }
  }

  @Test("associated alpha becomes straight: each colour is the nearest")
  func associated() throws {
    // The same bytes, once as straight colours and once as multiplied ones.
    let bytes = Fixture.bytes("tiff/associated.tif")
    let tag: [UInt8] = [0x52, 0x01, 3, 0, 1, 0, 0, 0]
    // tiffset wrote a new directory behind the old one.
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: tag) })
    var straight = bytes
    straight[place + 8] = 2
    let stored = try Picture(reading: straight)
    let picture = try Picture(reading: bytes)
    for (pixel, raw) in zip(picture.pixels.map(Pixel.init(bits:)), stored.pixels.map(Pixel.init(bits:))) {
      let alpha = Double(raw.alpha)
      func color(_ value: UInt8) -> UInt8 {
        alpha == 0 ? 0 : UInt8(min(255, (Double(value) * 255 / alpha + 1e-9).rounded()))
      }
      let expected = Pixel(
        red: color(raw.red), green: color(raw.green), blue: color(raw.blue), alpha: raw.alpha)
      #expect(pixel == expected)
    }
  }

  @Test(
    "samples of more than 8 bits are rounded with a warning",
    arguments: ["tiff/rgb16.tif", "pnm/wide.ppm", "avif/10-bit.avif"])
  func deep(name: String) throws {
    let reader = try PictureReader(try PictureSource(bytes: Fixture.bytes(name)))
    _ = try Picture(reader)
    #expect(reader.warnings == ["\(name.contains("10") ? 10 : 16)-bit samples were rounded to 8"])
  }

  @Test("pages of a TIFF")
  func pages() throws {
    var options = ReadingOptions()
    let first = try Picture(reading: Fixture.bytes("tiff/pages.tif"), options)
    #expect(first == (try Picture(reading: Fixture.bytes(Self.corner))))
    options.page = 1
    let second = try Picture(reading: Fixture.bytes("tiff/pages.tif"), options)
    #expect((second.width, second.height) == (20, 10))
    options.page = 2
    #expect(throws: PictureError.missingPage(pages: 2, message: "the TIFF has 2 pages, so there is no page 3")) {
      try Picture(reading: Fixture.bytes("tiff/pages.tif"), options)
    }
  }

  @Test("a HEIF whose orientation is ignored is as it is stored, but cropped", arguments: Fixture.heif)
  func ignoredOrientation(name: String) throws {
    let bytes = Fixture.bytes(name)
    // By the names and numbers of the properties. The last file is mirrored left to right, turned anticlockwise, and
    // mirrored top to bottom, which together is the quarter turn alone.
    let orientations = [
      "rotated-1": 8, "rotated-2": 3, "rotated-3": 6, "mirrored-0": 4, "mirrored-1": 2, "cropped-rotated-1": 8,
      "cropped-rotated-3": 6, "cropped-turned-mirrored": 8,
    ]
    let stem = String(name.dropFirst("heif/".count).dropLast(".heic".count))
    let orientation = orientations[stem] ?? 1
    var options = ReadingOptions()
    options.appliesOrientation = false
    let stored = try Picture(reading: bytes, options)
    let isCropped = name.contains("cropped")
    let (width, height) = isCropped ? (20, 12) : (45, 35)
    #expect((stored.width, stored.height) == (width, height))
    #expect(try stored.turned(orientation) == Picture(reading: bytes))
    #expect(try PictureHeader(of: PictureSource(bytes: bytes)).orientation.rawValue == orientation)
    // Nothing of the picture itself changes.
    let colour = try Picture(reading: Fixture.bytes("heif/colour.heic"))
    if !isCropped, !["heif/alpha.heic", "heif/av1.heic"].contains(name) { #expect(stored == colour) }
    if name == "heif/cropped.heic" || name == "heif/cropped-rotated-1.heic" {
      let starts = (6..<18).map { row -> Int in row * 45 + 8 }
      let part = starts.flatMap { colour.pixels[$0..<$0 + 20] }
      #expect(stored.pixels == part)
    }
  }

  @Test("a format without pages has one", arguments: ["jpeg/420.jpg", "pnm/grey.pgm", "heif/colour.heic"])
  func onePage(name: String) throws {
    var options = ReadingOptions()
    options.page = 1
    let format = try PictureHeader(of: PictureSource(bytes: Fixture.bytes(name))).formatName
    let noun = name.hasPrefix("heif") ? "picture" : "page"
    let message = "the \(format) has 1 \(noun), so there is no \(noun) 2"
    #expect(Picture.error(reading: Fixture.bytes(name), options) == .missingPage(pages: 1, message: message))
  }
}
