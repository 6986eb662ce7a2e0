import Synchronization
import Testing

@testable import PaintRaster

struct WorkersTests {
  @Test(arguments: [1, 2, 3, 8])
  func `each job is done once`(_ count: Int) {
    for jobs in [0, 1, 2, 100] {
      let done = Mutex([Int](repeating: 0, count: jobs))
      Workers(count: count).forEach(jobs) { job in done.withLock { $0[job] += 1 } }
      #expect(done.withLock { $0 } == [Int](repeating: 1, count: jobs))
    }
  }

  @Test(arguments: [1, 2, 3, 8])
  func `bands cover all rows once`(_ count: Int) {
    for rows in [1, 7, 1000] {
      for cost in [0, 1, 10_000, 10_000_000] {
        let done = Mutex([Int](repeating: 0, count: rows))
        Workers(count: count).forEachBand(of: rows, cost: cost) { band in
          done.withLock { done in for row in band { done[row] += 1 } }
        }
        #expect(done.withLock { $0 } == [Int](repeating: 1, count: rows))
      }
    }
  }
}
