import PaintFormats
import Testing

@Suite("Damaged TIFF")
struct TIFFDamageTests {
  @Test("a TIFF that ends before all of its pages says so, and the pages that are whole are read")
  func truncatedPages() throws {
    let bytes = Fixture.bytes("tiff/pages.tif")
    let first = try Picture(reading: bytes)
    var second = ReadingOptions()
    second.page = 1
    // The last directory is behind its pixels; the first page is whole in the first half.
    var isFound = false
    for count in stride(from: bytes.count / 2, to: bytes.count, by: 1) {
      let part = Array(bytes.prefix(count))
      let reader = try PictureReader(PictureSource(bytes: part))
      #expect(try Picture(reader) == first, "\(count) bytes")
      guard reader.warnings == ["the TIFF states data behind its end, so other pages may be cut off"] else { continue }
      isFound = true
      switch Picture.error(reading: part, second) {
      case .truncated?, .format?: break
      case let other: Issue.record("\(count) bytes: \(other as Any)")
      }
    }
    #expect(isFound && Picture.error(reading: bytes, second) == nil)
  }

  @Test("a TIFF cut within its palette is refused: its pixels are not grey")
  func cutPalette() throws {
    let bytes = Fixture.bytes("tiff/palette.tif")
    var refused = 0
    for count in bytes.count / 2..<bytes.count {
      let part = Array(bytes.prefix(count))
      if let header = try? PictureHeader(of: PictureSource(bytes: part)) {
        #expect(header.colorModel == .palette, "\(count) bytes")
      } else {
        #expect(Picture.error(reading: part, ReadingOptions.lenient) != nil, "\(count) bytes")
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  @Test("a TIFF of three samples is RGB, also if it says that it has a palette and has none")
  func paletteOfThreeSamples() throws {
    var bytes = Fixture.bytes("tiff/none.tif")
    let whole = try Picture(reading: bytes)
    // Photometric, a SHORT: 2 is RGB.
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x06, 1, 3, 0, 1, 0, 0, 0, 2, 0]) })
    bytes[place + 8] = 3
    #expect(try Picture(reading: bytes) == whole)
  }

  @Test("a TIFF is read leniently if only its last strip is whole")
  func lastStrip() throws {
    let bytes = Self.tiff(4, strips: [[1], [2], [3], [50, 60, 70, 80]])
    #expect(Picture.error(reading: bytes) != nil)
    let picture = try Picture(PictureReader(PictureSource(bytes: bytes), options: ReadingOptions.lenient))
    let greys: [UInt32] = [0xff32_3232, 0xff3c_3c3c, 0xff46_4646, 0xff50_5050]
    #expect(picture.pixels == Array(repeating: 0, count: 12) + greys)
  }

  /// A grey TIFF of that many pixels a side, with its strips of equal height, or tiles.
  static func tiff(
    _ size: Int, strips: [[UInt8]], compression: Int = 1, tileEdge: Int? = nil, isCut: Bool = false,
    adding more: [(Int, Int, Int)] = []
  ) -> [UInt8] {
    func word(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let arrays = 8
    let data = arrays + 8 * strips.count
    let offsets = strips.indices.map { data + strips[..<$0].joined().count + (isCut ? 1 << 30 : 0) }
    let counts = strips.map(\.count)
    var fields = [(256, 1, size), (257, 1, size), (258, 1, 8), (259, 1, compression), (262, 1, 1), (277, 1, 1)]
    if let tileEdge {
      fields += [(322, 1, tileEdge), (323, 1, tileEdge)]
    } else {
      fields += [(278, 1, size / strips.count)]
    }
    let isOne = strips.count == 1
    fields += more
    fields += [
      (tileEdge == nil ? 273 : 324, strips.count, isOne ? offsets[0] : arrays),
      (tileEdge == nil ? 279 : 325, strips.count, isOne ? counts[0] : arrays + 4 * strips.count),
    ]
    let body = offsets.flatMap { word($0) } + counts.flatMap { word($0) } + strips.joined()
    let directory = fields.sorted { $0.0 < $1.0 }.flatMap { word($0.0, 2) + word(4, 2) + word($0.1) + word($0.2) }
    let padding = [UInt8](repeating: 0, count: body.count % 2)
    return Array("II*\0".utf8) + word(8 + body.count + padding.count) + body + padding
      + word(fields.count, 2) + directory + word(0)
  }

  @Test(
    "what a decoder only warns about is damage, and a lenient reader takes the picture",
    arguments: ["tiff/fax.tif", "tiff/packbits.tif", "tiff/jpeg-rgb.tif", "tiff/jpeg-ycbcr.tif"])
  func warnings(name: String) throws {
    var bytes = Fixture.bytes(name)
    let whole = try Picture(reading: bytes)
    // The pixels are in front of the directory.
    let directory = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    try #require(directory > 64)
    for index in directory / 2..<directory - 2 { bytes[index] = name == "tiff/packbits.tif" ? 0x81 : 0 }
    let error = try #require(Picture.error(reading: bytes), "read without a word")
    #expect(error.isAcceptable && error.message.contains("libtiff reports"), "\(error)")
    let reader = try PictureReader(PictureSource(bytes: bytes), options: ReadingOptions.lenient)
    let picture = try Picture(reader)
    #expect(reader.warnings.contains { $0.contains("libtiff reports") }, "\(reader.warnings)")
    // The first row is in front of the damage.
    #expect(picture.width == whole.width && picture.rows(1) == whole.rows(1))
  }
}
