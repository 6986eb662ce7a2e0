import Glibc
import PaintTestSupport
import Synchronization
import Testing

/// Many simultaneous commands on one document, including gc and check, some of them killed.
@Suite("Faults: simultaneous commands")
struct CrowdTests {
  private static let programs = 16
  private static let commands = isThorough ? 200 : 6

  private struct Log {
    var failures: [String] = []
    var outcomes: [String: Int] = [:]
    var cases = 0
    /// Revisions in the receipts of the commands.
    var acknowledged: Set<Int> = []
  }

  private final class SharedLog: Sendable {
    let log = Mutex(Log())
  }

  @Test("no acknowledged stroke is lost, and check finds no problems")
  func crowd() async throws {
    let seed = FaultLine.seed("a crowd")
    let shell = try Shell()
    let made = try shell.paint("new art.paint --size 200x160 --background white -q")
    try #require(made.code == 0, "\(made)")
    let shared = SharedLog()
    let threads = (0..<Self.programs).map { number in
      BlockingThread {
        var generator = SeededGenerator(seed: seed &+ UInt64(number))
        for _ in 0..<Self.commands { Self.step(shell, shared, &generator) }
        return true
      }
    }
    for thread in threads { _ = await thread.result }
    var log = shared.log.withLock { $0 }
    let listed = try shell.paint("-d art.paint history --json --all").json.elements
    let known = Set(listed.compactMap { $0["revision"].int })
    let lost = log.acknowledged.subtracting(known)
    if !lost.isEmpty { log.failures.append("acknowledged and lost: \(lost.sorted())") }
    let check = try shell.paint("-d art.paint check")
    if check.code != 0 { log.failures.append("check in the end: \(check.output)\(check.message)") }
    FaultLine.say("a crowd", "\(Self.programs) programs", cases: log.cases, failures: log.failures, log.outcomes)
    #expect(log.failures.isEmpty, "\(log.failures.prefix(10).joined(separator: "\n"))")
  }

  private static func step(_ shell: Shell, _ shared: SharedLog, _ generator: inout SeededGenerator) {
    let (x, y) = (generator.next() % 200, generator.next() % 160)
    let stroke = "stroke pencil \(x),\(y) \(y),\(x % 160) --width 5 --color #\(10 + generator.next() % 90)80c0 --json"
    let line: String =
      switch generator.next() % 20 {
      case 0: "gc"
      case 1, 2: "check"
      case 3: "undo"
      case 4: "redo"
      case 5: "export out-\(generator.next() % 1_000_000).png"
      case 6, 7: "status"
      default: stroke
      }
    let words = ["-d", "art.paint", "--wait", "600"] + line.split(separator: " ").map(String.init)
    let isKilled = generator.next() % 10 == 0
    var failure: String?
    var outcome = "done"
    var revision: Int?
    do {
      if isKilled {
        let code = try shell.paint(words, killedAfter: Int(generator.next() % 20_000))
        outcome = code == 137 ? "killed" : "done"
        if ![0, 3, 137].contains(code) { failure = "\(line): exit \(code)" }
      } else {
        let answer = try shell.paint(words)
        if ![0, 3].contains(answer.code) { failure = "\(line): \(answer)" }
        if line == stroke, answer.code == 0 { revision = try answer.json["revision"].int }
      }
    } catch {
      failure = "\(line): \(error)"
    }
    shared.log.withLock { log in
      log.cases += 1
      log.outcomes[failure == nil ? outcome : "FAILED", default: 0] += 1
      if let failure { log.failures.append(failure) }
      if let revision { log.acknowledged.insert(revision) }
    }
  }
}
