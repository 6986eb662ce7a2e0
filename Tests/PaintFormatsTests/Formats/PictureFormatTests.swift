import PaintFormats
import Testing

@Suite("Table of formats")
struct PictureFormatTests {
  @Test("the format is detected from the content", arguments: Fixture.all)
  func detection(name: String) throws {
    let folder = name.split(separator: "/")[0]
    let expected =
      folder == "pnm" ? (name.hasSuffix("pam") ? "PAM" : "PPM") : folder == "webp" ? "WebP" : folder.uppercased()
    let source = try PictureSource(bytes: Fixture.bytes(name))
    #expect(try PictureFormat.detect(source).name == expected)
  }

  @Test(
    "signatures",
    arguments: [
      ("\u{89}PNG", nil), ("GIF89a", "GIF"), ("GIF88a", nil), ("RIFF1234WEBP", "WebP"), ("RIFF1234WAVE", nil),
      ("II*\0", "TIFF"), ("MM\0*", "TIFF"), ("II+\0", "TIFF"), ("MM\0+", "TIFF"), ("II\0*", nil), ("P6\n", "PPM"),
      ("P1 ", "PPM"), ("P7\n", "PAM"), ("P8\n", nil), ("P6x", nil), ("P0 ", nil), ("\0\0\0\u{18}ftypavif", "AVIF"),
      ("\0\0\0\u{1c}ftypmif1\0\0\0\0mif1avif", "AVIF"), ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", "HEIF"),
      ("\0\0\0\u{18}ftypisom\0\0\0\0mp42iso2", nil), ("BM", nil), ("", nil), ("P", nil),
    ] as [(String, String?)])
  func signatures(text: String, expected: String?) {
    #expect(PictureFormat.beginning(with: Array(text.utf8))?.name == expected)
  }

  @Test("signatures with bytes that are no text")
  func binarySignatures() {
    #expect(PictureFormat.beginning(with: [0x89, 0x50, 0x4e, 0x47])?.name == "PNG")
    #expect(PictureFormat.beginning(with: [0xff, 0xd8, 0xff])?.name == "JPEG")
    #expect(PictureFormat.beginning(with: [0xff, 0xd8, 0xfe])?.name == nil)
  }

  @Test("an unknown content lists the formats that are known")
  func unknown() throws {
    let known = "PNG, JPEG, WebP, TIFF, GIF, PPM, PAM, AVIF, HEIF"
    #expect(throws: PictureError.unknownFormat(message: "this is not a picture of a known format (\(known))")) {
      try PictureReader(try PictureSource(bytes: Array("hello".utf8)))
    }
    #expect(throws: PictureError.unknownFormat(message: "the file is empty")) {
      try PictureReader(try PictureSource(bytes: []))
    }
  }

  @Test("names and endings")
  func names() {
    #expect(PictureFormat.named("jpeg")?.name == "JPEG")
    #expect(PictureFormat.named("JPG")?.name == "JPEG")
    #expect(PictureFormat.named("bmp") == nil)
    #expect(PictureFormat.written(to: "a/b.c/picture.TIFF")?.name == "TIFF")
    #expect(PictureFormat.written(to: "picture.gif") == nil)
    #expect(PictureFormat.written(to: "a.png/picture") == nil)
    #expect(PictureFormat.written(to: "a.PGM") == nil && PictureFormat.ending(of: "a.PGM") == "pgm")
    #expect(PictureFormat.named("pgm") == nil)
    let kinds = PictureFormat.all.compactMap(\.readOnly)
    #expect(kinds.flatMap(\.instead).allSatisfy { PictureFormat.written(to: "a.\($0)") != nil })
    let readOnly = ["pgm": "PPM", "pbm": "PPM", "gif": "GIF", "heic": "HEIF"]
    for ending in ["pgm", "pbm", "gif", "heic", "ppm", "pam", "png", "bmp"] {
      #expect(PictureFormat.readOnly("a.\(ending)")?.name == readOnly[ending], "\(ending)")
    }
    let endings = PictureFormat.all.flatMap { $0.endings + ($0.readOnly?.endings ?? []) }
    #expect(Set(endings).count == endings.count)
  }
}
