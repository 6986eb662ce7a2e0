import Glibc
import PaintHistory
import Synchronization
import SystemPackage

extension LibraryBench {
  /// The time from a writer's release of a document's lock until a waiting writer has it.
  func lockHandover() {
    heading("A document's lock, from one writer to the next that waits for it; best of \(Self.rounds)")
    let path = FilePath(folder).appending("lock")
    let disk = SystemDisk()
    var best = Duration.seconds(100)
    do {
      let (first, second) = (try disk.open(path, .lock), try disk.open(path, .lock))
      for _ in 0..<Self.rounds {
        guard try disk.lock(first, wait: .seconds(600)) else { continue }
        let waiter = LockWaiter(second, disk)
        // Gives the waiter time to block; if it needs longer, the measured time is only shorter.
        usleep(20_000)
        let start = ContinuousClock.now
        disk.unlock(first)
        if let woken = waiter.wait() { best = min(best, woken - start) }
        disk.unlock(second)
      }
    } catch {
      fail("\(path) cannot be locked: \(error)", exitCode: EX_CANTCREAT)
    }
    let seconds = Double(best.components.attoseconds) / 1e18 + Double(best.components.seconds)
    report("handed over", padded(decimal(seconds * 1e6, digits: 0)) + " us")
  }
}

/// A thread that waits for a lock.
private final class LockWaiter: Sendable {
  private let file: OpenFile
  private let disk: SystemDisk
  private let thread = Mutex(pthread_t())
  private let woken = Mutex<ContinuousClock.Instant?>(nil)

  init(_ file: OpenFile, _ disk: SystemDisk) {
    self.file = file
    self.disk = disk
    let context = Unmanaged.passRetained(self).toOpaque()
    thread.withLock { thread in
      _ = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          Unmanaged<LockWaiter>.fromOpaque(context).takeRetainedValue().run()
          return nil
        }, context)
    }
  }

  private func run() {
    guard (try? disk.lock(file, wait: .seconds(600))) == true else { return }
    let now = ContinuousClock.now
    woken.withLock { $0 = now }
  }

  /// The time at which it got the lock; nil if it failed.
  func wait() -> ContinuousClock.Instant? {
    pthread_join(thread.withLock { $0 }, nil)
    return woken.withLock { $0 }
  }
}
