#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: POSIX mutexes are used through pointers.

/// Numbered jobs that threads take one after the other.
@safe final class SharedJobs: @unchecked Sendable {
  // Unchecked: `next` is guarded by `mutex`.

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let count: Int
  private let body: @Sendable (Int) -> Void
  private var next = 0

  init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    self.count = count
    self.body = body
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs jobs until none is left.
  func run() {
    while let job = take() { body(job) }
  }

  private func take() -> Int? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    guard next < count else { return nil }
    next += 1
    return next - 1
  }
}
