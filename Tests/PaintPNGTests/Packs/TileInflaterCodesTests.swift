import Testing

@testable import PaintPNG

/// Streams with random codes, deeper and less balanced than those of any compressor.
@Suite("TileInflater, random codes")
struct TileInflaterCodesTests {
  #if DEBUG
    private static let rounds = 40
  #else
    private static let rounds = 2_000
  #endif

  /// Distances and lengths of matches: the smallest of each symbol and the number of extra bits (RFC 1951, 3.2.5).
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthExtras = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073, 4_097,
    6_145, 8_193, 12_289, 16_385, 24_577,
  ]
  private static let distanceExtras = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]

  /// A block with random codes, and its bytes; mostly `size` of them.
  private struct RandomBlock {
    var bits = DeflateBits()
    var bytes: [UInt8] = []

    /// Spreads the lengths of a random code over `symbols`, all of which must be below `count`.
    static func lengths(
      _ symbols: [Int], count: Int, using random: inout SampleTiles.SeededNumbers
    ) -> [Int] {
      var lengths = Array(repeating: 0, count: count)
      if symbols.count == 1 { lengths[symbols[0]] = 1 }
      guard symbols.count > 1 else { return lengths }
      let code = DeflateBits.randomLengths(leaves: symbols.count, using: &random)
      for (symbol, length) in zip(symbols, code) { lengths[symbol] = length }
      return lengths
    }

    init(size: Int, matches: Int, using random: inout SampleTiles.SeededNumbers) {
      let literalCount = Int.random(in: 257...286, using: &random)
      // At least a literal and the end.
      let all = Array((0..<literalCount).filter { $0 != 256 }.shuffled(using: &random))
      let some = all.prefix(Int.random(in: 1...all.count, using: &random))
      let first = Int.random(in: 0...255, using: &random)
      let literals = Self.lengths(
        Array(Set(some).union([first, 256])).shuffled(using: &random), count: literalCount, using: &random)
      let distanceCount = Int.random(in: 1...30, using: &random)
      let near = (0..<distanceCount).shuffled(using: &random)
      let distances = Self.lengths(
        Array(near.prefix(Int.random(in: 0...distanceCount, using: &random))), count: distanceCount, using: &random)
      bits.addCodes(literals: literals, distances: distances, using: &random)
      let literalCodes = DeflateBits.codes(literals)
      let distanceCodes = DeflateBits.codes(distances)
      let bytesWithCode = (0..<256).filter { literals[$0] > 0 }
      let spans = literals.indices.filter { $0 > 256 && literals[$0] > 0 }
      while bytes.count < size {
        let reachable = distances.indices.filter {
          distances[$0] > 0 && TileInflaterCodesTests.distanceBases[$0] <= bytes.count
        }
        let isMatch = Int.random(in: 0..<100, using: &random) < matches && size - bytes.count >= 258
        if isMatch, let span = spans.randomElement(using: &random),
          let symbol = reachable.randomElement(using: &random)
        {
          let lengthExtra = Int.random(in: 0..<1 << TileInflaterCodesTests.lengthExtras[span - 257], using: &random)
          let base = TileInflaterCodesTests.distanceBases[symbol]
          let most = min((1 << TileInflaterCodesTests.distanceExtras[symbol]) - 1, bytes.count - base)
          let distanceExtra = Int.random(in: 0...most, using: &random)
          bits.add(literalCodes[span])
          bits.add(lengthExtra, TileInflaterCodesTests.lengthExtras[span - 257])
          bits.add(distanceCodes[symbol])
          bits.add(distanceExtra, TileInflaterCodesTests.distanceExtras[symbol])
          for _ in 0..<TileInflaterCodesTests.lengthBases[span - 257] + lengthExtra {
            bytes.append(bytes[bytes.count - base - distanceExtra])
          }
        } else {
          let byte = bytesWithCode.randomElement(using: &random) ?? first
          bits.add(literalCodes[byte])
          bytes.append(UInt8(byte))
        }
      }
      bits.add(literalCodes[256])
    }
  }

  @Test("blocks with any codes are restored, and damaged ones are accepted and refused as by zlib")
  func randomCodes() {
    let trial = InflaterTrial()
    var random = SampleTiles.SeededNumbers(seed: 71)
    var longest = 0
    for round in 0..<Self.rounds {
      let matches = [0, 1, 10, 60].randomElement(using: &random) ?? 10
      var block = RandomBlock(size: 4_128, matches: matches, using: &random)
      block.bits.addStored()
      let stream = block.bits.bytes
      longest = max(longest, stream.count)
      let ours = trial.ours(stream)
      #expect(ours.outcome == .tile && ours.rows == block.bytes, "seed 71, round \(round)")
      #expect(trial.difference(stream) == nil, "seed 71, round \(round)")
      for _ in 0..<10 {
        var bytes = stream
        let span = Bool.random(using: &random) ? bytes.count : min(bytes.count, 150)
        bytes[Int.random(in: 0..<span, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
        if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
        if let difference = trial.difference(bytes) {
          Issue.record("seed 71, round \(round): \(difference)")
          return
        }
      }
    }
    // Longer than stored, so that some codes have 15 bits.
    #expect(longest > 5_000)
  }
}
