import Glibc
import PaintPNG
import PaintRaster
import Testing

@testable import PaintFormats

@Suite("Picture reader")
struct PictureReaderTests {
  @Test(
    "bands have 32 rows and come from top to bottom",
    arguments: ["jpeg/420.jpg", "tiff/lzw.tif", "webp/lossy.webp", "pnm/colour.ppm"])
  func bands(name: String) throws {
    let reader = try PictureReader(try PictureSource(bytes: Fixture.bytes(name)))
    var bands: [[Int]] = []
    try reader.readBands { (row, rows, _) throws(Never) in bands.append([row, rows]) }
    #expect(bands == [[0, 32], [32, 3]])
    #expect(!(try reader.lendNextBand { (_, _, _) throws(Never) in }))
  }

  @Test("files and pipes give the same pixels as memory", arguments: Fixture.all)
  func descriptors(name: String) throws {
    let bytes = Fixture.bytes(name)
    let expected = try Picture(reading: bytes)
    let file = open(Fixture.path(name), O_RDONLY)
    defer { close(file) }
    #expect(try Picture(PictureReader(try PictureSource(fileDescriptor: file))) == expected)
    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    // A pipe takes 64 KiB without a reader; no fixture is larger.
    #expect(write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    defer { close(ends[0]) }
    #expect(try Picture(PictureReader(try PictureSource(fileDescriptor: ends[0]))) == expected)
  }

  @Test("PNG is read through the same interface, from memory, file and pipe")
  func png() throws {
    let photo = Fixture.path("../photos/chelsea.png")
    let bytes = Fixture.bytes(photo)
    let expected = try Picture(reading: bytes)
    #expect((expected.width, expected.height) == (451, 300))
    let file = open(photo, O_RDONLY)
    defer { close(file) }
    #expect(try Picture(PictureReader(try PictureSource(fileDescriptor: file))) == expected)
    let stream = try #require(popen("cat '\(photo)'", "r"))
    defer { pclose(stream) }
    #expect(try Picture(PictureReader(try PictureSource(fileDescriptor: fileno(stream)))) == expected)
  }

  @Test("a truncated PNG says how many rows can be read, and a lenient reader takes them")
  func truncatedPNG() throws {
    let bytes = Fixture.bytes("../photos/chelsea.png")
    let whole = try Picture(reading: bytes)
    let part = Array(bytes.prefix(bytes.count / 2))
    guard case .truncated(let readable, let rows, let message)? = Picture.error(reading: part) else {
      Issue.record("a truncated PNG is read, or has another error")
      return
    }
    #expect(rows == 300 && readable > 60)
    #expect(message.hasSuffix("the file ends before the picture does; \(readable) of 300 rows can be read"))
    var options = ReadingOptions()
    options.isLenient = true
    let reader = try PictureReader(try PictureSource(bytes: part), options: options)
    let picture = try Picture(reader)
    #expect(picture.rows(readable).elementsEqual(whole.rows(readable)))
    #expect(picture.pixels[(readable * whole.width)...].allSatisfy { $0 == 0 })
    #expect(reader.warnings == [message])
    #expect(!reader.isOpaque)
  }

  @Test("a picture is opaque if its header says so, and it is not read leniently", arguments: Fixture.all)
  func opaque(name: String) throws {
    let reader = try PictureReader(try PictureSource(bytes: Fixture.bytes(name)))
    let picture = try Picture(reader)
    if reader.isOpaque { #expect(picture.pixels.allSatisfy { $0 >> 24 == 255 }) }
    #expect(reader.isOpaque != reader.header.hasAlpha)
  }

  @Test("a file is read from its current offset", arguments: ["tiff/lzw.tif", "jpeg/420.jpg", "gif/plain.gif"])
  func offset(name: String) throws {
    let folder = Folder()
    let path = folder.write(Array("seven b".utf8) + Fixture.bytes(name), "x")
    let file = open(path, O_RDONLY)
    defer { close(file) }
    lseek(file, 7, SEEK_SET)
    #expect(
      try Picture(PictureReader(try PictureSource(fileDescriptor: file))) == Picture(reading: Fixture.bytes(name)))
  }

