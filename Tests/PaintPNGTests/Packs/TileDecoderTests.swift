import CPNG
import PaintRaster
import Testing

@testable import PaintPNG

@Suite("TileDecoder")
struct TileDecoderTests {
  /// Decodes raw deflate bytes whose CRC is right.
  private func decoded(_ bytes: [UInt8]) throws(PackError) -> TilePixels {
    var decoder = TileDecoder()
    let result: Result<TilePixels, PackError> = bytes.withUnsafeBytes { buffer in
      do throws(PackError) {
        return .success(try decoder.decode(buffer, expecting: PlainZlib.crc(Array("IDAT".utf8) + bytes)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func reason(_ bytes: [UInt8]) -> String? {
    do {
      _ = try decoded(bytes)
      return nil
    } catch {
      guard case .undecodableTile(let reason) = error else { return "\(error)" }
      return reason
    }
  }

  @Test("every kind of tile is restored", arguments: SampleTiles.allCases)
  func roundTrip(kind: SampleTiles) throws {
    var encoder = TileEncoder()
    for seed in 0..<UInt64(4) {
      let tile = kind.tile(seed: seed)
      #expect(try decoded(encoder.encode(tile).bytes).sampleWords == tile.sampleWords, "\(kind), seed \(seed)")
    }
  }

  @Test("rows with all filters decode according to the PNG specification")
  func filters() throws {
    var random = SampleTiles.SeededNumbers(seed: 7)
    for round in 0..<40 {
      var rows = (0..<4_128).map { _ in UInt8.random(in: 0...255, using: &random) }
      for row in 0..<32 { rows[row * 129] = UInt8.random(in: 0...(row == 0 ? 1 : 4), using: &random) }
      #expect(try decoded(PlainZlib.deflated(rows)).sampleBytes == PlainZlib.unfiltered(rows), "seed 7, round \(round)")
    }
  }

  @Test("a first row that uses the row above is refused", arguments: [UInt8(2), 3, 4])
  func firstRow(filter: UInt8) {
    #expect(
      reason(PlainZlib.deflated([filter] + Array(repeating: 0, count: 4_127))) == "filter \(filter) in the first row")
  }

  @Test("a filter that PNG does not have is refused")
  func unknownFilter() {
    var rows = [UInt8](repeating: 0, count: 4_128)
    rows[129] = 5
    #expect(reason(PlainZlib.deflated(rows)) == "filter 5")
  }

  @Test("more or fewer bytes than a tile are refused", arguments: [0, 1, 4_096, 4_127, 4_129, 5_000])
  func size(count: Int) {
    #expect(reason(PlainZlib.deflated(Array(repeating: 0, count: count))) != nil)
  }

  @Test("a tile without the flush after it, or with something else, is refused")
  func ending() {
    let bytes = PlainZlib.deflated(Array(repeating: 0, count: 4_128))
    #expect(reason(bytes) == nil)
    for cut in 1..<bytes.count { #expect(reason(Array(bytes.dropLast(cut))) != nil, "\(cut) bytes fewer") }
    #expect(reason([]) != nil)
    #expect(reason(bytes + [3]) != nil)
    #expect(reason(bytes + [3, 0]) != nil)
  }

  @Test("a match that begins before the tile is refused")
  func lookBack() {
    // A fixed-code block: a match of length 3 at distance 1, with nothing before it.
    #expect(reason([0x02, 0x02, 0x00, 0x00, 0x00, 0xFF, 0xFF]) != nil)
  }

  @Test("the CRC is checked first")
  func checksum() {
    var decoder = TileDecoder()
    [UInt8(1), 2, 3].withUnsafeBytes { buffer in
      do throws(PackError) {
        _ = try decoder.decode(buffer, expecting: 1)
        Issue.record("decoded")
      } catch {
        let computed = PlainZlib.crc(Array("IDAT".utf8) + [1, 2, 3])
        #expect(error == .unexpectedTile(expected: 1, computed: computed))
      }
    }
  }

  @Test("random bytes and damaged tiles with a right CRC never crash it")
  func hostile() {
    var random = SampleTiles.SeededNumbers(seed: 99)
    var encoder = TileEncoder()
    for _ in 0..<300 {
      _ = reason((0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    for kind in [SampleTiles.strokes, .photograph, .fewColors] {
      let bytes = encoder.encode(kind.tile(seed: 1)).bytes
      for _ in 0..<300 {
        var damaged = bytes
        damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
        _ = reason(damaged)
      }
    }
  }
}
