import CPNG
import PaintPNG
import PaintRaster
import Testing

@Suite("TileEncoder")
struct TileEncoderTests {
  @Test("every kind of tile is restored by zlib's inflate", arguments: SampleTiles.allCases)
  func roundTrip(kind: SampleTiles) throws {
    var encoder = TileEncoder()
    for seed in 0..<UInt64(6) {
      let tile = kind.tile(seed: seed)
      let encoded = encoder.encode(tile)
      let rows = try #require(PlainZlib.inflated(encoded.bytes), "\(kind), seed \(seed)")
      #expect(rows.count == 4_128, "\(kind), seed \(seed)")
      #expect(PlainZlib.unfiltered(rows) == tile.sampleBytes, "\(kind), seed \(seed)")
      #expect(rows[0] <= 1, "the first row looks at no row above: \(kind), seed \(seed)")
      #expect(encoded.adler == PlainZlib.adler(rows), "\(kind), seed \(seed)")
      #expect(encoded.crc == PlainZlib.crc(Array("IDAT".utf8) + encoded.bytes), "\(kind), seed \(seed)")
      #expect(encoded.bytes.suffix(4) == [0, 0, 255, 255], "ends with a full flush: \(kind), seed \(seed)")
    }
  }

  @Test("a tile encodes to the same bytes whatever was encoded before")
  func independent() {
    var used = TileEncoder()
    for kind in SampleTiles.allCases {
      var fresh = TileEncoder()
      #expect(used.encode(kind.tile(seed: 1)) == fresh.encode(kind.tile(seed: 1)), "\(kind)")
    }
  }

  @Test("no tile takes much more than its bytes", arguments: SampleTiles.allCases)
  func bounded(kind: SampleTiles) {
    var encoder = TileEncoder()
    #expect(encoder.encode(kind.tile(seed: 3)).bytes.count <= 4_128 + 16)
  }

  @Test("many tiles encoded on several threads are the same as one after the other", arguments: [1, 2, 5])
  func many(threads: Int) {
    let tiles = SampleTiles.allCases.flatMap { kind in (0..<UInt64(20)).map { kind.tile(seed: $0) } }
    var encoder = TileEncoder()
    let expected = tiles.map { encoder.encode($0) }
    #expect(TileEncoder.encode(tiles, with: Workers(count: threads)) == expected)
    #expect(TileEncoder.encode([], with: Workers(count: threads)).isEmpty)
  }
}
