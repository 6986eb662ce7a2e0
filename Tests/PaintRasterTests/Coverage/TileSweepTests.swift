import Testing

@testable import PaintRaster

@Suite("TileSweep")
struct TileSweepTests {
  @Test("the fast sweep does to the bit what the plain one does, on random cells")
  func fastEqualsPlain() {
    for seed in 0..<UInt64(60) {
      var random = SeededGenerator(seed: seed)
      var fast = TileSweep(.nonzero)
      var plain = TileSweep(.nonzero)
      let count = CellStrip<Int32>.tileCells
      let a = UnsafeMutablePointer<Int32>.allocate(capacity: count)
      let b = UnsafeMutablePointer<Int32>.allocate(capacity: count)
      defer {
        a.deallocate()
        b.deallocate()
      }
      a.initialize(repeating: 0, count: count)
      var marks = [StrandMarks](repeating: StrandMarks(), count: Tile.edge)
      let size = Int32(1) << Int32(random.whole(8...20))
      for row in 0..<Tile.edge where random.whole(0...3) > 0 {
        for _ in 0..<random.whole(1...20) {
          let x = random.whole(0...Tile.edge - 1)
          marks[row].once |= 1 << UInt32(x)
          for behind in 0...1 {
            a[row * CellStrip<Int32>.stride + x + behind] = .random(in: -size...size, using: &random)
          }
        }
      }
      b.initialize(from: a, count: count)
      let height = random.whole(0...2) == 0 ? random.whole(1...Tile.edge) : Tile.edge
      // Of a tile swept before, whose mask is still there.
      fast.restart((0..<Tile.edge).map { _ in Int32(random.whole(-70_000...70_000)) })
      _ = fast.sweepEmpty(height: random.whole(1...Tile.edge))
      let carries = (0..<Tile.edge).map { _ in Int32(random.whole(0...1) * random.whole(-100_000...100_000)) }
      fast.restart(carries)
      plain.restart(carries)
      // Rows without a change may be said to have one.
      var changes = UInt32(random.whole(0...0xFFFF_FFFF))
      for row in 0..<Tile.edge where marks[row].once != 0 { changes |= 1 << UInt32(row) }
      var plainMarks = marks
      fast.sweep(a, &marks, changes: changes, height: height)
      plain.sweepPlainly(b, &plainMarks, height: height)
      #expect(fast.result(height: height) == plain.result(height: height), "seed \(seed)")
      for pixel in 0..<Tile.pixelCount where fast.mask[pixel] != plain.mask[pixel] {
        Issue.record("seed \(seed), pixel \(pixel)")
      }
      #expect((0..<2 * Tile.edge).allSatisfy { fast.occupied[$0] == plain.occupied[$0] }, "seed \(seed)")
      #expect(marks[..<height].allSatisfy { $0.once == 0 }, "seed \(seed)")
      #expect((0..<height).allSatisfy { fast.carry[$0] == plain.carry[$0] }, "seed \(seed)")
      let swept = height * CellStrip<Int32>.stride
      #expect((0..<swept).allSatisfy { a[$0] == 0 && b[$0] == 0 }, "seed \(seed)")
    }
  }

  @Test("sums become bytes by size, clamped and rounded to nearest")
  func bytes() {
    for (sum, byte) in [(0, 0), (65_536, 255), (-65_536, 255), (1 << 40, 255), (128, 0), (129, 1), (-32_768, 128)] {
      #expect(Int(TileSweep.byte(covered: TileSweep.covered(Int64(sum), .nonzero))) == byte)
    }
  }
}
