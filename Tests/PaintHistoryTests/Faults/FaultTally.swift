/// The cases and failures of a suite, for the table at the end of `make test-faults`.
struct FaultTally {
  let suite: String
  private(set) var cases = 0
  private(set) var counts: [String: Int] = [:]
  private(set) var failures: [String] = []

  init(_ suite: String) { self.suite = suite }

  /// Counts a case by its outcome.
  mutating func count(_ outcome: String) {
    cases += 1
    counts[outcome, default: 0] += 1
  }

  /// Counts a case that failed.
  mutating func fail(_ what: String) {
    count("FAILED")
    failures.append(what)
  }

  /// Adds the counts of another tally.
  mutating func add(_ other: FaultTally) {
    cases += other.cases
    counts.merge(other.counts, uniquingKeysWith: +)
    failures += other.failures
  }

  /// Prints the line of the table, and the first failures.
  func report(_ row: String) {
    let outcomes = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    print("faults: \(suite) | \(row) | \(cases) cases | \(outcomes)")
    for failure in failures.prefix(5) { print("faults:   FAILED \(failure)") }
  }
}
