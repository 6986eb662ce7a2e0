import Glibc
import PaintPNG
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintFormats

@Suite("Picture writer")
struct PictureWriterTests {
  /// Writes a picture in bands of some rows.
  static func bytes(
    of picture: Picture, _ format: PictureFormat, _ options: WritingOptions = WritingOptions(),
    color: PictureColor = PictureColor(), background: Pixel? = nil, isOpaque: Bool = false, rowsAtOnce: Int = 7
  ) throws -> [UInt8] {
    let output = PictureOutput()
    let size = try #require(CanvasSize(width: picture.width, height: picture.height))
    let writer = try PictureWriter(
      format, size: size, options: options, color: color, background: background, isOpaque: isOpaque, to: output)
    try write(picture, to: writer, rowsAtOnce: rowsAtOnce)
    return output.bytes
  }

  static func write(_ picture: Picture, to writer: PictureWriter, rowsAtOnce: Int = 7) throws(PictureError) {
    while writer.remainingRows > 0 {
      let row = picture.height - writer.remainingRows
      let rows = min(rowsAtOnce, writer.remainingRows)
      try writer.writeRows(picture.pixels.span.extracting((row * picture.width)...), rows: rows)
    }
    try writer.finish()
  }

  static func photo() throws -> Picture { try Picture(reading: Fixture.bytes("pnm/colour.ppm")) }
  static func transparent() throws -> Picture { try Picture(reading: Fixture.bytes("pnm/alpha.pam")) }

  /// Random pixels, hidden colours included.
  static func noise(width: Int = 37, height: Int = 41) -> Picture {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("noise: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let pixels = (0..<width * height).map { _ in
      let bits = UInt32.random(in: 0...UInt32.max, using: &random)
      return Bool.random(using: &random) ? bits & 0xff_ffff : bits
    }
    return Picture(width: width, height: height, pixels: pixels)
  }

  @Test("formats without loss return every sample, hidden colours included", arguments: ["png", "tiff", "pam", "webp"])
  func lossless(name: String) throws {
    let format = try #require(PictureFormat.named(name))
    let picture = Self.noise()
    let options = WritingOptions(isLossless: name == "webp" ? true : nil)
    #expect(try Picture(reading: Self.bytes(of: picture, format, options)) == picture)
    // A tool of others reads it, too: Netpbm's, which keeps alpha in another file.
    let one = try Self.bytes(of: picture, format, options, rowsAtOnce: 1)
    let all = try Self.bytes(of: picture, format, options, rowsAtOnce: 100)
    #expect(one == all)
  }

  @Test("both compressions of TIFF, opaque and transparent", arguments: WritingOptions.Compression.allCases)
  func tiff(compression: WritingOptions.Compression) throws {
    let options = WritingOptions(compression: compression)
    for (picture, isOpaque) in [
      (try Self.photo(), true), (try Self.photo(), false), (Self.noise(width: 300, height: 200), false),
    ] {
      let bytes = try Self.bytes(of: picture, .tiff, options, isOpaque: isOpaque)
      #expect(try Picture(reading: bytes) == picture)
      #expect(try PictureHeader(of: PictureSource(bytes: bytes)).channels == (isOpaque ? 3 : 4))
    }
  }

  @Test(
    "TIFF as tifftopnm reads it", .enabled(if: ReferenceTool.tifftopnm.isInstalled, "install netpbm"))
  func tiffElsewhere() throws {
    let folder = Folder()
    let picture = try Self.photo()
    for compression in WritingOptions.Compression.allCases {
      let bytes = try Self.bytes(of: picture, .tiff, WritingOptions(compression: compression), isOpaque: true)
      let path = folder.write(bytes, "x.tif")
      #expect(ReferenceTool.picture(from: "tifftopnm '\(path)'") == picture)
    }
  }

