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

  @Test("EXIF and XMP are written and read again", arguments: ["PNG", "JPEG", "WebP", "TIFF"])
  func roundTrip(name: String) throws {
    let format = try #require(PictureFormat.named(name))
    let exif = EXIFBlockTests.block(isLittle: true, orientation: 1)
    let bytes = try written(format, Self.chunks(exif: exif, xmp: Self.packet), width: 40, height: 30)
    let reader = try PictureReader(PictureSource(bytes: bytes))
    #expect(reader.colorChunks.xmp == Self.packet)
    #expect(reader.warnings.isEmpty, "\(reader.warnings)")
    // libtiff would have to take its directories apart.
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

  @Test("EXIF is upright if the orientation was applied, and otherwise unchanged", arguments: ["PNG", "JPEG", "WebP"])
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

  @Test("what is too long for a JPEG's marker is left out of it")
  func tooLong() throws {
    let exif = EXIFBlockTests.block(isLittle: true) + [UInt8](repeating: 1, count: 65_600)
    let xmp = [UInt8](repeating: 32, count: 65_600)
    for (name, isKept) in [("JPEG", false), ("WebP", true), ("PNG", true)] {
      let format = try #require(PictureFormat.named(name))
      let bytes = try written(format, Self.chunks(exif: exif, xmp: xmp), width: 5, height: 5)
      let reader = try PictureReader(PictureSource(bytes: bytes))
      #expect((reader.colorChunks[.eXIf] != nil) == isKept && (reader.colorChunks.xmp != nil) == isKept, "\(name)")
    }
  }
}
