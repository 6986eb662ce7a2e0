import Testing

@testable import PaintCLI

/// Equal warnings of many lines, which must not flood standard error.
@Suite("Contract: repeated warnings")
struct RepeatedWarningsTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 20x20")
    try #require(made.code == 0, "\(made)")
  }

  private func script(_ count: Int) throws {
    try shell.write(
      "script", (1...count).map { "# \($0)\nfill 90,90\nstroke line 1,1 5,5 --width 2\n" }.joined())
  }

  private func warnings(_ outcome: Outcome, about text: String = "outside the canvas") -> [String] {
    outcome.errors.split(separator: "\n").map(String.init).filter { $0.contains(text) }
  }

  @Test("up to 20 are printed with their lines, and nothing else", arguments: ["batch script", "batch - <script"])
  func few(command: String) throws {
    try script(20)
    let found = warnings(try shell.sh("paint -d art.paint \(command)"))
    #expect(found.count == 20, "\(found)")
    #expect(found.first?.contains(":2: warning: ") ?? false && !found.contains { $0.contains("times") }, "\(found)")
  }

  @Test("more are counted and told once at the end", arguments: ["batch script", "batch - <script"])
  func many(command: String) throws {
    for count in [21, 60] {
      try script(count)
      let outcome = try shell.sh("paint -d art.paint \(command)")
      let found = warnings(outcome)
      #expect(found.count == 21, "\(count): \(found)")
      #expect(found.last?.contains("warning: \(count) times, first in lines 2, 5, 8, 11, 14: ") ?? false, "\(found)")
      #expect(found.dropLast().allSatisfy { !$0.contains("times") })
    }
  }

  @Test("a script that fails tells them, too, and different ones are counted apart")
  func failing() throws {
    try script(30)
    _ = try shell.sh("printf 'bad line\\n' >>script")
    let outcome = try shell.sh("paint -d art.paint batch script")
    #expect(outcome.code == 65 && warnings(outcome).count == 21, "\(outcome)")
    #expect(warnings(outcome).last?.contains(" 30 times, ") ?? false, "\(outcome)")
  }

  @Test("with --json each receipt keeps its own warning, and --quiet prints none")
  func json() throws {
    try script(30)
    let outcome = try shell.sh("paint -d art.paint batch script --json")
    #expect(warnings(outcome).isEmpty, "\(outcome)")
    let own = outcome.output.split(separator: "\n").filter { $0.contains("outside the canvas") }
    #expect(own.count == 30)
    #expect(try shell.sh("paint -d art.paint batch script --quiet").errors.isEmpty)
  }

  @Test("over many pictures, too: the first pictures are named")
  func pictures() throws {
    try shell.write("one", "fill 90,90\n")
    let made = try shell.sh(
      "mkdir in out; paint -d art.paint export in/01.png; for i in $(seq -w 2 40); do cp in/01.png in/$i.png; done")
    try #require(made.code == 0, "\(made)")
    let outcome = try shell.sh("paint batch one --from 'in/*.png' --out 'out/{name}.png'")
    let found = warnings(outcome)
    #expect(found.count == 21, "\(outcome)")
    #expect(found.last?.contains("40 times, first in pictures in/01.png") ?? false, "\(found)")
    let json = try shell.sh("paint batch one --from 'in/*.png' --out 'out/{name}.png' --json")
    #expect(json.output.split(separator: "\n").filter { $0.contains("outside the canvas") }.count == 40)
    #expect(warnings(json).isEmpty)
  }
}