  @Test(
    "JPEG is what cjpeg writes", .enabled(if: ReferenceTool.areInstalled(.cjpeg, .djpeg), "install libjpeg-turbo-progs")
  )
  func jpeg() throws {
    let folder = Folder()
    let picture = try Self.photo()
    // Below a quality of about 25 cjpeg leaves the baseline format.
    for quality in [50, 90, 100] {
      for (subsampling, factors) in [(WritingOptions.Subsampling.none, "1x1"), (.across, "2x1"), (.both, "2x2")] {
        for isProgressive in [false, true] {
          let options = WritingOptions(quality: quality, subsampling: subsampling, isProgressive: isProgressive)
          let path = folder.write(try Self.bytes(of: picture, .jpeg, options), "x.jpg")
          let progressive = isProgressive ? "-progressive" : ""
          let source = Fixture.path("pnm/colour.ppm")
          let expected = ReferenceTool.picture(
            from: "cjpeg -quality \(quality) -sample \(factors) \(progressive) '\(source)' | djpeg -pnm")
          #expect(ReferenceTool.picture(from: "djpeg -pnm '\(path)'") == expected, "\(options)")
        }
      }
    }
    #expect(
      try Self.bytes(of: picture, .jpeg)
        == Self.bytes(of: picture, .jpeg, WritingOptions(quality: 90, subsampling: .both)))
  }

  @Test(
    "WebP is what cwebp writes", .enabled(if: ReferenceTool.areInstalled(.cwebp, .dwebp), "install webp"))
  func webp() throws {
    let folder = Folder()
    let picture = try Self.photo()
    for quality in [10, 80, 100] {
      let path = folder.write(try Self.bytes(of: picture, .webp, WritingOptions(quality: quality)), "x.webp")
      let expected = "\(folder.path)/y.webp"
      _ = ReferenceTool.output(of: "cwebp -quiet -q \(quality) '\(Fixture.path("pnm/colour.ppm"))' -o '\(expected)'")
      let difference = try Picture(reading: Fixture.bytes(path)).difference(
        from: Picture(reading: Fixture.bytes(expected)))
      #expect(difference == nil, "quality \(quality)")
    }
  }

  @Test("AVIF comes near to what was written", .enabled(if: PictureLibrary.avif.isInstalled, "install libavif-dev"))
  func avif() throws {
    let picture = try Self.transparent()
    for subsampling in WritingOptions.Subsampling.allCases {
      let bytes = try Self.bytes(of: picture, .avif, WritingOptions(quality: 95, subsampling: subsampling))
      let result = try Picture(reading: bytes)
      let distances = zip(result.pixels, picture.pixels).map { abs(Int($0 >> 24) - Int($1 >> 24)) }
      #expect(distances.allSatisfy { $0 <= 1 })
      #expect(try PictureHeader(of: PictureSource(bytes: bytes)).hasAlpha)
    }
    let opaque = try Self.bytes(of: Self.photo(), .avif)
    #expect(try !PictureHeader(of: PictureSource(bytes: opaque)).hasAlpha)
  }

  @Test("the profile is written where the format has a place", arguments: ["png", "jpeg", "webp", "tiff", "avif"])
  func profile(name: String) throws {
    let format = try #require(PictureFormat.named(name))
    let source = try PictureReader(try PictureSource(bytes: Fixture.bytes("jpeg/profile.jpg")))
    let color = PictureColor(source.colorChunks)
    for picture in [try Self.photo(), try Self.transparent()] {
      let bytes = try Self.bytes(of: picture, format, color: color)
      let header = try PictureHeader(of: PictureSource(bytes: bytes))
      #expect(header.colorProfile == Fixture.bytes("srgb.icc"))
      #expect((header.width, header.height) == (45, 35))
      #expect(format.storesProfile)
      #expect(try Picture(reading: bytes) == Picture(reading: Self.bytes(of: picture, format)))
    }
  }

  @Test("formats without transparency get white behind the pixels, with a warning")
  func flattened() throws {
    let size = try #require(CanvasSize(width: 3, height: 1))
    let picture = Picture(width: 3, height: 1, pixels: [0xff00_00ff, 0x8000_00ff, 0x0012_3456])
    let output = PictureOutput()
    let writer = try PictureWriter(.ppm, size: size, to: output)
    try Self.write(picture, to: writer)
    #expect(writer.warnings == ["transparent pixels were put on white, because a PPM has no transparency"])
    #expect(try Picture(reading: output.bytes).pixels == [0xff00_00ff, 0xff7f_7fff, 0xffff_ffff])
    let opaque = try PictureWriter(.ppm, size: size, to: PictureOutput())
    try Self.write(Picture(width: 3, height: 1, pixels: [0xff00_00ff, 0xff12_3456, 0xffff_ffff]), to: opaque)
    #expect(opaque.warnings.isEmpty)
  }

  @Test("a background is behind the pixels of any format", arguments: ["png", "ppm", "pam", "tiff"])
  func background(name: String) throws {
    let format = try #require(PictureFormat.named(name))
    let picture = Picture(width: 2, height: 1, pixels: [0x8000_00ff, 0x0012_3456])
    let size = try #require(CanvasSize(width: 2, height: 1))
    let output = PictureOutput()
    let writer = try PictureWriter(format, size: size, background: Pixel(red: 0, green: 255, blue: 0), to: output)
    try Self.write(picture, to: writer)
    #expect(try Picture(reading: output.bytes).pixels == [0xff00_7f80, 0xff00_ff00])
    #expect(writer.warnings.isEmpty, "what was asked for is no loss")
  }

  @Test("a descriptor gets the same bytes as memory", arguments: PictureFormat.all.filter(\.isWritable).map(\.name))
  func descriptor(name: String) throws {
    let format = try #require(PictureFormat.named(name))
    let folder = Folder()
    let path = "\(folder.path)/x"
    let file = open(path, O_CREAT | O_WRONLY, 0o600)
    let size = try #require(CanvasSize(width: 45, height: 35))
    try Self.write(Self.photo(), to: PictureWriter(format, size: size, to: PictureOutput(fileDescriptor: file)))
    close(file)
    #expect(try Fixture.bytes(path) == Self.bytes(of: Self.photo(), format))
  }

  @Test("a write that fails is an I/O error", arguments: PictureFormat.all.filter(\.isWritable).map(\.name))
  func failingWrite(name: String) throws {
    let format = try #require(PictureFormat.named(name))
    let file = open("/dev/full", O_WRONLY)
    defer { close(file) }
    let size = try #require(CanvasSize(width: 45, height: 35))
    let message = "writing failed: No space left on device"
    #expect(throws: PictureError.io(errno: ENOSPC, message: message)) {
      try Self.write(Self.photo(), to: PictureWriter(format, size: size, to: PictureOutput(fileDescriptor: file)))
    }
  }

  @Test("an option that the format does not have is refused")
  func wrongOptions() throws {
    let size = try #require(CanvasSize(width: 1, height: 1))
    func error(_ format: PictureFormat, _ options: WritingOptions) -> PictureError? {
      do {
        _ = try PictureWriter(format, size: size, options: options, to: PictureOutput())
        return nil
      } catch {
        return error
      }
    }
    for (format, options, name) in [
      (PictureFormat.png, WritingOptions(quality: 3), "quality"), (.tiff, WritingOptions(isLossless: true), "lossless"),
      (.jpeg, WritingOptions(compression: .lzw), "compression"),
    ] {
      #expect(error(format, options) == .parameter(message: "\(format.name) does not have the option \(name)"))
    }
    #expect(error(.jpeg, WritingOptions(quality: 0)) == .parameter(message: "the quality is 0, not 1 to 100"))
    #expect(error(.gif, WritingOptions()) == .parameter(message: "a GIF can only be read"))
  }

  @Test("sizes that a format cannot have")
  func tooLarge() throws {
    let size = try #require(CanvasSize(width: 65_536, height: 1))
    for (format, limit) in [(PictureFormat.jpeg, "65,500"), (.webp, "16,383")] {
      #expect(throws: PictureError.limit(message: "a side of a \(format.name) has at most \(limit) pixels")) {
        try PictureWriter(format, size: size, to: PictureOutput())
      }
    }
  }

  @Test("missing and surplus rows are refused")
  func rows() throws {
    let size = try #require(CanvasSize(width: 2, height: 2))
    let writer = try PictureWriter(.tiff, size: size, to: PictureOutput())
    #expect(throws: PictureError.parameter(message: "2 rows of the picture are missing")) { try writer.finish() }
    #expect(throws: PictureError.parameter(message: "the picture has 2 rows left, not 3")) {
      try writer.writeRows([UInt32](repeating: 0, count: 6).span, rows: 3)
    }
  }
}
