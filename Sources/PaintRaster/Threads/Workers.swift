/// The number of threads that share work, and how they share it.
///
/// Threads live for one call; starting one takes some hundredths of a millisecond, so only work of at least a band of
/// rows is worth a thread.
public struct Workers: Sendable {
  /// Nil for one per processor; these are counted when threads are first needed.
  private let fixed: Int?

  /// The number of threads, the caller's own included; that of `all` changes while work is divided.
  public var count: Int { fixed ?? max(1, Self.processors / max(1, Self.shares)) }

  /// `count` threads, the caller's own included; at least 1.
  public init(count: Int) { fixed = max(1, count) }

  private init() { fixed = nil }

  /// One thread, the caller's.
  public static let one = Workers(count: 1)

  /// As many threads as this process may use processors: those in its affinity mask, limited by the quotas of its
  /// control groups.
  ///
  /// Each part of divided work has its share of them.
  public static let all = Workers()

  /// Counted once, by some system calls, and not by a command that needs no threads.
  private static let processors = ProcessorCount.current

  /// Runs `body` for 0 ..< `jobs`, each on some thread, and waits for all; their writes are then visible to the caller.
  public func forEach(_ jobs: Int, _ body: @Sendable (Int) -> Void) {
    let helpers = jobs > 1 ? min(count, jobs) - 1 : 0
    guard helpers > 0 else {
      for job in 0..<jobs { body(job) }
      return
    }
    withoutActuallyEscaping(body) { body in
      let share = SharedJobs(jobs, body)
      var threads: [PosixThread] = []
      for _ in 0..<helpers {
        // If a thread cannot be started, the others do its part.
        if let thread = PosixThread({ share.run() }) { threads.append(thread) }
      }
      share.run()
      for thread in threads { thread.join() }
    }
  }

  /// Runs `body` for bands that divide 0 ..< `rows` without overlap; `cost` is about how many nanoseconds a row takes.
  public func forEachBand(of rows: Int, cost: Int, _ body: @Sendable (Range<Int>) -> Void) {
    // Enough bands to balance the threads, none below a quarter of a millisecond.
    let least = max(1, 250_000 / max(1, cost))
    let most = rows / least
    let bands = most > 1 && count > 1 ? min(count * 4, most) : 1
    forEach(bands) { band in body(rows * band / bands..<rows * (band + 1) / bands) }
  }
}