  @Test("a descriptor that cannot be read is an I/O error")
  func unreadable() throws {
    let folder = Folder()
    let file = open(folder.path, O_RDONLY)
    defer { close(file) }
    #expect(throws: PictureError.io(errno: EISDIR, message: "reading failed: Is a directory")) {
      try PictureReader(try PictureSource(fileDescriptor: file))
    }
  }

  /// Files that are decoded row by row, and need not be turned.
  private static func isInRows(_ name: String) -> Bool {
    if name.hasPrefix("pnm/") { return true }
    let turned = (3...8).contains { name.contains("orientation-\($0)") }
    if name.hasPrefix("jpeg/") { return !turned && !name.contains("progressive") }
    let inBlocks = ["jpeg-tiled", "tiled", "tiled-separate", "separate", "lab", "ycbcr"]
    return name.hasPrefix("tiff/") && !turned && !inBlocks.contains { name == "tiff/\($0).tif" }
  }

  @Test("the limit of pixels is that of pictures that are decoded as a whole, or turned", arguments: Fixture.all)
  func limit(name: String) throws {
    var options = ReadingOptions()
    options.pixelLimit = 50
    let bytes = Fixture.bytes(name)
    let header = try PictureHeader(of: PictureSource(bytes: bytes), options: options)
    if Self.isInRows(name) {
      #expect(try Picture(reading: bytes, options) == Picture(reading: bytes))
      return
    }
    guard case .pixelLimit(let message)? = Picture.error(reading: bytes, options) else {
      Issue.record("\(name) was read, or has another error")
      return
    }
    #expect(message.hasPrefix("the picture has \(header.width)x\(header.height) pixels, of which "))
    #expect(message.hasSuffix(" have to be in memory at once, but at most 50 may be"))
    if name == "avif/cropped.avif" { #expect(message.contains("20x12 pixels, of which 1575 have"), "\(message)") }
    // As many as it has are enough for any picture; a cropped AVIF is decoded before it is cropped.
    options.pixelLimit = name.hasPrefix("avif/cropped") ? 45 * 35 : header.width * header.height
    #expect(Picture.error(reading: bytes, options) == nil)
  }

  @Test("of a picture of several strips or rows of tiles, one has to be in memory")
  func blockLimit() throws {
    let bytes = Fixture.bytes("tiff/tiled.tif")
    var options = ReadingOptions()
    options.pixelLimit = 45 * 32
    #expect(try Picture(reading: bytes, options) == Picture(reading: bytes))
    options.pixelLimit -= 1
    #expect(
      Picture.error(reading: bytes, options)
        == .pixelLimit(
          message: "the picture has 45x35 pixels, of which 1440 have to be in memory at once, but at most 1439 may be"))
  }

  @Test("a JPEG is read at the smallest scale that is enough, and other formats at their size")
  func minimumSize() throws {
    func size(_ name: String, _ width: Int, _ height: Int, isTurned: Bool = true) throws -> [Int] {
      var options = ReadingOptions()
      options.appliesOrientation = isTurned
      options.minimumSize = { _ in CanvasSize(width: width, height: height) }
      let reader = try PictureReader(try PictureSource(bytes: Fixture.bytes(name)), options: options)
      let picture = try Picture(reader)
      #expect((picture.width, picture.height) == (reader.size.width, reader.size.height))
      return [reader.size.width, reader.size.height, reader.fullSize.width, reader.fullSize.height]
    }
    let sizes = [
      (1, 1, 6, 5), (6, 5, 6, 5), (7, 5, 12, 9), (6, 6, 12, 9), (12, 9, 12, 9), (13, 9, 23, 18), (23, 18, 23, 18),
      (23, 19, 45, 35), (45, 35, 45, 35), (90, 90, 45, 35),
    ]
    for (width, height, readWidth, readHeight) in sizes {
      let expected = [readWidth, readHeight, 45, 35]
      for name in ["jpeg/420.jpg", "jpeg/progressive.jpg", "jpeg/cmyk-adobe.jpg"] {
        #expect(try size(name, width, height) == expected, "\(name) for \(width)x\(height)")
      }
    }
    // The sizes are those of the upright picture.
    #expect(try size("jpeg/orientation-6.jpg", 1, 2) == [1, 2, 8, 12])
    #expect(try size("jpeg/orientation-6.jpg", 2, 1) == [2, 3, 8, 12])
    #expect(try size("jpeg/orientation-6.jpg", 2, 1, isTurned: false) == [2, 1, 12, 8])
    for name in ["webp/lossy.webp", "tiff/lzw.tif", "gif/plain.gif", "pnm/colour.ppm", "avif/420.avif"] {
      #expect(try size(name, 1, 1) == [45, 35, 45, 35], "\(name)")
    }
  }

  @Test("of a JPEG that is read smaller, the sides tell which part of the pixels the file has", arguments: 1...8)
  func content(orientation: Int) throws {
    var options = ReadingOptions()
    options.minimumSize = { _ in CanvasSize(width: 1, height: 1) }
    func content(_ name: String) throws -> PartialBox? {
      try PictureReader(try PictureSource(bytes: Fixture.bytes(name)), options: options).content
    }
    // 12x8 stored pixels at an eighth: one and a half across.
    let isReversed = [2, 3, 7, 8].contains(orientation)
    let start = isReversed ? 0.5 : 0
    #expect(
      try content("jpeg/orientation-\(orientation).jpg")
        == (orientation < 5
          ? PartialBox(x: start, y: 0, width: 1.5, height: 1) : PartialBox(x: 0, y: start, width: 1, height: 1.5)))
    options.minimumSize = nil
    #expect(try content("jpeg/orientation-\(orientation).jpg") == nil)
  }

  @Test(
    "the profile is kept in the chunks of a PNG",
    arguments: ["jpeg/profile.jpg", "webp/profile.webp", "tiff/profile.tif", "avif/profile.avif"])
  func profile(name: String) throws {
    let reader = try PictureReader(try PictureSource(bytes: Fixture.bytes(name)))
    let profile = Fixture.bytes("srgb.icc")
    #expect(reader.header.colorProfile == profile)
    #expect(ColorProfile.bytes(in: reader.colorChunks) == profile)
    #expect(reader.warnings.isEmpty)
  }

  @Test("a sample of a pixmap with any maximum is the nearest of 256 levels")
  func maxima() throws {
    for maximum in Array(1...300) + [1_000, 1_023, 4_095, 32_768, 65_534, 65_535] {
      let samples = maximum <= 300 ? Array(0...maximum) : (0...300).map { $0 * maximum / 300 }
      let text = "P2 \(samples.count) 1 \(maximum)\n" + samples.map { "\($0)\n" }.joined()
      let levels = try Picture(reading: Array(text.utf8)).pixels.map { Int($0 & 0xff) }
      let nearest = samples.map { Int((Double($0) * 255 / Double(maximum)).rounded()) }
      #expect(levels == nearest, "maximum \(maximum)")
    }
  }

  @Test("pictures that follow the first one in a file of Netpbm are told, and other bytes behind it are not")
  func severalPixmaps() throws {
    func pixmap(_ header: String, _ data: UInt8...) -> [UInt8] { Array(header.utf8) + data }
    let pictures = [
      pixmap("P5 2 1 255\n", 7, 9), pixmap("P6\n1 1\n255\n", 1, 2, 3), pixmap("P4 9 1\n", 0, 0),
      pixmap("P2 2 1 255\n7 9\n"), pixmap("P1 3 1 101"), pixmap("P5 1 1 65535 ", 1, 2),
      pixmap("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n", 1, 2, 3, 4),
    ]
    let others: [[UInt8]] = [
      [], [10, 10], [0x50], [0x50, 0x35], [0x50, 0x38, 10], [0, 0x50, 0x35, 10], pixmap("Photo"),
    ]
    let following: [[UInt8]] = pictures + pictures.map { [10] + $0 }
    let told = "only the first picture of the file was read; at least one more follows it"
    for first in pictures {
      let alone = try Picture(reading: first)
      let rounded = first.starts(with: "P5 1 1 6".utf8) ? ["16-bit samples were rounded to 8"] : []
      for (number, behind) in (following + others).enumerated() {
        let reader = try PictureReader(PictureSource(bytes: first + behind))
        #expect(try Picture(reader) == alone)
        let warnings = number < following.count ? rounded + [told] : rounded
        #expect(reader.warnings == warnings, "\(first) \(behind)")
      }
    }
  }

  @Test("a profile that does not fit the pixels is dropped with the reason")
  func wrongProfile() throws {
    let reader = try PictureReader(try PictureSource(bytes: Fixture.bytes("tiff/lab.tif")))
    #expect(reader.colorChunks.isEmpty)
    #expect(reader.warnings == ["the colour profile was dropped: it is not for RGB pictures"])
  }

  @Test(
    "a missing library is named with its Debian package",
    arguments: PictureLibrary.allCases.filter { $0 != .webpAnimation })
  func missing(library: PictureLibrary) throws {
    let files: [PictureLibrary: String] = [
      .jpeg: "jpeg/420.jpg", .webp: "webp/lossy.webp", .tiff: "tiff/lzw.tif", .gif: "gif/plain.gif",
      .avif: "avif/420.avif", .heif: "heif/colour.heic",
    ]
    let name = try #require(files[library])
    var options = ReadingOptions()
    options.missingLibraries = [library]
    let message = "needs \(library.name), which is not installed"
    guard
      case .missingLibrary(library.name, library.package, let words)? = Picture.error(
        reading: Fixture.bytes(name), options)
    else {
      Issue.record("\(name) was read, or has another error")
      return
    }
    #expect(words.hasSuffix(message))
    #expect(library.package.hasPrefix("lib"))
  }
}
