// Unsafe: threads share what a lock guards.

/// A thread that does jobs one after the other, in the order in which they were posted.
///
/// Only one thread may post and drain.
@safe public final class BackgroundQueue<Job: Sendable>: @unchecked Sendable {
  // Unchecked: shared state is guarded by the lock of `signals`.

  private let signals = WorkSignals()
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
  }

  /// Adds a job, waiting while the queue is full; if no thread can be created, the job is done immediately.
  public func post(_ job: Job) {
    guard thread != nil || start() else { return perform(job) }
    signals.lock()
    while jobs.count >= limit { wait() }
    jobs.append(job)
    signals.signalWork()
    signals.unlock()
  }

  /// Waits until all jobs are done; what they wrote is then visible to the caller.
  public func drain() {
    guard thread != nil else { return }
    signals.lock()
    while isBusy || !jobs.isEmpty { wait() }
    signals.unlock()
  }

  /// Waits until all jobs are done and ends the thread; must be called before the queue is released.
  public func end() {
    guard let thread else { return }
    signals.lock()
    isEnding = true
    signals.signalWork()
    signals.unlock()
    thread.join()
    self.thread = nil
  }

  private func wait() {
    isWaiting = true
    signals.waitForProgress()
    isWaiting = false
  }

  private func start() -> Bool {
    thread = PosixThread { self.run() }
    return thread != nil
  }

  private func run() {
    signals.lock()
    while true {
      while jobs.isEmpty && !isEnding { signals.waitForWork() }
      if jobs.isEmpty { break }
      let taken = jobs
      jobs.removeAll(keepingCapacity: true)
      isBusy = true
      signals.unlock()
      for job in taken { perform(job) }
      signals.lock()
      isBusy = false
      if isWaiting { signals.signalProgress() }
    }
    signals.unlock()
  }
}
