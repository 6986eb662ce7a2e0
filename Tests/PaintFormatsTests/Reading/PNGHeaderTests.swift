import PaintPNG
import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintFormats

@Suite("The header of a PNG")
struct PNGHeaderTests {
  /// A PNG of these rows, with a chunk after its header.
  private static func file(width: Int, rows: [UInt32], adding chunk: [UInt8]) throws -> [UInt8] {
    let output = PictureOutput()
    let size = try #require(CanvasSize(width: width, height: rows.count / width))
    let writer = try PictureWriter(.png, size: size, to: output)
    try writer.writeRows(rows.span, rows: size.height)
    try writer.finish()
    // The signature takes 8 bytes, the header 25.
    return Array(output.bytes[..<33]) + chunk + output.bytes[33...]
  }

  @Test("the orientation of eXIf before the pixels is applied", arguments: Orientation.allCases)
  func orientation(_ orientation: Orientation) throws {
    let (width, height) = (5, 40)
    var random = SeededGenerator(seed: 8)
    let rows = (0..<width * height).map { _ in UInt32.random(in: 0 ... .max, using: &random) }
    let exif = OrientationTests.exif("MM", value: UInt8(orientation.rawValue))
    let bytes = try Self.file(width: width, rows: rows, adding: PNGChunk.bytes("eXIf", exif))
    let header = try PictureHeader(of: PictureSource(bytes: bytes))
    #expect(header.orientation == orientation)
    #expect(header.width == (orientation.swapsSides ? height : width))
    let upright = Picture(width: width, height: height, pixels: rows).turned(orientation.rawValue)
    #expect(try Picture(reading: bytes) == upright)
  }

  @Test("eXIf after the pixels counts as if it came before, also from a pipe", arguments: Orientation.allCases)
  func late(_ orientation: Orientation) throws {
    let (width, height) = (3, 7)
    let rows = (0..<width * height).map { 0xff00_0000 | UInt32($0) }
    let plain = try Self.file(width: width, rows: rows, adding: [])
    let exif = PNGChunk.bytes("eXIf", OrientationTests.exif("II", value: UInt8(orientation.rawValue)))
    let bytes = plain.dropLast(12) + exif + PNGChunk.bytes("tEXt", Array("Key\0text".utf8)) + plain.suffix(12)
    let header = try PictureHeader(of: PictureSource(bytes: bytes))
    #expect(header.orientation == orientation && header.texts == 1)
    let upright = Picture(width: width, height: height, pixels: rows).turned(orientation.rawValue)
    #expect(try Picture(reading: bytes) == upright)
    let before = try PictureReader(
      PictureSource(bytes: plain[..<33] + exif + PNGChunk.bytes("tEXt", Array("Key\0text".utf8)) + plain[33...]))
    #expect(try PictureReader(PictureSource(bytes: bytes)).colorChunks == before.colorChunks)
  }

  @Test("eXIf with a wrong checksum has no effect")
  func wrongChecksum() throws {
    var chunk = PNGChunk.bytes("eXIf", OrientationTests.exif("MM", value: 6))
    chunk[chunk.count - 1] ^= 1
    let bytes = try Self.file(width: 1, rows: [7, 8], adding: chunk)
    #expect(try PictureHeader(of: PictureSource(bytes: bytes)).orientation == .upright)
    #expect(try Picture(reading: bytes).pixels == [7, 8])
  }

  @Test("a header states any size, also one that cannot be read", arguments: [65_537, 100_000, 0x7fff_ffff])
  func sizes(width: Int) throws {
    for isInterlaced in [false, true] {
      let header: [UInt8] = PNGChunk.number(width) + PNGChunk.number(70_000) + [8, 6, 0, 0, isInterlaced ? 1 : 0]
      let bytes: [UInt8] =
        PNGChunk.signature + PNGChunk.bytes("IHDR", header) + PNGChunk.bytes("IDAT", [0x78])
      let stated = try PictureHeader(of: PictureSource(bytes: bytes))
      #expect(stated.width == width && stated.height == 70_000 && stated.channels == 4)
      guard case .limit? = Picture.error(reading: bytes) else {
        Issue.record("a picture of \(width)x70000 pixels was read")
        continue
      }
    }
  }
}
