import Synchronization

extension Workers {
  /// The parts into which all work of this process is divided now; 0 if it is not.
  static var shares: Int { openShares.load(ordering: .relaxed) }

  private static let openShares = Atomic<Int>(0)

  /// Runs `body` on several threads at once, at most `parts` and at most one for each thread of these workers, and waits
  /// for all.
  ///
  /// `body` takes jobs from a list that the threads share, until none is left. Meanwhile `Workers.all` is divided among
  /// those that are not done yet, so that threads inside of `body` are not one for each processor again, and the last ones
  /// have all processors. Affects the whole process.
  public func divide(among parts: Int, _ body: @Sendable () -> Void) {
    let threads = max(1, min(count, parts))
    Self.openShares.add(threads, ordering: .relaxed)
    Workers(count: threads).forEach(threads) { _ in
      body()
      Self.openShares.subtract(1, ordering: .relaxed)
    }
  }
}
