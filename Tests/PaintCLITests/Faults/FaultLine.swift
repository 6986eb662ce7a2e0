import Glibc
import PaintTestSupport

/// The lines of the table at the end of `make test-faults`.
enum FaultLine {
  /// - Parameter failures: the failures, unless the test itself reports them.
  static func say(
    _ suite: String, _ row: String, cases: Int, failures: [String] = [], _ outcomes: [String: Int] = [:]
  ) {
    let counted = outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    let failed = failures.isEmpty ? [] : ["\(failures.count) FAILED"]
    let results = failed + counted
    let end = results.isEmpty ? "" : " | " + results.joined(separator: ", ")
    print("faults: \(suite) | \(row) | \(cases) cases\(end)")
    for failure in failures.prefix(5) { print("faults:   FAILED \(failure)") }
  }

  /// The seed of a random suite: that of `PAINT_FAULTS_SEED`, or a new one, which is printed.
  static func seed(_ suite: String) -> UInt64 {
    let asked = getenv("PAINT_FAULTS_SEED").flatMap { UInt64(String(cString: $0)) }
    let seed = asked ?? UInt64.random(in: 1...999_999)
    print("faults: \(suite) | PAINT_FAULTS_SEED=\(seed)")
    return seed
  }
}
