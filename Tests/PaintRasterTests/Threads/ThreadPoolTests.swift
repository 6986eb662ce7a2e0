import Synchronization
import Testing

@testable import PaintRaster

struct ThreadPoolTests {
  /// Jobs are posted into slots and finished in order, as many at a time as there are slots.
  @Test(arguments: [0, 1, 3], [1, 2, 5])
  func `each job runs once, and is over when it is finished`(_ threads: Int, _ slots: Int) {
    let runs = Mutex([Int](repeating: 0, count: slots))
    let pool = ThreadPool(threads: threads, jobs: slots) { slot in runs.withLock { $0[slot] += 1 } }
    defer { pool.end() }
    for round in 0..<200 {
      let slot = round % slots
      if round >= slots {
        pool.finish(slot)
        #expect(runs.withLock { $0[slot] } == round / slots)
      }
      pool.post(slot)
    }
    for slot in 0..<slots { pool.finish(slot) }
    #expect(runs.withLock { $0.reduce(0, +) } == 200)
  }

  @Test func `without threads jobs run in the order in which they are posted`() {
    let order = Mutex<[Int]>([])
    let pool = ThreadPool(threads: 0, jobs: 4) { job in order.withLock { $0.append(job) } }
    for job in [2, 0, 3] { pool.post(job) }
    pool.finish(3)
    #expect(order.withLock { $0 } == [2, 0, 3])
    pool.end()
  }

  @Test(arguments: [0, 1, 2])
  func `a pool that ends runs no job that waits, and ends those that run`(_ threads: Int) {
    let states = Mutex((begun: 0, ended: 0))
    let pool = ThreadPool(threads: threads, jobs: 8) { _ in
      states.withLock { $0.begun += 1 }
      states.withLock { $0.ended += 1 }
    }
    for job in 0..<8 { pool.post(job) }
    pool.end()
    let (begun, ended) = states.withLock { $0 }
    #expect(begun == ended)
    if threads == 0 { #expect(begun == 0) }
  }
}
