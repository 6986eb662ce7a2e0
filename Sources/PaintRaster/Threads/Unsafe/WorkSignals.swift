#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: POSIX mutexes and conditions are used through pointers.

/// A lock, with a condition for threads that wait for work and one for a thread that waits for its results.
///
/// The caller locks before it waits or signals. Ownership: destroyed with the last reference; no thread may then hold the
/// lock or wait.
@safe final class WorkSignals: @unchecked Sendable {
  // Unchecked: the three are made to be shared by threads.

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let work = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let progress = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Creates a lock that is free.
  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(work, nil)
    unsafe pthread_cond_init(progress, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(progress)
    unsafe pthread_cond_destroy(work)
    unsafe pthread_mutex_destroy(mutex)
    unsafe progress.deallocate()
    unsafe work.deallocate()
    unsafe mutex.deallocate()
  }

  /// Takes the lock, waiting until it is free.
  func lock() { unsafe pthread_mutex_lock(mutex) }

  /// Frees the lock.
  func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Frees the lock until there may be work, and takes it again.
  func waitForWork() { unsafe pthread_cond_wait(work, mutex) }

  /// Wakes a thread that waits for work.
  func signalWork() { unsafe pthread_cond_signal(work) }

  /// Wakes all threads that wait for work, because there will be none.
  func signalEnd() { unsafe pthread_cond_broadcast(work) }

  /// Frees the lock until work may be done, and takes it again.
  func waitForProgress() { unsafe pthread_cond_wait(progress, mutex) }

  /// Wakes the thread that waits until work is done.
  func signalProgress() { unsafe pthread_cond_signal(progress) }
}
