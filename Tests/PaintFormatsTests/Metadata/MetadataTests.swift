import PaintPNG
import PaintRaster
import Testing

@testable import PaintFormats

@Suite("Metadata of written pictures") struct MetadataTests {
  private static let packet = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)

  private static func chunks(exif: [UInt8], xmp: [UInt8]) -> PNGColorChunks {
    PNGColorChunks().replacingMetadata([(.eXIf, exif), (.iTXt, XMPText.payload(of: xmp))]).chunks
  }

  private func written(
    _ format: PictureFormat, _ chunks: PNGColorChunks, width: Int, height: Int
  ) throws -> [UInt8] {
    let output = PictureOutput()
    let size = try #require(CanvasSize(width: width, height: height))
    let writer = try PictureWriter(format, size: size, color: PictureColor(chunks), to: output)
    let pixels = (0..<width * height).map { UInt32($0) | 0xff00_0000 }
    try writer.writeRows(pixels.span, rows: height)
    try writer.finish()
    return output.bytes
  }

  @Test("EXIF and XMP are written and read again", arguments: ["PNG", "JPEG", "WebP", "TIFF", "AVIF"])
  func roundTrip(name: String) throws {
    let format = try #require(PictureFormat.named(name))
    let exif = EXIFBlockTests.block(isLittle: true, orientation: 1)
    let bytes = try written(format, Self.chunks(exif: exif, xmp: Self.packet), width: 40, height: 30)
    let reader = try PictureReader(PictureSource(bytes: bytes))
    #expect(reader.colorChunks.xmp == Self.packet)
    #expect(reader.warnings.isEmpty, "\(reader.warnings)")
    // The fields of a TIFF are in directories of its own; MetadataPairsTests compare them.
    if name == "TIFF" { return }
    var expected = try #require(EXIFBlock(exif))
    expected.setSize(reader.size)
    // The thumbnail is removed when a picture is read.
    #expect(reader.header.exif == expected.bytes)
    expected.removeThumbnail()
    #expect(reader.colorChunks[.eXIf] == expected.bytes)
    // A second time nothing changes.
    let again = try PictureReader(
      PictureSource(bytes: try written(format, reader.colorChunks, width: 40, height: 30)))
    #expect(again.colorChunks == reader.colorChunks)
    #expect(try Picture(reading: try written(format, PNGColorChunks(), width: 40, height: 30)) == Picture(again))
  }

  @Test(
    "EXIF is upright if the orientation was applied, and otherwise unchanged",
    arguments: ["PNG", "JPEG", "WebP", "AVIF"])
  func orientation(name: String) throws {
    let format = try #require(PictureFormat.named(name))
    let turned = Array("<r tiff:Orientation='6'/>".utf8)
    let chunks = Self.chunks(exif: EXIFBlockTests.block(isLittle: false, thumbnail: []), xmp: turned)
    let bytes = try written(format, chunks, width: 40, height: 30)
    for applies in [true, false] {
      var options = ReadingOptions()
      options.appliesOrientation = applies
      let reader = try PictureReader(PictureSource(bytes: bytes), options: options)
      #expect(reader.size.width == (applies ? 30 : 40))
      let exif = try #require(reader.colorChunks[.eXIf])
      #expect(Orientation(exif: exif) == (applies ? .upright : .right))
      #expect(reader.colorChunks.xmp == (applies ? Array("<r tiff:Orientation='1'/>".utf8) : turned))
    }
  }

  @Test("the orientation that a TIFF states is applied, or kept in EXIF and written again", arguments: 1...8)
  func orientationOfTIFF(number: Int) throws {
    let bytes = Fixture.bytes("tiff/orientation-\(number).tif")
    let applied = try Picture(reading: bytes)
    for applies in [true, false] {
      var options = ReadingOptions()
      options.appliesOrientation = applies
      let reader = try PictureReader(PictureSource(bytes: bytes), options: options)
      let stated = reader.colorChunks[.eXIf].map { Orientation(exif: $0).rawValue }
      #expect(stated == (applies || number == 1 ? nil : number))
      for name in ["TIFF", "PNG"] {
        let output = PictureOutput()
        let copied = try PictureReader(PictureSource(bytes: bytes), options: options)
        let writer = try PictureWriter(
          #require(PictureFormat.named(name)), size: copied.size, color: PictureColor(copied.colorChunks),
          isOpaque: copied.isOpaque, to: output)
        try copied.copy(to: writer)
        // Whoever applies it to the copy gets the same picture.
        #expect(try Picture(reading: output.bytes) == applied, "\(name), applied: \(applies)")
        let header = try PictureHeader(of: PictureSource(bytes: output.bytes))
        #expect(header.orientation.rawValue == (applies ? 1 : number), "\(name)")
      }
    }
  }

  @Test(
    "an ignored orientation of AVIF and HEIF is kept in EXIF",
    arguments: ["avif/rotated-1.avif", "heif/rotated-1.heic"])
  func orientationOfProperties(name: String) throws {
    var options = ReadingOptions()
    options.appliesOrientation = false
    let reader = try PictureReader(PictureSource(bytes: Fixture.bytes(name)), options: options)
    #expect(try Orientation(exif: #require(reader.colorChunks[.eXIf])) == .left)
    let applied = try PictureReader(PictureSource(bytes: Fixture.bytes(name)))
    #expect(applied.colorChunks[.eXIf] == nil)
  }

  @Test("the density and the comment are written and read again", arguments: ["PNG", "JPEG", "TIFF"])
  func densityAndComment(name: String) throws {
    let format = try #require(PictureFormat.named(name))
    for density in [
      PixelDensity(.inch, x: 300, y: 150), PixelDensity(.centimetre, x: 40, y: 47), PixelDensity(.ratio, x: 3, y: 2),
    ] {
      var header = PictureHeader(name, width: 40, height: 30)
      header.density = density
      // Of UTF-8, and of Latin-1.
      for (comment, text) in [(Array("Grüße\n日本".utf8), "Grüße\n日本"), ([0x47, 0xfc, 0], "Gü"), ([65], "A")] {
        header.comment = comment
        let chunks = PNGColorChunks().takingDensity(of: header).takingMetadata(of: header, isUpright: true).chunks
        #expect(chunks[.pHYs].flatMap { PixelDensity(payload: $0) } == density)
        let reader = try PictureReader(
          PictureSource(bytes: try written(format, chunks, width: 40, height: 30)))
        #expect(reader.colorChunks[.pHYs] == chunks[.pHYs])
        #expect(CommentText.comment(in: chunks) == Array(text.utf8))
        // libtiff has no comments.
        if name != "TIFF" { #expect(CommentText.comment(in: reader.colorChunks) == Array(text.utf8)) }
      }
    }
  }

  @Test("the density turns with the picture")
  func turnedDensity() throws {
    var header = PictureHeader("JPEG", width: 40, height: 30)
    header.density = PixelDensity(.inch, x: 300, y: 150)
    let exif = EXIFBlockTests.block(isLittle: false, thumbnail: [])
    let chunks = PNGColorChunks().takingDensity(of: header).replacingMetadata([(.eXIf, exif)]).chunks
    let bytes = try written(.jpeg, chunks, width: 40, height: 30)
    let reader = try PictureReader(PictureSource(bytes: bytes))
    #expect(
      reader.colorChunks[.pHYs].flatMap { PixelDensity(payload: $0) } == PixelDensity(.inch, x: 150, y: 300))
  }

  @Test("whole pixels an inch are the same again, and others nearly")
  func densities() throws {
    for inches in 1...65_535 {
      let density = PixelDensity(.inch, x: Double(inches), y: 1)
      let payload = try #require(density.payload)
      guard PixelDensity(payload: payload) != density else { continue }
      Issue.record("\(inches) pixels an inch become \(String(describing: PixelDensity(payload: payload)))")
    }
    let fraction = try #require(PixelDensity(.inch, x: 72.4, y: 0.1).payload.flatMap { PixelDensity(payload: $0) })
    #expect(abs(fraction.x - 72.4) < 0.0254 && abs(fraction.y - 0.1) < 0.0254)
    #expect(PixelDensity(.inch, x: 1e300, y: 1).payload == nil && PixelDensity(.inch, x: .nan, y: 1).payload == nil)
    #expect(PixelDensity(.ratio, x: 1.5, y: 1).payload == [0, 0, 5, 220, 0, 0, 3, 232, 0])
    #expect(PixelDensity(payload: [UInt8](repeating: 0, count: 9)) == nil && PixelDensity(payload: []) == nil)
  }

  @Test("what is too long for a JPEG's marker is left out of it, with a warning")
  func tooLong() throws {
    let exif = EXIFBlockTests.block(isLittle: true) + [UInt8](repeating: 1, count: 65_600)
    let xmp = [UInt8](repeating: 32, count: 65_600)
    for (name, isKept) in [("JPEG", false), ("WebP", true), ("PNG", true)] {
      let format = try #require(PictureFormat.named(name))
      let bytes = try written(format, Self.chunks(exif: exif, xmp: xmp), width: 5, height: 5)
      let reader = try PictureReader(PictureSource(bytes: bytes))
      #expect((reader.colorChunks[.eXIf] != nil) == isKept && (reader.colorChunks.xmp != nil) == isKept, "\(name)")
    }
    // The longest that fit, and one byte more.
    for (exifCount, xmpCount, commentCount) in [(65_527, 65_504, 65_533), (65_528, 65_505, 65_534)] {
      var header = PictureHeader("WebP", width: 5, height: 5)
      header.comment = [UInt8](repeating: 65, count: commentCount)
      let comment = PNGColorChunks().takingMetadata(of: header, isUpright: true).chunks.ordered
      let exif = EXIFBlockTests.block(isLittle: true)
      let chunks = PNGColorChunks().replacingMetadata(
        [
          (.eXIf, exif + [UInt8](repeating: 1, count: exifCount - exif.count)),
          (.iTXt, XMPText.payload(of: [UInt8](repeating: 32, count: xmpCount))),
        ] + comment
      ).chunks
      let output = PictureOutput()
      let size = try #require(CanvasSize(width: 5, height: 5))
      let writer = try PictureWriter(.jpeg, size: size, color: PictureColor(chunks), to: output)
      try writer.writeRows([UInt32](repeating: 0xff00_0000, count: 25).span, rows: 5)
      try writer.finish()
      let kept = try PictureReader(PictureSource(bytes: output.bytes)).colorChunks
      let isKept = exifCount == 65_527
      #expect((kept[.eXIf] != nil) == isKept && (kept.xmp != nil) == isKept)
      #expect((CommentText.comment(in: kept) != nil) == isKept)
      #expect(
        writer.warnings
          == (isKept
            ? []
            : [
              "a JPEG has no place for EXIF of more than 65527 bytes, XMP and the comment of more than 65533 bytes; "
                + "this was dropped"
            ]))
    }
  }
}
