#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that does jobs one after the other, in the order in which they were posted.
///
/// Only one thread may post and drain. Dispatch is not used, because only long scripts need a thread, but every start
/// of the program would load the library.
final class BackgroundQueue<Job: Sendable>: @unchecked Sendable {
  // Unchecked: shared state is guarded by `mutex`.

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signalled when a job is posted or the queue ends.
  private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Signalled when a job is done.
  private let hasProgressed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let limit: Int
  private let perform: @Sendable (Job) -> Void
  private var thread: pthread_t?
  private var jobs: [Job] = []
  private var isBusy = false
  private var isEnding = false
  private var isWaiting = false

  /// Creates a queue with at most `limit` waiting jobs; the thread starts with the first job.
  init(limit: Int, perform: @escaping @Sendable (Job) -> Void) {
    self.limit = limit
    self.perform = perform
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(hasWork, nil)
    pthread_cond_init(hasProgressed, nil)
  }

  deinit {
    pthread_cond_destroy(hasProgressed)
    pthread_cond_destroy(hasWork)
    pthread_mutex_destroy(mutex)
    hasProgressed.deallocate()
    hasWork.deallocate()
    mutex.deallocate()
  }

  /// Adds a job, waiting while the queue is full; if no thread can be created, the job is done immediately.
  func post(_ job: Job) {
    guard thread != nil || start() else { return perform(job) }
    pthread_mutex_lock(mutex)
    while jobs.count >= limit { wait() }
    jobs.append(job)
    pthread_cond_signal(hasWork)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until all jobs are done; what they wrote is then visible to the caller.
  func drain() {
    guard thread != nil else { return }
    pthread_mutex_lock(mutex)
    while isBusy || !jobs.isEmpty { wait() }
    pthread_mutex_unlock(mutex)
  }

  /// Waits until all jobs are done and ends the thread; must be called before the queue is released.
  func end() {
    guard let thread else { return }
    pthread_mutex_lock(mutex)
    isEnding = true
    pthread_cond_signal(hasWork)
    pthread_mutex_unlock(mutex)
    pthread_join(thread, nil)
    self.thread = nil
  }

  private func wait() {
    isWaiting = true
    pthread_cond_wait(hasProgressed, mutex)
    isWaiting = false
  }

  private func start() -> Bool {
    var created = pthread_t()
    let body = Unmanaged.passRetained(ThreadBody { self.run() })
    let code = pthread_create(
      &created, nil,
      { pointer in
        let start: UnsafeMutableRawPointer? = pointer
        if let start { Unmanaged<ThreadBody>.fromOpaque(start).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    guard code == 0 else {
      body.release()
      return false
    }
    thread = created
    return true
  }

  private func run() {
    pthread_mutex_lock(mutex)
    while true {
      while jobs.isEmpty && !isEnding { pthread_cond_wait(hasWork, mutex) }
      if jobs.isEmpty { break }
      let taken = jobs
      jobs.removeAll(keepingCapacity: true)
      isBusy = true
      pthread_mutex_unlock(mutex)
      for job in taken { perform(job) }
      pthread_mutex_lock(mutex)
      isBusy = false
      if isWaiting { pthread_cond_signal(hasProgressed) }
    }
    pthread_mutex_unlock(mutex)
  }
}

/// The body of a thread, without a generic parameter, which a C function pointer cannot have.
private final class ThreadBody {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}
