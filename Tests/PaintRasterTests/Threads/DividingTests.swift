import Synchronization
import Testing

@testable import PaintRaster

/// Serial: the shares are those of the whole process.
@Suite(.serialized) struct DividingTests {
  @Test(arguments: [1, 2, 3, 8], [1, 2, 3, 8, 100])
  func `as many threads as there are parts and workers run`(_ count: Int, _ parts: Int) {
    let calls = Mutex(0)
    Workers(count: count).divide(among: parts) { calls.withLock { $0 += 1 } }
    #expect(calls.withLock { $0 } == min(count, parts))
    #expect(Workers.shares == 0)
  }

  @Test func `each thread has its share of the processors, and the last ones have more`() {
    let processors = Workers.all.count
    let seen = Mutex<[Int]>([])
    // One after the other, so that the last one is alone.
    Workers(count: 4).divide(among: 4) { seen.withLock { $0.append(Workers.all.count) } }
    let counts = seen.withLock { $0 }
    #expect(counts.count == 4 && counts.allSatisfy { $0 >= max(1, processors / 4) && $0 <= processors })
    #expect(Workers.all.count == processors)
    #expect(Workers(count: 3).count == 3)
  }

  @Test func `work inside is complete, whatever its share of the threads`() {
    let sums = Mutex<[Int]>([])
    let next = Atomic<Int>(0)
    Workers(count: 3).divide(among: 3) {
      while next.add(1, ordering: .relaxed).oldValue < 20 {
        let sum = Atomic<Int>(0)
        Workers.all.forEach(100) { sum.add($0, ordering: .relaxed) }
        sums.withLock { $0.append(sum.load(ordering: .relaxed)) }
      }
    }
    #expect(sums.withLock { $0 } == [Int](repeating: 4950, count: 20))
  }
}
