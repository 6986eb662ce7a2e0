import Glibc
import Testing

/// `paint amend`: the line with an old step changed is what its lines draw on a new drawing.
@Suite("Contract: amend")
struct AmendTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.paint("new art.paint --size 90x70 --background white")
  }

  /// A step of the line, and the words that draw it.
  private struct Step {
    var number: Int
    var line: String
  }

  /// How many random histories are tried: PAINT_HISTORIES for a long run.
  static let histories = 1...(getenv("PAINT_HISTORIES").flatMap { UInt64(String(cString: $0)) } ?? 10)

  /// Changes steps of a line in one of six ways; nil if the way does not fit.
  private static func change(_ steps: inout [Step], _ random: inout Seeded) -> String? {
    let place = Int.random(in: 0..<steps.count, using: &random)
    let other = Int.random(in: 0..<steps.count, using: &random)
    let step = steps[place]
    let side = Bool.random(using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 5:
      steps.swapAt(place, other)
      steps.remove(at: other)
      return "rebase --script edited"
    case 0:
      steps.remove(at: place)
      return "amend r\(step.number) --drop"
    case 1:
      guard place != other else { return nil }
      let anchor = steps[other].number
      steps.remove(at: place)
      let there = steps.firstIndex { $0.number == anchor } ?? 0
      steps.insert(step, at: side ? there : there + 1)
      return "amend r\(step.number) \(side ? "--before" : "--after") r\(anchor)"
    case 2:
      let line = RevertTests.line(&random)
      steps.insert(Step(number: 0, line: line), at: side ? place : place + 1)
      return "amend \(side ? "--before" : "--after") r\(step.number) -- \(line)"
    case 3:
      steps[place].line = RevertTests.line(&random)
      return "amend r\(step.number) -- \(steps[place].line)"
    default:
      var words = step.line.split(separator: " ").map(String.init)
      guard let color = words.firstIndex(of: "--color"), words[0] == "stroke" else { return nil }
      words[color + 1] = "teal"
      steps[place].line = words.joined(separator: " ")
      return "amend r\(step.number) --color teal"
    }
  }

  /// The words with an option behind the command, so that it is not one of the command behind `--`.
  private static func json(_ line: String) -> String {
    if line.hasPrefix("amend ") { return "amend --json --as-typed " + line.dropFirst(6) }
    return line + (line.hasPrefix("rebase ") ? " --json --as-typed" : " --json")
  }

  @Test("the new line is what its lines draw on a new drawing", arguments: Self.histories)
  func randomLines(seed: UInt64) throws {
    var random = Seeded(seed)
    var steps: [Step] = []
    func draw(_ count: Int) throws {
      for _ in 0..<count {
        let line = RevertTests.line(&random)
        let outcome = try shell.paint("-d art.paint " + Self.json(line))
        guard outcome.code == 0, try outcome.json["changed"].bool == true,
          let number = try outcome.json["revision"].int
        else { continue }
        steps.append(Step(number: number, line: line))
      }
    }
    try draw(9)
    if seed % 2 == 0 { _ = try shell.paint("-d art.paint group 3 G") }
    for round in 0..<5 where steps.count > 2 {
      var changed = steps
      guard let line = Self.change(&changed, &random) else { continue }
      let note: Comment = "seed \(seed), \(line) of \(steps.map { "r\($0.number) \($0.line)" })"
      if line.hasPrefix("rebase ") {
        let printed = try shell.paint("-d art.paint rebase").output.split(separator: "\n")
        let edited = changed.compactMap { step in printed.first { $0.hasPrefix("r\(step.number) ") } }
        try shell.write("edited", edited.map { $0 + "\n" }.joined())
      }
      let outcome = try shell.paint("-d art.paint " + Self.json(line))
      _ = try shell.paint("new fresh.paint --size 90x70 --background white --replace")
      let codes = try changed.map { try shell.paint("-d fresh.paint \($0.line)").code }
      guard outcome.code == 0 else {
        // Only what fails on a new drawing, too.
        #expect(codes.contains { $0 != 0 }, note)
        continue
      }
      guard try outcome.json["changed"].bool == true else { continue }
      let numbers = try shell.paint("-d art.paint history --json").json.elements.compactMap { $0["revision"].int }
      try #require(numbers.count == changed.count + 1, note)
      steps = zip(numbers.dropFirst(), changed).map { Step(number: $0, line: $1.line) }
      _ = try shell.sh("cp -r art.paint copy.paint")
      #expect(
        try RevertTests.shown("copy.paint", in: shell) == RevertTests.shown("fresh.paint", in: shell), note)
      _ = try shell.sh("rm -r copy.paint")
      if round == 4 { #expect(try shell.paint("-d art.paint check --replay").code == 0, note) }
      try draw(1)
    }
  }

  @Test("a program is shown on the terminal, and runs again if the user agrees", arguments: ["y", "Yes", "n", ""])
  func confirmation(answer: String) throws {
    _ = try shell.sh(
      """
      paint -d art.paint stroke rect 10,10,20x20 --fill red && paint -d art.paint export drawn.png
      paint -d art.paint stroke pencil 40,40; paint -d art.paint run --name Copied -- sh -c 'cat drawn.png >"$0"' {}
      """)
    let agrees = answer.lowercased().hasPrefix("y")
    let last = try shell.paint("-d art.paint status --json").json["revision"].int
    let seen = try shell.onTerminal("-d art.paint amend r1 --fill gold --rerun", typing: "\(answer)\n")
    #expect(seen.code == (agrees ? 0 : 1), "\(seen)")
    #expect(seen.text.contains("r3 Copied was made by: sh -c 'cat drawn.png >\"$0\"' '{}'"), "\(seen)")
    #expect(seen.text.contains("Run this program again? [y/N]"), "\(seen)")
    #expect(seen.text.contains("was not run again; nothing was done") == !agrees, "\(seen)")
    #expect((try shell.paint("-d art.paint status --json").json["revision"].int != last) == agrees)
  }

  @Test(
    "with --descendants, every line is what its changed lines draw on a new drawing",
    arguments: 1...6 as ClosedRange<UInt64>)
  func descendants(seed: UInt64) throws {
    var random = Seeded(seed)
    // The lines of each revision, and the revision before it.
    var steps: [Int: (line: String, parent: Int)] = [:]
    var here = 0
    for _ in 0..<14 {
      if Int.random(in: 0..<4, using: &random) == 0 {
        here = Int.random(in: 0...(steps.keys.max() ?? 0), using: &random)
        guard try shell.paint("-d art.paint goto \(here)").code == 0 else { continue }
      }
      let line = RevertTests.line(&random)
      let outcome = try shell.paint("-d art.paint \(line) --json")
      guard outcome.code == 0, try outcome.json["changed"].bool == true, let made = try outcome.json["revision"].int
      else { continue }
      steps[made] = (line, here)
      here = made
    }
    func path(to end: Int) -> [Int] {
      var path: [Int] = []
      var next = end
      while let step = steps[next] {
        path.append(next)
        next = step.parent
      }
      return path.reversed()
    }
    let line = path(to: here)
    let target = line[Int.random(in: 0..<line.count, using: &random)]
    let drops = seed % 2 == 0
    let other = "stroke rect 12,9,30x25 --fill teal"
    let words = "amend --json --as-typed --descendants r\(target) \(drops ? "--drop" : "-- \(other)")"
    let outcome = try shell.paint("-d art.paint \(words)")
    let note: Comment = "seed \(seed), \(words) of \(steps)"
    guard outcome.code == 0 else {
      #expect(outcome.code == 1, note)
      return
    }
    let map = try outcome.json["map"].elements.compactMap { pair in
      (pair.elements.first?.int).flatMap { old in (pair.elements.last?.int).map { (old, $0) } }
    }
    let made = Dictionary(map) { first, _ in first }
    for end in steps.keys.sorted() where path(to: end).contains(target) && !(drops && end == target) {
      let new = try #require(made[end], note)
      _ = try shell.paint("new fresh.paint --size 90x70 --background white --replace")
      for step in path(to: end) where !(drops && step == target) {
        _ = try shell.paint("-d fresh.paint \(step == target ? other : steps[step]?.line ?? "")")
      }
      _ = try shell.sh("cp -r art.paint copy.paint && paint -d copy.paint goto \(new)")
      let shown = try RevertTests.shown("copy.paint", in: shell)
      #expect(try shown == RevertTests.shown("fresh.paint", in: shell), "r\(end) as r\(new), \(note)")
      _ = try shell.sh("rm -r copy.paint")
    }
    #expect(try shell.paint("-d art.paint check --replay").code == 0, note)
  }
}
