import Glibc
import PaintTestSupport
import Testing

/// Commands killed at random times.
@Suite("Faults: kills at random times")
struct RandomKillTests {
  private static let kills = isThorough ? 5_000 : 100

  /// Each command runs again and again on one document, which grows.
  private static let commands = [
    "stroke pencil 5,5 90,70 --width 9 --color red", "stroke rect 5,5,60x40 --fill teal", "undo", "redo",
    "set --color blue", "branch other --move", "name current Other", "group 1 Group", "ungroup", "batch script",
    "gc", "limit --steps 40", "check --repair", "export out.png", "import drawn.png", "revert 1",
    "select ellipse 10,10,60x50 --feather 3", "select drawn.png --add", "select none", "flip vertical",
    "fill 2,2 --color gold --blend multiply",
  ]

  @Test("the document is valid and contains every acknowledged stroke")
  func killed() throws {
    var generator = SeededGenerator(seed: FaultLine.seed("kills at random times"))
    let shell = try Shell()
    var failures: [String] = []
    var outcomes: [String: Int] = [:]
    for kill in 0..<Self.kills {
      // A new document from time to time, because examining a long history is slow.
      if kill % 100 == 0 { try prepare(shell) }
      let line = Self.commands.randomElement(using: &generator) ?? ""
      let before = try next(shell)
      // A command takes some milliseconds; most kills should hit it while it works.
      let time = Int(generator.next() % 9_000)
      let code = try shell.paint(["-d", "art.paint"] + line.split(separator: " ").map(String.init), killedAfter: time)
      outcomes[code == 137 ? "killed" : "ended before", default: 0] += 1
      if ![0, 1, 3, 137].contains(code) { failures.append("\(line) after \(time) us: exit \(code)") }
      let check = try shell.paint("-d art.paint check")
      if check.code != 0 { failures.append("\(line) killed after \(time) us: \(check.output)\(check.message)") }
      let after = try next(shell)
      if after < before { failures.append("\(line) killed after \(time) us: r\(before) was there, now r\(after)") }
      if failures.count > 20 { break }
    }
    FaultLine.say("kills at random times", "all", cases: Self.kills, failures: failures, outcomes)
    #expect(failures.isEmpty, "\(failures.prefix(10).joined(separator: "\n"))")
  }

  private func prepare(_ shell: Shell) throws {
    let outcome = try shell.sh(
      """
      rm -rf art.paint && paint new art.paint --size 100x80 --background white -q && cd . &&
      paint stroke pencil 10,10 90,70 --width 9 -q && paint export drawn.png -q && paint branch other -q &&
      paint stroke line 0,0 99,79 -q
      """)
    try #require(outcome.code == 0, "\(outcome)")
    try shell.write("script", "stroke rect 50,50,40x20 --fill red\nundo\nstroke line 0,70 99,70 --width 3\n")
  }

  /// The highest existing revision.
  private func next(_ shell: Shell) throws -> Int {
    let listed = try shell.paint("-d art.paint history --json --all")
    try #require(listed.code == 0, "\(listed)")
    return try listed.json.elements.compactMap { $0["revision"].int }.max() ?? 0
  }
}
