import PaintTestSupport
import Testing

@testable import PaintRaster

@Suite("TileSweep")
struct TileSweepTests {
  @Test("the fast sweep equals the plain one to the bit, on random cells")
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
      // From a tile swept before, whose mask is still there.
      fast.restart((0..<Tile.edge).map { _ in Int32(random.whole(-70_000...70_000)) })
      _ = fast.sweepEmpty(height: random.whole(1...Tile.edge))
      let carries = (0..<Tile.edge).map { _ in Int32(random.whole(0...1) * random.whole(-100_000...100_000)) }
      fast.restart(carries)
      plain.restart(carries)
      // Rows without a change may be marked as changed.
      var changes = UInt32(random.whole(0...0xFFFF_FFFF))
      for row in 0..<Tile.edge where marks[row].once != 0 { changes |= 1 << UInt32(row) }
      var plainMarks = marks
      fast.sweep(a, &marks, changes: changes, height: height)
      plain.sweepScalar(b, &plainMarks, height: height)
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

  @Test("sums become bytes by magnitude, clamped and rounded to nearest")
  func bytes() {
    for (sum, byte) in [(0, 0), (65_536, 255), (-65_536, 255), (1 << 40, 255), (128, 0), (129, 1), (-32_768, 128)] {
      #expect(Int(TileSweep.byte(covered: TileSweep.covered(Int64(sum), .nonzero))) == byte)
    }
  }

  @Test("every byte has a sum between 0 and a whole pixel that becomes it")
  func sums() {
    for byte in UInt8.min...UInt8.max {
      let sum = TileSweep.covered(byte: byte)
      #expect(TileSweep.byte(covered: sum) == byte && (0...FixedPoint.one).contains(sum))
    }
  }

  @Test("the fast sweep rounds every sum like the plain one, a row of single pixels at a time")
  func everySum() {
    let count = CellStrip<Int32>.tileCells
    let cells = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    defer { cells.deallocate() }
    cells.initialize(repeating: 0, count: count)
    var marks = [StrandMarks](repeating: StrandMarks(), count: Tile.edge)
    var fast = TileSweep(.nonzero)
    // All magnitudes up to one and a half; beyond that, some on either side of each power of two.
    let large = (17..<31).flatMap { power in (-3...3).map { Int32(1) << Int32(power) + Int32($0) } }
    let sizes = Array(0...Int32(98_304)) + large
    for start in stride(from: 0, to: sizes.count, by: Tile.pixelCount) {
      let sums = (start..<start + Tile.pixelCount).map { i in
        i % 2 == 0 ? sizes[i % sizes.count] : -sizes[i % sizes.count]
      }
      for row in 0..<Tile.edge {
        var before: Int32 = 0
        for x in 0..<Tile.edge {
          cells[row * CellStrip<Int32>.stride + x] = sums[row * Tile.edge + x] &- before
          before = sums[row * Tile.edge + x]
        }
        marks[row].once = .max
      }
      fast.restart()
      fast.sweep(cells, &marks, changes: .max, height: Tile.edge)
      for pixel in 0..<Tile.pixelCount {
        let expected = TileSweep.byte(covered: TileSweep.covered(sums[pixel], .nonzero))
        if fast.mask[pixel] != expected { Issue.record("sum \(sums[pixel])") }
      }
    }
  }
}
