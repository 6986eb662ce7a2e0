import PaintFormats
import Testing

@Suite("Headers of pictures")
struct PictureHeaderTests {
  /// A file, and what its header states: name, size, depth, channels, colours, alpha, orientation, pages.
  static let table: [(file: String, header: String)] = [
    ("jpeg/420.jpg", "JPEG 45x35 8 3 YCbCr opaque 1 1"),
    ("jpeg/rgb.jpg", "JPEG 45x35 8 3 RGB opaque 1 1"),
    ("jpeg/grey.jpg", "JPEG 45x35 8 1 grey opaque 1 1"),
    ("jpeg/ycck.jpg", "JPEG 45x35 8 4 CMYK opaque 1 1"),
    ("jpeg/orientation-6.jpg", "JPEG 8x12 8 3 YCbCr opaque 6 1"),
    ("webp/lossy.webp", "WebP 45x35 8 3 YCbCr opaque 1 1"),
    ("webp/lossless-alpha.webp", "WebP 45x35 8 4 RGB alpha 1 1"),
    ("webp/animated.webp", "WebP 40x30 8 4 RGB alpha 1 4"),
    ("webp/orientation-6.webp", "WebP 8x12 8 3 RGB opaque 6 1"),
    ("tiff/bits.tif", "TIFF 45x35 1 1 grey opaque 1 1"),
    ("tiff/palette.tif", "TIFF 45x35 8 1 palette opaque 1 1"),
    ("tiff/rgb16.tif", "TIFF 45x35 16 3 RGB opaque 1 1"),
    ("tiff/lab.tif", "TIFF 45x35 8 3 Lab opaque 1 1"),
    ("tiff/alpha.tif", "TIFF 45x35 8 4 RGB alpha 1 1"),
    ("tiff/pages.tif", "TIFF 12x8 8 3 RGB opaque 1 2"),
    ("tiff/orientation-8.tif", "TIFF 8x12 8 3 RGB opaque 8 1"),
    ("gif/plain.gif", "GIF 45x35 6 1 palette opaque 1 1"),
    ("gif/animated-2.gif", "GIF 40x30 2 1 palette alpha 1 4"),
    ("avif/10-bit.avif", "AVIF 45x35 10 3 YCbCr opaque 1 1"),
    ("avif/grey.avif", "AVIF 45x35 8 1 grey opaque 1 1"),
    ("avif/alpha.avif", "AVIF 45x35 8 4 YCbCr alpha 1 1"),
    ("avif/rotated-3.avif", "AVIF 8x12 8 3 YCbCr opaque 6 1"),
    ("heif/alpha.heic", "HEIF 45x35 8 4 YCbCr alpha 1 1"),
    ("heif/av1.heic", "HEIF 45x35 8 3 YCbCr opaque 1 1"),
    ("heif/rotated-1.heic", "HEIF 35x45 8 3 YCbCr opaque 8 1"),
    ("heif/cropped-rotated-3.heic", "HEIF 12x20 8 3 YCbCr opaque 6 1"),
    ("pnm/bits.pbm", "PBM 45x35 1 1 grey opaque 1 1"),
    ("pnm/maximum-15.pgm", "PGM 45x35 4 1 grey opaque 1 1"),
    ("pnm/wide.ppm", "PPM 45x35 16 3 RGB opaque 1 1"),
    ("pnm/alpha.pam", "PAM 45x35 8 4 RGB alpha 1 1"),
    ("../photos/chelsea.png", "PNG 451x300 8 3 RGB opaque 1 1"),
  ]

  @Test("the header states what the file has", arguments: table.indices)
  func header(index: Int) throws {
    let (file, expected) = Self.table[index]
    let header = try PictureHeader(of: PictureSource(bytes: Fixture.bytes(file)))
    let words = [
      header.formatName, "\(header.width)x\(header.height)", "\(header.bitDepth)", "\(header.channels)",
      header.colorModel.rawValue, header.hasAlpha ? "alpha" : "opaque", "\(header.orientation.rawValue)",
      "\(header.pages)",
    ]
    #expect(words.joined(separator: " ") == expected, "\(file)")
  }

  @Test("a Netpbm header with comments of up to 64 KiB is read, a longer one is refused")
  func comments() throws {
    // The bytes before and after the comment; those after it are still of the header.
    let headers = [
      ("P6\n#", "\n1 1 255\n"), ("P1 1 #", "\n1\n"), ("P5 1 1\n255#", "\n"),
      ("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 3\n", "MAXVAL 255\nENDHDR\n"),
    ]
    for (first, last) in headers {
      for excess in [0, 1, 100_000] {
        let count = (64 << 10) + excess - first.utf8.count - last.utf8.count
        // A PAM's lines are short.
        let comment = (1...count).map { first.hasPrefix("P7") && ($0 == count || $0 % 500 == 0) ? "\n" : "#" }
        let source = try PictureSource(bytes: Array("\(first)\(comment.joined())\(last)012".utf8))
        guard excess > 0 else {
          #expect(try PictureHeader(of: source).height == 1, "\(first)")
          continue
        }
        #expect(
          throws: PictureError.limit(message: "the picture's header, with its comments, is longer than 64 KiB"),
          "\(first) \(excess)"
        ) { try PictureHeader(of: source) }
      }
    }
  }

  @Test("comments between the samples of a text are not of the header")
  func commentsBehindHeader() throws {
    let comment = String(repeating: "x", count: 100_000)
    let reader = try PictureReader(try PictureSource(bytes: Array("P2 2 1 9\n#\(comment)\n0 9".utf8)))
    #expect(try Picture(reader).pixels.map { $0 & 255 } == [0, 255])
  }

  @Test("the header of a picture whose pixels are missing")
  func withoutPixels() throws {
    for (file, count) in [("jpeg/420.jpg", 640), ("pnm/colour.ppm", 20), ("tiff/grey.tif", 200)] {
      let bytes = Array(Fixture.bytes(file).prefix(count))
      #expect(try PictureHeader(of: PictureSource(bytes: bytes)).width == 45, "\(file)")
    }
  }
}
