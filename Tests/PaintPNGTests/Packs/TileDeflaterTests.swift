import CPNG
import PaintRaster
import Testing

@testable import PaintPNG

@Suite("TileDeflater")
struct TileDeflaterTests {
  /// The rows deflated in all ways, one after the other in the same memory.
  private func deflated(_ samples: [[UInt8]]) -> [[[UInt8]]] {
    let margin = TileMatcher.margin
    return withUnsafeTemporaryAllocation(byteCount: TileDeflater.byteCount, alignment: 16) { memory in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_128 + 2 * margin + 10_000) { bytes in
        guard let work = memory.baseAddress, let base = bytes.baseAddress else { return [] }
        work.initializeMemory(as: UInt8.self, repeating: 0xAA, count: TileDeflater.byteCount)
        base.initialize(repeating: 0xAA, count: bytes.count)
        var deflater = TileDeflater(in: work)
        let output = base + 4_128 + 2 * margin
        return samples.map { sample in
          for (index, byte) in sample.enumerated() { base[margin + index] = byte }
          func result(_ end: UnsafeMutablePointer<UInt8>) -> [UInt8] {
            Array(UnsafeBufferPointer(start: output, count: end - output))
          }
          _ = deflater.repeatedPixels(base + margin)
          return [
            result(deflater.deflateDrawing(base + margin, to: output)),
            result(deflater.deflate(base + margin, effort: .runs, to: output)),
            result(deflater.deflate(base + margin, effort: .edges, to: output)),
            result(deflater.deflate(base + margin, effort: .everyPixel, to: output)),
          ]
        }
      }
    }
  }

  private func check(_ samples: [[UInt8]], _ comment: String) {
    for (index, ways) in deflated(samples).enumerated() {
      for encoded in ways {
        #expect(PlainZlib.inflated(encoded) == samples[index], "\(comment), sample \(index)")
        #expect(encoded.count <= TileDeflater.outputLimit)
        #expect(encoded.suffix(4) == [0, 0, 255, 255])
      }
    }
  }

  @Test("random bytes of every spread are restored by zlib's inflate")
  func spreads() {
    var random = SampleTiles.SeededNumbers(seed: 51)
    check(
      [0, 1, 2, 3, 7, 20, 60, 120, 180, 230, 240, 250, 255].map { bound in
        (0..<4_128).map { _ in UInt8.random(in: 0...bound, using: &random) }
      }, "seed 51")
  }

  @Test("random runs and repeats at any distance are restored by zlib's inflate")
  func repeats() {
    var random = SampleTiles.SeededNumbers(seed: 52)
    let samples = (0..<150).map { _ -> [UInt8] in
      var bytes: [UInt8] = []
      let longest = [4, 20, 300, 2_000].randomElement(using: &random) ?? 4
      while bytes.count < 4_128 {
        if bytes.isEmpty || Int.random(in: 0..<3, using: &random) == 0 {
          bytes += (0..<Int.random(in: 1...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        } else {
          let nearby = [1, 4, 8, 125, 129, 133, 258].randomElement(using: &random) ?? 4
          let distance = Bool.random(using: &random) ? nearby : Int.random(in: 1...bytes.count, using: &random)
          for _ in 0..<Int.random(in: 1...longest, using: &random) where distance <= bytes.count {
            bytes.append(bytes[bytes.count - distance])
          }
        }
      }
      return Array(bytes.prefix(4_128))
    }
    check(samples, "seed 52")
  }

  @Test("tiles that repeat a pixel at the largest distance are restored")
  func farMatch() {
    var random = SampleTiles.SeededNumbers(seed: 53)
    var bytes = (0..<4_128).map { _ in UInt8.random(in: 0...255, using: &random) }
    for place in [1, 5, 4_128 - 8, 4_128 - 4] {
      for i in 0..<4 { bytes[place + i] = UInt8(i + 9) }
    }
    check([bytes], "seed 53")
  }

  @Test("incompressible rows are stored, with ten more bytes")
  func stored() {
    var random = SampleTiles.SeededNumbers(seed: 54)
    let bytes = (0..<4_128).map { _ in UInt8.random(in: 0...255, using: &random) }
    let expected = [0, 0x20, 0x10, 0xDF, 0xEF] + bytes + [0, 0, 0, 0xFF, 0xFF]
    for encoded in deflated([bytes]).joined() { #expect(encoded == expected) }
  }

  @Test("drawings and photographs take at most 1.1 times the bytes of zlib at level 1")
  func sizes() {
    var encoder = TileEncoder()
    for kind in [SampleTiles.strokes, .strokesOverPaint, .photograph, .dithered] {
      var (ours, theirs) = (0, 0)
      for seed in 0..<UInt64(20) {
        let tile = kind.tile(seed: seed)
        ours += encoder.encode(tile).bytes.count
        let rows = kind.filteredRows(seed: seed)
        theirs += min(PlainZlib.deflated(rows[0]).count, PlainZlib.deflated(rows[1]).count)
      }
      #expect(ours * 10 <= theirs * 11, "\(kind): \(ours) bytes, zlib \(theirs)")
    }
  }
}
