import Testing

@testable import PaintPNG

@Suite("AdlerSum")
struct AdlerSumTests {
  @Test("equals zlib's Adler-32, also for the largest sums")
  func agrees() {
    var random = SampleTiles.SeededNumbers(seed: 31)
    var samples = [[UInt8](repeating: 0, count: 4_128), [UInt8](repeating: 255, count: 4_128)]
    for index in [0, 1, 31, 32, 671, 672, 4_127] {
      var lonely = samples[0]
      lonely[index] = 255
      samples.append(lonely)
    }
    for _ in 0..<50 { samples.append((0..<4_128).map { _ in UInt8.random(in: 0...255, using: &random) }) }
    for (round, bytes) in samples.enumerated() {
      let sum = bytes.withUnsafeBufferPointer { $0.baseAddress.map { AdlerSum.ofTile($0) } }
      #expect(sum == PlainZlib.adler(bytes), "seed 31, sample \(round)")
    }
  }
}
