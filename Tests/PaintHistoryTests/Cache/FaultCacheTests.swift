import PaintRaster
import PaintTestSupport
import Testing

@testable import PaintHistory

@Suite("FaultCache")
struct FaultCacheTests {
  private let pixels = TilePixels(filledWith: .white)

  private func key(_ tile: Int, _ revision: Int = 0) -> FaultCache.Key {
    FaultCache.Key(tile: UInt32(tile), revision: revision)
  }

  @Test("memory stays within the bound if packs are written when needed", arguments: 1...4)
  func isBounded(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let bound = 50 * Tile.byteCount
    var cache = FaultCache(bound: bound)
    var dirty: Set<FaultCache.Key> = []
    for step in 0..<2_000 {
      let depth = step / 20
      if Bool.random(using: &generator) {
        let key = key(step, depth)
        cache.insertDirty(key, pixels, from: depth)
        dirty.insert(key)
      } else {
        cache.insertClean(key(step, -1), pixels, from: depth, until: .max, current: depth)
      }
      #expect(cache.bytes <= bound)
      #expect(cache.needsCleaning == (dirty.count * 2 > 50))
      #expect(dirty.allSatisfy { cache.pixels($0, at: depth) != nil }, "dirty versions stay")
      if cache.needsCleaning || Int.random(in: 0..<40, using: &generator) == 0 {
        cache.markClean()
        dirty.removeAll()
      }
    }
    #expect(cache.resident * Tile.byteCount == cache.bytes)
  }

  @Test("distant versions are evicted before near ones")
  func prefersTheNear() {
    var cache = FaultCache(bound: 16 * Tile.byteCount)
    // Visible at one depth each: far from depth 20 in both directions.
    for depth in 0..<8 { cache.insertClean(key(depth, depth), pixels, from: depth, until: depth, current: 20) }
    for depth in 33..<41 { cache.insertClean(key(depth, depth), pixels, from: depth, until: depth, current: 20) }
    #expect(cache.resident == 16)
    cache.insertClean(key(20, 20), pixels, from: 20, until: .max, current: 20)
    // An eighth of the bound and the excess tile: the three most distant.
    #expect(cache.counts.evicted == 3)
    for gone in [0, 40, 1] { #expect(cache.pixels(key(gone, gone), at: 20) == nil, "\(gone)") }
    #expect(cache.resident == 14)
  }

  @Test("among equally distant versions the least recently used are evicted first")
  func prefersTheRecent() {
    var cache = FaultCache(bound: 16 * Tile.byteCount)
    for tile in 0..<16 { cache.insertClean(key(tile), pixels, from: 0, until: .max, current: 0) }
    for tile in [0, 1, 2, 5] { _ = cache.pixels(key(tile), at: 0) }
    cache.insertClean(key(16), pixels, from: 0, until: .max, current: 0)
    for gone in [3, 4, 6] { #expect(cache.pixels(key(gone), at: 0) == nil, "\(gone)") }
    for kept in [0, 1, 2, 5, 7, 16] { #expect(cache.pixels(key(kept), at: 0) != nil, "\(kept)") }
  }

  @Test("an overwritten version becomes distant when the canvas moves on")
  func knowsWhatWasSuperseded() {
    var cache = FaultCache(bound: 16 * Tile.byteCount)
    for tile in 0..<8 { cache.insertClean(key(tile), pixels, from: 0, until: .max, current: 0) }
    for tile in 0..<4 { cache.supersede(key(tile), at: 1) }
    for tile in 0..<8 { cache.insertClean(key(tile, 1), pixels, from: 1, until: .max, current: 9) }
    cache.insertClean(key(9, 9), pixels, from: 9, until: .max, current: 9)
    #expect((0..<4).filter { cache.pixels(key($0), at: 9) == nil }.count == 3)
    #expect((4..<8).allSatisfy { cache.pixels(key($0), at: 9) != nil })
  }

  @Test("a version that one branch overwrote is near again where another branch shows it")
  func followsBranches() {
    var cache = FaultCache(bound: 16 * Tile.byteCount)
    cache.insertClean(key(0), pixels, from: 0, until: .max, current: 0)
    cache.supersede(key(0), at: 1)
    #expect(cache.pixels(key(0), at: 9) != nil)
    for tile in 1..<16 { cache.insertClean(key(tile), pixels, from: 0, until: 7, current: 9) }
    cache.insertClean(key(16), pixels, from: 0, until: 7, current: 9)
    #expect(cache.counts.evicted == 3)
    #expect(cache.pixels(key(0), at: 9) != nil)
  }

  @Test("versions of an abandoned edit are removed, written or not")
  func removes() {
    var cache = FaultCache(bound: 16 * Tile.byteCount)
    for tile in 0..<9 { cache.insertDirty(key(tile, 1), pixels, from: 1) }
    #expect(cache.needsCleaning)
    cache.remove([key(0, 1), key(3, 1), key(77, 1)])
    #expect(cache.resident == 7 && !cache.needsCleaning)
    #expect(cache.pixels(key(3, 1), at: 1) == nil && cache.pixels(key(4, 1), at: 1) != nil)
  }

  @Test("faults and evictions are counted, deliberate removals are not")
  func counts() {
    var cache = FaultCache(bound: 0)
    for tile in 0..<16 { cache.insertClean(key(tile), pixels, from: 0, until: .max, current: 0) }
    #expect(cache.counts == FaultCache.Counts(faults: 16, evicted: 0))
    #expect(cache.bytes == 16 * Tile.byteCount)
    cache.insertDirty(key(99, 1), pixels, from: 1)
    #expect(cache.counts == FaultCache.Counts(faults: 16, evicted: 3))
    cache.removeAll()
    #expect(cache.counts == FaultCache.Counts(faults: 16, evicted: 3))
    #expect(cache.bytes == 0 && !cache.needsCleaning)
  }
}
