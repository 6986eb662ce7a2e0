import Testing

@testable import PaintRaster

@Suite("TileSweep")
struct TileSweepTests {
  @Test("the fast sweep does to the bit what the plain one does, on random cells")
  func fastEqualsPlain() {
    for seed in 0..<UInt64(60) {
      var random = SeededGenerator(seed: seed)
      let fast = TileSweep()
      let plain = TileSweep()
      let count = CellStrip<Int32>.tileCells
      let a = UnsafeMutablePointer<Int32>.allocate(capacity: count)
      let b = UnsafeMutablePointer<Int32>.allocate(capacity: count)
      defer {
        a.deallocate()
        b.deallocate()
      }
      a.initialize(repeating: 0, count: count)
      var touched: UInt64 = 0
      let size = Int32(1) << Int32(random.whole(8...20))
      for row in 0..<Tile.edge where random.whole(0...3) > 0 {
        touched |= 1 << UInt64(row)
        for _ in 0..<random.whole(1...20) {
          a[row * CellStrip<Int32>.stride + random.whole(0...Tile.edge)] = .random(in: -size...size, using: &random)
        }
      }
      b.initialize(from: a, count: count)
      for row in 0..<Tile.edge {
        fast.carry[row] = random.whole(-100_000...100_000)
        plain.carry[row] = fast.carry[row]
      }
      let height = random.whole(0...2) == 0 ? random.whole(1...Tile.edge) : Tile.edge
      let one = fast.sweep(a, touched: touched, height: height)
      let other = plain.sweepPlainly(b, touched: touched, height: height)
      #expect("\(one)" == "\(other)", "seed \(seed)")
      if case .mask = one {
        #expect((0..<Tile.edge * height).allSatisfy { fast.mask[$0] == plain.mask[$0] }, "seed \(seed)")
      }
      #expect((0..<height).allSatisfy { fast.carry[$0] == plain.carry[$0] }, "seed \(seed)")
      let swept = height * CellStrip<Int32>.stride
      #expect((0..<swept).allSatisfy { a[$0] == 0 && b[$0] == 0 }, "seed \(seed)")
    }
  }

  @Test("sums become bytes by size, clamped and rounded to nearest")
  func bytes() {
    for (sum, byte) in [(0, 0), (65_536, 255), (-65_536, 255), (1 << 40, 255), (128, 0), (129, 1), (-32_768, 128)] {
      #expect(Int(TileSweep.byte(Int64(sum))) == byte)
    }
  }
}
