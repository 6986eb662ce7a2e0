import PaintRaster

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: POSIX mutexes and conditions are used through pointers.

/// A thread that calls a function at intervals until it is ended.
@safe final class Ticker: @unchecked Sendable {
  // Unchecked: `isEnding` is guarded by `mutex`.

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasEnded = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let milliseconds: Int
  private let tick: @Sendable () -> Void
  private var thread: PosixThread?
  private var isEnding = false

  /// Starts calling `tick`, the first time after one interval; never if no thread can be created.
  ///
  /// - Parameter milliseconds: the interval, below 1000.
  init(every milliseconds: Int, _ tick: @escaping @Sendable () -> Void) {
    self.milliseconds = milliseconds
    self.tick = tick
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(hasEnded, nil)
    thread = PosixThread { self.run() }
  }

  deinit {
    unsafe pthread_cond_destroy(hasEnded)
    unsafe pthread_mutex_destroy(mutex)
    unsafe hasEnded.deallocate()
    unsafe mutex.deallocate()
  }

  /// Ends the thread, without waiting for the end of an interval; must be called before the ticker is released.
  func end() {
    guard let thread else { return }
    unsafe pthread_mutex_lock(mutex)
    isEnding = true
    unsafe pthread_cond_signal(hasEnded)
    unsafe pthread_mutex_unlock(mutex)
    thread.join()
    self.thread = nil
  }

  private func run() {
    unsafe pthread_mutex_lock(mutex)
    while !isEnding {
      var time = timespec()
      unsafe clock_gettime(CLOCK_REALTIME, &time)
      time.tv_nsec += milliseconds * 1_000_000
      if time.tv_nsec >= 1_000_000_000 { (time.tv_sec, time.tv_nsec) = (time.tv_sec + 1, time.tv_nsec - 1_000_000_000) }
      // What ends the wait early without a signal only makes this tick come early.
      unsafe pthread_cond_timedwait(hasEnded, mutex, &time)
      if isEnding { break }
      unsafe pthread_mutex_unlock(mutex)
      tick()
      unsafe pthread_mutex_lock(mutex)
    }
    unsafe pthread_mutex_unlock(mutex)
  }
}
