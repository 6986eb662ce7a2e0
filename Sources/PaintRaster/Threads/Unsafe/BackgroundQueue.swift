#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: POSIX threads, mutexes and conditions are used through pointers.

/// A thread that does jobs one after the other, in the order in which they were posted.
///
/// Only one thread may post and drain. Dispatch is not used, because only long scripts need a thread, but every start
/// of the program would load the library.
@safe public final class BackgroundQueue<Job: Sendable>: @unchecked Sendable {
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
    pthread_join(thread, nil)
    self.thread = nil
  }

  private func wait() {
    isWaiting = true
    unsafe pthread_cond_wait(hasProgressed, mutex)
    isWaiting = false
  }

  private func start() -> Bool {
    var created = pthread_t()
    let body = unsafe Unmanaged.passRetained(ThreadBody { self.run() })
    let code = unsafe pthread_create(
      &created, nil,
      { pointer in
        let start: UnsafeMutableRawPointer? = unsafe pointer
        if let start = unsafe start { unsafe Unmanaged<ThreadBody>.fromOpaque(start).takeRetainedValue().run() }
        return nil
      }, unsafe body.toOpaque())
    guard code == 0 else {
      unsafe body.release()
      return false
    }
    thread = created
    return true
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

/// The body of a thread, without a generic parameter, which a C function pointer cannot have.
private final class ThreadBody {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}
