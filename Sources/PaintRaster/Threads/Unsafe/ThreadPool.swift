// Unsafe: threads share what a lock guards.

/// Threads that run numbered jobs in the order in which they are posted, while the caller prepares the next ones.
///
/// Only one thread may post, finish and end. While it waits for a job, it runs others; so a pool without threads, or one
/// whose threads cannot be started, runs all jobs in the caller's thread.
@safe public final class ThreadPool: @unchecked Sendable {
  // Unchecked: shared state is guarded by the lock of `signals`.

  private enum State { case idle, waiting, running, done }

  private let signals = WorkSignals()
  private let limit: Int
  private let perform: @Sendable (Int) -> Void
  private var threads: [PosixThread] = []
  private var waiting: [Int] = []
  private var states: [State]
  private var idleThreads = 0
  private var isEnding = false
  private var isCallerWaiting = false

  /// Creates a pool with at most `threads` threads besides the caller's, which start when there is work for them.
  ///
  /// - Parameters:
  ///   - jobs: jobs have the numbers 0 ..< `jobs`.
  ///   - perform: runs the job of a number, on any thread.
  public init(threads: Int, jobs: Int, perform: @escaping @Sendable (Int) -> Void) {
    limit = threads
    self.perform = perform
    states = Array(repeating: .idle, count: jobs)
  }

  /// Adds a job; what the caller wrote before is visible to it.
  ///
  /// - Precondition: The job was never posted, or was finished after it was last posted.
  public func post(_ job: Int) {
    signals.lock()
    precondition(states[job] == .idle, "a job is finished before it is posted again")
    states[job] = .waiting
    waiting.append(job)
    let needsThread = waiting.count > idleThreads && threads.count < limit
    signals.signalWork()
    signals.unlock()
    if needsThread, let thread = PosixThread({ self.run() }) { threads.append(thread) }
  }

  /// Waits until a posted job is done; what it wrote is then visible to the caller.
  ///
  /// - Precondition: The job was posted, and not finished since.
  public func finish(_ job: Int) {
    signals.lock()
    precondition(states[job] != .idle, "only a posted job is finished")
    while states[job] != .done {
      if waiting.isEmpty {
        isCallerWaiting = true
        signals.waitForProgress()
        isCallerWaiting = false
      } else {
        runFirst()
      }
    }
    states[job] = .idle
    signals.unlock()
  }

  /// Drops the jobs that no thread has begun, waits for the others and ends the threads; must be called before the pool
  /// is released.
  public func end() {
    signals.lock()
    waiting = []
    isEnding = true
    signals.signalEnd()
    signals.unlock()
    for thread in threads { thread.join() }
    threads = []
  }

  private func run() {
    signals.lock()
    while true {
      idleThreads += 1
      while waiting.isEmpty && !isEnding { signals.waitForWork() }
      idleThreads -= 1
      if waiting.isEmpty { break }
      runFirst()
      if isCallerWaiting { signals.signalProgress() }
    }
    signals.unlock()
  }

  /// Runs the job that has waited longest; the lock is held before and after, but not meanwhile.
  private func runFirst() {
    let job = waiting.removeFirst()
    states[job] = .running
    signals.unlock()
    perform(job)
    signals.lock()
    states[job] = .done
  }
}
