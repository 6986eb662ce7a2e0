import Synchronization

/// Counts how many threads are inside a section of code at once.
final class ConcurrencyCounter: Sendable {
  private let now = Atomic(0)
  private let highest = Atomic(0)

  /// The maximum number of threads inside at once.
  var most: Int { highest.load(ordering: .sequentiallyConsistent) }

  func enter() {
    let count = now.add(1, ordering: .sequentiallyConsistent).newValue
    highest.max(count, ordering: .sequentiallyConsistent)
  }

  func leave() { now.subtract(1, ordering: .sequentiallyConsistent) }
}
