import CPNG
import PaintPNG
import PaintRaster
import Testing

@Suite("PackBuilder")
struct PackBuilderTests {
  private func pack(_ tiles: [TilePixels], records: String = "") -> (bytes: [UInt8], slots: [PackSlot]) {
    var builder = PackBuilder()
    var slots: [PackSlot] = []
    for tile in tiles { slots.append(builder.append(tile)) }
    return (builder.finish(records: records), slots)
  }

  /// The picture as read by libpng's own reader; nil if it fails.
  private func pictureReadByLibPNG(_ bytes: [UInt8]) -> (width: Int, height: Int, samples: [UInt8])? {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else { return nil }
    image.format = 3  // PNG_FORMAT_RGBA, a macro that Swift does not see
    let (width, height) = (Int(image.width), Int(image.height))
    var samples = [UInt8](repeating: 0, count: width * height * 4)
    guard png_image_finish_read(&image, nil, &samples, Int32(width * 4), nil) != 0, image.warning_or_error == 0 else {
      return nil
    }
    return (width, height, samples)
  }

  @Test("libpng reads a pack as the tiles one below the other")
  func picture() throws {
    let tiles = SampleTiles.allCases.map { $0.tile(seed: 5) }
    let (bytes, _) = pack(tiles, records: "{}\n")
    let picture = try #require(pictureReadByLibPNG(bytes))
    #expect(picture.width == 32)
    #expect(picture.height == 32 * tiles.count)
    #expect(picture.samples == tiles.flatMap { $0.sampleBytes })
  }

  @Test("each slot has the location of its tile, and the tile inflates alone")
  func slots() throws {
    let tiles = SampleTiles.allCases.map { $0.tile(seed: 6) }
    let (bytes, slots) = pack(tiles)
    #expect(slots.count == tiles.count)
    for (slot, tile) in zip(slots, tiles) {
      let encoded = Array(bytes[Int(slot.offset)..<Int(slot.offset + slot.length)])
      let rows = try #require(PlainZlib.inflated(encoded))
      #expect(PlainZlib.unfiltered(rows) == tile.sampleBytes)
      #expect(PlainZlib.adler(rows) == slot.adler)
      #expect(PlainZlib.crc(Array("IDAT".utf8) + encoded) == slot.crc)
    }
  }

  @Test("the chunks are those of the format, byte for byte")
  func chunks() throws {
    let tiles = [SampleTiles.strokes, .photograph].map { $0.tile(seed: 8) }
    let (bytes, slots) = pack(tiles, records: "text")
    var encoder = TileEncoder()
    let encoded = tiles.map { encoder.encode($0) }
    let rows = try encoded.flatMap { try #require(PlainZlib.inflated($0.bytes)) }
    func bigEndian(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      let body = Array(type.utf8) + content
      return bigEndian(UInt32(content.count)) + body + bigEndian(PlainZlib.crc(body))
    }
    var expected: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]
    expected += chunk("IHDR", [0, 0, 0, 32, 0, 0, 0, 64, 8, 6, 0, 0, 0])
    expected += chunk("IDAT", [0x78, 0x01])
    expected += chunk("IDAT", encoded[0].bytes) + chunk("IDAT", encoded[1].bytes)
    expected += chunk("IDAT", [3, 0] + bigEndian(PlainZlib.adler(rows)))
    expected += chunk("paNT", Array("4 text".utf8)) + chunk("IEND", [])
    #expect(bytes == expected)
    #expect(slots.map(\.crc) == encoded.map(\.crc))
  }

  @Test("an already encoded tile is appended like the tile itself")
  func verbatim() {
    let tiles = SampleTiles.allCases.map { $0.tile(seed: 9) }
    var encoder = TileEncoder()
    var builder = PackBuilder()
    var slots: [PackSlot] = []
    for tile in tiles { slots.append(builder.append(encoded: encoder.encode(tile))) }
    let plain = pack(tiles, records: "r")
    #expect(slots == plain.slots)
    #expect(builder.finish(records: "r") == plain.bytes)
  }

  @Test("a pack without tiles has one transparent tile")
  func empty() throws {
    let (bytes, _) = pack([], records: "only words\n")
    let picture = try #require(pictureReadByLibPNG(bytes))
    #expect(picture.height == 32)
    #expect(picture.samples.allSatisfy { $0 == 0 })
    #expect(try PackReader(bytes).slots.count == 1)
  }

  @Test("after finishing the builder begins a new pack")
  func again() {
    var builder = PackBuilder()
    let tile = SampleTiles.strokes.tile(seed: 1)
    builder.append(SampleTiles.noise.tile(seed: 1))
    _ = builder.finish(records: "a")
    #expect(builder.slotCount == 0)
    builder.append(tile)
    #expect(builder.slotCount == 1)
    #expect(builder.finish(records: "b") == pack([tile], records: "b").bytes)
  }

  @Test("a pack holds 1,024 tiles")
  func full() throws {
    let kinds: [SampleTiles] = [.transparent, .oneColor, .columns, .strokes]
    let tiles = kinds.map { $0.tile(seed: 2) }
    var builder = PackBuilder()
    var slots: [PackSlot] = []
    for index in 0..<PackBuilder.capacity { slots.append(builder.append(tiles[index % 4])) }
    #expect(builder.slotCount == 1_024)
    let bytes = builder.finish(records: "{}\n")
    let reader = try PackReader(bytes)
    #expect(reader.slots == slots)
    let picture = try #require(pictureReadByLibPNG(bytes))
    #expect(picture.height == 32_768)
    #expect(picture.samples.count == 1_024 * 4_096)
    #expect(Array(picture.samples.suffix(4_096)) == tiles[3].sampleBytes)
  }

  @Test("tiles appended since a mark are removed, also if the pack was finished in the meantime", arguments: 0...3)
  func goesBack(before: Int) {
    let tiles = SampleTiles.allCases.map { $0.tile(seed: 3) }
    let kept = Array(tiles.prefix(before)), after = Array(tiles.suffix(2))
    let expected = pack(kept + after, records: "records")
    for isFinished in [false, true] {
      var builder = PackBuilder()
      for tile in kept { builder.append(tile) }
      let mark = builder.mark
      for tile in tiles { builder.append(tile) }
      let finished = isFinished ? builder.finish(records: "others") : nil
      if isFinished { for tile in tiles { builder.append(tile) } }
      builder.rollBack(to: mark, finished: finished.map { Array($0[..<mark.byteCount]) })
      #expect(builder.byteCount == mark.byteCount && builder.slotCount == before)
      for tile in after { builder.append(tile) }
      #expect(builder.finish(records: "records") == expected.bytes)
    }
  }
}
