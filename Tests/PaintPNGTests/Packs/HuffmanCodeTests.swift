import Testing

@testable import PaintPNG

@Suite("HuffmanCode")
struct HuffmanCodeTests {
  /// The code for each symbol: its bits, lowest first, and their number.
  private func codes(_ frequencies: [UInt32], limit: Int) -> [(bits: UInt32, length: Int)] {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: HuffmanCode.wordCount + 2 * 288) { memory in
      guard let base = memory.baseAddress else { return [] }
      base.initialize(repeating: 0, count: memory.count)
      let counts = base + HuffmanCode.wordCount
      for (index, frequency) in frequencies.enumerated() { counts[index] = frequency }
      HuffmanCode(in: base).build(counts, count: frequencies.count, limit: limit, into: counts + 288)
      return (0..<frequencies.count).map {
        let entry = counts[288 + $0]
        return (entry & 0xFFFF, Int(entry >> 16))
      }
    }
  }

  /// The total length of Huffman's own code, by joining the two lightest nodes until one is left.
  private func minimalTotal(_ frequencies: [UInt32]) -> UInt32 {
    var weights = frequencies.filter { $0 > 0 }.sorted()
    var total: UInt32 = 0
    while weights.count > 1 {
      let joined = weights.removeFirst() + weights.removeFirst()
      total += joined
      weights.insert(joined, at: weights.firstIndex { $0 >= joined } ?? weights.count)
    }
    return total
  }

  private func samples(_ random: inout SampleTiles.SeededNumbers) -> [[UInt32]] {
    var result: [[UInt32]] = []
    for count in [2, 3, 19, 30, 286] {
      for bound in [1, 3, 60, 4_000] as [UInt32] {
        result.append((0..<count).map { _ in UInt32.random(in: 0...bound, using: &random) })
      }
      // Fibonacci numbers make the deepest trees.
      var (one, next): (UInt32, UInt32) = (1, 1)
      result.append(
        (0..<count).map { _ in
          defer { (one, next) = (next, min(one + next, 4_000)) }
          return one
        })
    }
    return result
  }

  @Test("codes are complete, not longer than the limit, and belong to the symbols that occur")
  func complete() {
    var random = SampleTiles.SeededNumbers(seed: 41)
    for frequencies in samples(&random) {
      for limit in [7, 12, 14] where frequencies.count <= 1 << limit && !(limit == 7 && frequencies.count > 30) {
        let codes = codes(frequencies, limit: limit)
        let used = codes.filter { $0.length > 0 }
        #expect(used.allSatisfy { $0.length <= limit })
        // A code of this many bits is this part of all words that are as long as the limit.
        let words = used.map { code -> Int in 1 << (limit - code.length) }
        #expect(words.reduce(0, +) == 1 << limit, "seed 41: \(frequencies)")
        #expect(zip(codes, frequencies).allSatisfy { $1 == 0 || $0.length > 0 })
        #expect(used.count == max(2, frequencies.count { $0 > 0 }))
      }
    }
  }

  @Test("no code is a prefix of another")
  func prefixFree() {
    var random = SampleTiles.SeededNumbers(seed: 42)
    for frequencies in samples(&random) where frequencies.count <= 30 {
      let codes = codes(frequencies, limit: 14).enumerated().filter { $0.element.length > 0 }
      for (index, code) in codes {
        for (other, longer) in codes where other != index && longer.length >= code.length {
          #expect(longer.bits & (1 << UInt32(code.length) - 1) != code.bits, "seed 42: \(frequencies)")
        }
      }
    }
  }

  @Test("if no code reaches the limit, the total length is minimal")
  func optimal() {
    var random = SampleTiles.SeededNumbers(seed: 43)
    for _ in 0..<60 {
      let frequencies = (0..<Int.random(in: 2...200, using: &random)).map { _ in
        UInt32.random(in: 1...100, using: &random)
      }
      let total = zip(codes(frequencies, limit: 15), frequencies).reduce(0) { $0 + UInt32($1.0.length) * $1.1 }
      #expect(total == minimalTotal(frequencies), "seed 43: \(frequencies)")
    }
  }
}
