import Glibc
import PaintTestSupport
import Synchronization
import SystemPackage
import Testing

/// Many simultaneous commands of many kinds on one document, some of them killed.
@Suite("Faults: simultaneous commands")
struct CrowdTests {
  private static let programs = 16
  private static let commands = isThorough ? 200 : 6

  private struct Log {
    var failures: [String] = []
    var outcomes: [String: Int] = [:]
    var cases = 0
    /// The fingerprints of the revisions in the answers of the commands.
    var acknowledged: [Int: String] = [:]
    /// The revisions of exported pictures.
    var exports: [String: Int] = [:]
  }

  private final class SharedLog: Sendable {
    let log = Mutex(Log())
  }

  @Test("no acknowledged step is lost, no pixel is wrong, and check finds no problems")
  func crowd() async throws {
    let seed = FaultLine.seed("a crowd")
    let shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 200x160 --background white -q && paint stroke ellipse 5,5,90x70 --fill teal -q &&
      paint export drawn.png -q
      """)
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
    // This reads every pixel of every revision.
    let document = try SeenDocument(at: FilePath(shell.path("art.paint")))
    for (revision, fingerprint) in log.acknowledged.sorted(by: { $0.key < $1.key }) {
      let found = document.revisions[revision]?.picture.hex
      if found != fingerprint { log.failures.append("r\(revision) was \(fingerprint), is \(found ?? "lost")") }
    }
    for (file, revision) in log.exports {
      let same = try shell.sh("paint -d art.paint export - --at r\(revision) | cmp - \(file)")
      if same.code != 0 { log.failures.append("\(file) is not the picture of r\(revision): \(same)") }
    }
    let check = try shell.paint("-d art.paint check")
    if check.code != 0 { log.failures.append("check in the end: \(check.output)\(check.message)") }
    // The same steps one after the other. The script leads to the current revision, and the crowd can end with an undo.
    let replayed = try shell.sh(
      """
      paint -d art.paint goto latest -q && paint -d art.paint history --script --files files >script &&
      paint new again.paint --size 200x160 --background white -q && paint -d again.paint batch script -q &&
      paint -d again.paint export again.png -q && paint -d art.paint export - | cmp - again.png
      """)
    if replayed.code != 0 { log.failures.append("replayed: \(replayed)") }
    FaultLine.say("a crowd", "\(Self.programs) programs", cases: log.cases, failures: log.failures, log.outcomes)
    #expect(log.failures.isEmpty, "\(log.failures.prefix(10).joined(separator: "\n"))")
  }

  /// A line of a command or a script that draws.
  private static func stroke(_ generator: inout SeededGenerator) -> String {
    let (x, y) = (generator.next() % 200, generator.next() % 160)
    return "stroke pencil \(x),\(y) \(y),\(x % 160) --width 5 --color #\(10 + generator.next() % 90)80c0"
  }

  /// A command, and the lines of its standard input.
  private static func command(_ generator: inout SeededGenerator) -> (line: String, input: String) {
    let (x, y) = (generator.next() % 120, generator.next() % 90)
    let line: String
    switch generator.next() % 40 {
    case 0: line = "gc"
    case 1, 2: line = "check"
    case 3: line = "undo"
    case 4: line = "undo 3"
    case 5: line = "redo"
    case 6: line = "goto latest"
    case 7, 8: line = "export out-\(generator.next() % 1_000_000_000).png"
    case 9, 10: line = "status"
    case 11: line = "history --limit 9"
    case 12: line = "history --all --grep Pencil"
    case 13: line = "select ellipse \(x),\(y),70x60 --feather 3"
    case 14: line = "select none"
    case 15: line = "filter color-invert"
    case 16: line = "filter gaussian-blur --radius 2"
    case 17: line = "place drawn.png --at \(x),\(y) --size 50%"
    case 18: line = "background #ffff8080"
    case 19: line = "\(stroke(&generator)) --dry-run"
    // What these delete or limit was never acknowledged, or is not there.
    case 20: line = "forget --unconfirmed"
    case 21: line = "limit --side-age \(9 + x)d --bytes 1T"
    case 22: line = "name current Crowd"
    case 23...26:
      let lines = [stroke(&generator), "undo", stroke(&generator), "select rect \(x),\(y),50x40", "flip horizontal"]
      return ("batch -", lines.shuffled(using: &generator).joined(separator: "\n"))
    default: line = stroke(&generator)
    }
    return (line, "")
  }

  private static func step(_ shell: Shell, _ shared: SharedLog, _ generator: inout SeededGenerator) {
    let (line, input) = command(&generator)
    let words = ["-d", "art.paint", "--wait", "600", "--json"] + line.split(separator: " ").map(String.init)
    let isKilled = generator.next() % 10 == 0
    var failures: [String] = []
    var outcome = "done"
    var answers: [JSON] = []
    do {
      if isKilled {
        let code = try shell.paint(words, input: input, killedAfter: Int(generator.next() % 20_000))
        outcome = code == 137 ? "killed" : "done"
        if ![0, 3, 137].contains(code) { failures.append("\(line): exit \(code)") }
      } else {
        let answer = try shell.paint(words, input: Array(input.utf8))
        if ![0, 3].contains(answer.code) { failures.append("\(line): \(answer)") }
        if !line.hasSuffix("--dry-run") { answers = try answer.jsonLines }
      }
    } catch {
      failures.append("\(line): \(error)")
    }
    shared.log.withLock { log in
      for answer in answers {
        guard let revision = answer["revision"].int else { continue }
        if let file = answer["file"].text { log.exports[file] = revision }
        guard let fingerprint = answer["fingerprint"].text else { continue }
        let known = log.acknowledged.updateValue(fingerprint, forKey: revision) ?? fingerprint
        if known != fingerprint { failures.append("\(line): r\(revision) was \(known), is \(fingerprint)") }
      }
      log.cases += 1
      log.outcomes[failures.isEmpty ? outcome : "FAILED", default: 0] += 1
      log.failures += failures
    }
  }
}
