import PaintRaster
import Testing

@testable import PaintPNG

@Suite("TileFilter")
struct TileFilterTests {
  private func filtered(_ tile: TilePixels, adaptive: Bool) -> [UInt8] {
    withUnsafeTemporaryAllocation(byteCount: TileFilter.byteCount, alignment: 16) { memory in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4_128) { rows in
        guard let work = memory.baseAddress, let target = rows.baseAddress else { return [] }
        work.initializeMemory(as: UInt8.self, repeating: 0, count: TileFilter.byteCount)
        target.initialize(repeating: 0xAA, count: 4_128)
        let filter = TileFilter(in: work)
        if adaptive { filter.adaptive(tile, into: target) } else { filter.none(tile, into: target) }
        return Array(rows)
      }
    }
  }

  @Test("filtered rows are restored according to the PNG specification", arguments: SampleTiles.allCases)
  func roundTrip(kind: SampleTiles) {
    for seed in 0..<UInt64(4) {
      let tile = kind.tile(seed: seed)
      for adaptive in [false, true] {
        let rows = filtered(tile, adaptive: adaptive)
        #expect(PlainZlib.unfiltered(rows) == tile.sampleBytes, "\(kind), seed \(seed), adaptive \(adaptive)")
        #expect(rows[0] == (adaptive ? 1 : 0))
      }
    }
  }

  @Test("each row has the filter with the smallest sum, and all three are chosen")
  func choice() {
    var seen: Set<UInt8> = []
    for kind in SampleTiles.allCases {
      let tile = kind.tile(seed: 5)
      let rows = filtered(tile, adaptive: true)
      for row in 1..<32 {
        let chosen = rows[row * 129]
        seen.insert(chosen)
        func sum(_ filter: Int) -> Int { remainder(tile.sampleBytes, row: row, filter: filter).reduce(0, +) }
        let least = min(sum(1), sum(2), sum(4))
        #expect(sum(Int(chosen)) == least, "\(kind), row \(row)")
      }
    }
    #expect(seen == [1, 2, 4])
  }

  /// The absolute values of the differences by a filter, according to the PNG specification.
  private func remainder(_ bytes: [UInt8], row: Int, filter: Int) -> [Int] {
    (0..<128).map { i in
      let at = row * 128 + i
      let a = i >= 4 ? Int(bytes[at - 4]) : 0
      let b = Int(bytes[at - 128])
      let c = i >= 4 ? Int(bytes[at - 132]) : 0
      let p = a + b - c
      let nearest = [a, b, c].min { abs(p - $0) < abs(p - $1) } ?? 0
      let left = (Int(bytes[at]) - [0, a, b, 0, nearest][filter]) & 255
      return min(left, 256 - left)
    }
  }
}
