#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Unsafe: POSIX mutexes and conditions are used through pointers.

/// Threads that run numbered jobs in the order in which they are posted, while the caller prepares the next ones.
///
/// Only one thread may post, finish and end. While it waits for a job, it runs others; so a pool without threads, or one
/// whose threads cannot be started, runs all jobs in the caller's thread.
@safe public final class ThreadPool: @unchecked Sendable {
  // Unchecked: shared state is guarded by `mutex`.

  private enum State { case idle, waiting, running, done }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Signalled when a job is posted or the pool ends.
  private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  /// Signalled when a job is done.
  private let hasProgressed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
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

  /// Adds a job; what the caller wrote before is visible to it.
  ///
  /// - Precondition: The job was never posted, or was finished after it was last posted.
  public func post(_ job: Int) {
    unsafe pthread_mutex_lock(mutex)
    precondition(states[job] == .idle, "a job is finished before it is posted again")
    states[job] = .waiting
    waiting.append(job)
    let needsThread = waiting.count > idleThreads && threads.count < limit
    unsafe pthread_cond_signal(hasWork)
    unsafe pthread_mutex_unlock(mutex)
    if needsThread, let thread = PosixThread({ self.run() }) { threads.append(thread) }
  }

  /// Waits until a posted job is done; what it wrote is then visible to the caller.
  ///
  /// - Precondition: The job was posted, and not finished since.
  public func finish(_ job: Int) {
    unsafe pthread_mutex_lock(mutex)
    precondition(states[job] != .idle, "only a posted job is finished")
    while states[job] != .done {
      if waiting.isEmpty {
        isCallerWaiting = true
        unsafe pthread_cond_wait(hasProgressed, mutex)
        isCallerWaiting = false
      } else {
        runFirst()
      }
    }
    states[job] = .idle
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Drops the jobs that no thread has begun, waits for the others and ends the threads; must be called before the pool
  /// is released.
  public func end() {
    unsafe pthread_mutex_lock(mutex)
    waiting = []
    isEnding = true
    unsafe pthread_cond_broadcast(hasWork)
    unsafe pthread_mutex_unlock(mutex)
    for thread in threads { thread.join() }
    threads = []
  }

  private func run() {
    unsafe pthread_mutex_lock(mutex)
    while true {
      idleThreads += 1
      while waiting.isEmpty && !isEnding { unsafe pthread_cond_wait(hasWork, mutex) }
      idleThreads -= 1
      if waiting.isEmpty { break }
      runFirst()
      if isCallerWaiting { unsafe pthread_cond_signal(hasProgressed) }
    }
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Runs the job that has waited longest; the mutex is locked before and after, but not meanwhile.
  private func runFirst() {
    let job = waiting.removeFirst()
    states[job] = .running
    unsafe pthread_mutex_unlock(mutex)
    perform(job)
    unsafe pthread_mutex_lock(mutex)
    states[job] = .done
  }
}
