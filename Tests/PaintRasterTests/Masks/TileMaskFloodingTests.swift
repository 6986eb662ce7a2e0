import PaintRaster
import PaintTestSupport
import Testing

@Suite("Flood fills within a tile")
struct TileMaskFloodingTests {
  @Test("a flood fill within a tile reaches the same pixels as going from neighbour to neighbour")
  func floods() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      var open = TileMask.none
      // From mazes to open areas.
      let density = Int.random(in: 1...3, using: &generator)
      for y in 0..<32 {
        open.rows[y] = (0..<density).reduce(UInt32(0)) { bits, _ in
          bits | UInt32(truncatingIfNeeded: generator.next())
        }
      }
      var seeds = TileMask.none
      seeds.rows[Int.random(in: 0..<32, using: &generator)] = UInt32(truncatingIfNeeded: generator.next())
      #expect(open.flooded(from: seeds) == plainFlood(open, seeds))
    }
    #expect(TileMask.all.flooded(from: TileMask(width: 1, height: 1)) == .all)
    #expect(TileMask.all.flooded(from: .none) == .none)
  }

  @Test("a path that winds through a whole tile is followed to its end")
  func spiral() {
    var open = TileMask.none
    for y in stride(from: 0, to: 32, by: 2) {
      open.rows[y] = .max
      if y + 1 < 32 { open.rows[y + 1] = y % 4 == 0 ? 1 << 31 : 1 }
    }
    #expect(open.flooded(from: TileMask(width: 1, height: 1)) == open)
  }

  private func plainFlood(_ open: TileMask, _ seeds: TileMask) -> TileMask {
    var reached = TileMask.none
    var waiting: [(x: Int, y: Int)] = []
    for y in 0..<32 {
      for x in 0..<32 where has(seeds, x, y) { waiting.append((x, y)) }
    }
    while let (x, y) = waiting.popLast() {
      guard has(open, x, y), !has(reached, x, y) else { continue }
      reached.insert(x: x, y: y)
      waiting.append((x - 1, y))
      waiting.append((x + 1, y))
      waiting.append((x, y - 1))
      waiting.append((x, y + 1))
    }
    return reached
  }

  private func has(_ mask: TileMask, _ x: Int, _ y: Int) -> Bool {
    (0..<32).contains(x) && (0..<32).contains(y) && mask.contains(x: x, y: y)
  }
}
