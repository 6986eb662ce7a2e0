#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: POSIX mutexes and conditions are used through pointers.

/// A thread that does jobs one after the other, in the order in which they were posted.
///
/// Only one thread may post and drain.
@safe public final class BackgroundQueue<Job: Sendable>: @unchecked Sendable {
  // Unchecked: shared state is guarded by `mutex`.

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signalled when a job is posted or the queue ends.
  private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Signalled when a job is done.
  private let hasProgressed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let limit: Int
  private let perform: @Sendable (Job) -> Void
  private var thread: PosixThread?
  private var jobs: [Job] = []
  private var isBusy = false
  private var isEnding = false
  private var isWaiting = false

  /// Creates a queue with at most `limit` waiting jobs; the thread starts with the first job.
  public init(limit: Int, perform: @escaping @Sendable (Job) -> Void) {
    self.limit = limit
    self.perform = perform
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(hasWork, nil)
    unsafe pthread_cond_init(hasProgressed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(hasProgressed)
    unsafe pthread_cond_destroy(hasWork)
    unsafe pthread_mutex_destroy(mutex)
    unsafe hasProgressed.deallocate()
    unsafe hasWork.deallocate()
    unsafe mutex.deallocate()
  }

  /// Adds a job, waiting while the queue is full; if no thread can be created, the job is done immediately.
  public func post(_ job: Job) {
    guard thread != nil || start() else { return perform(job) }
    unsafe pthread_mutex_lock(mutex)
    while jobs.count >= limit { wait() }
    jobs.append(job)
    unsafe pthread_cond_signal(hasWork)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits until all jobs are done; what they wrote is then visible to the caller.
  public func drain() {
    guard thread != nil else { return }
    unsafe pthread_mutex_lock(mutex)
    while isBusy || !jobs.isEmpty { wait() }
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Waits until all jobs are done and ends the thread; must be called before the queue is released.
  public func end() {
    guard let thread else { return }
    unsafe pthread_mutex_lock(mutex)
    isEnding = true
    unsafe pthread_cond_signal(hasWork)
    unsafe pthread_mutex_unlock(mutex)
    thread.join()
    self.thread = nil
  }

  private func wait() {
    isWaiting = true
    unsafe pthread_cond_wait(hasProgressed, mutex)
    isWaiting = false
  }

  private func start() -> Bool {
    thread = PosixThread { self.run() }
    return thread != nil
  }

  private func run() {
    unsafe pthread_mutex_lock(mutex)
    while true {
      while jobs.isEmpty && !isEnding { unsafe pthread_cond_wait(hasWork, mutex) }
      if jobs.isEmpty { break }
      let taken = jobs
      jobs.removeAll(keepingCapacity: true)
      isBusy = true
      unsafe pthread_mutex_unlock(mutex)
      for job in taken { perform(job) }
      unsafe pthread_mutex_lock(mutex)
      isBusy = false
      if isWaiting { unsafe pthread_cond_signal(hasProgressed) }
    }
    unsafe pthread_mutex_unlock(mutex)
  }
}
