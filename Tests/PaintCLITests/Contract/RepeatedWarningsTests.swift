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

  @Test(
    "up to 20 are printed with their lines, and nothing else",
    arguments: ["<script paint batch -", "paint batch script", "cat script | paint batch -"])
  func few(command: String) throws {
    try script(20)
    let found = warnings(try shell.sh(command))
    #expect(found.count == 20, "\(found)")
    for (index, warning) in found.enumerated() {
      #expect(warning.contains(":\(2 + index * 3): warning: "), "\(warning)")
    }
    #expect(!found.contains { $0.contains("times") }, "\(found)")
  }

  @Test(
    "of more the first is printed, and they are counted and told once at the end; where somebody may wait, the first 20",
    arguments: [("<script paint batch -", 1), ("paint batch script", 1), ("cat script | paint batch -", 20)])
  func many(command: String, printed: Int) throws {
    for count in [21, 60] {
      try script(count)
      let found = warnings(try shell.sh(command))
      #expect(found.count == printed + 1, "\(count): \(found)")
      #expect(found.first?.contains(":2: warning: ") ?? false, "\(found)")
      #expect(found.last?.contains("warning: \(count) times, first in lines 2, 5, 8, 11, 14: ") ?? false, "\(found)")
      #expect(found.dropLast().allSatisfy { !$0.contains("times") })
    }
  }

  @Test("those that differ only in numbers or in words in quotes are equal; up to 20 keep their own text")
  func variants() throws {
    for count in [20, 25] {
      try shell.write("script", (1...count).map { "stroke pencil \(200 + $0),90\n" }.joined())
      let found = warnings(try shell.sh("paint batch script"))
      #expect(found.count == (count == 20 ? 20 : 2), "\(found)")
      if count == 25 { #expect(found.last?.contains("25 times, first in lines 1, 2, 3, 4, 5: ") == true, "\(found)") }
    }
    var warnings = RepeatedWarnings(isDialogue: false)
    for number in 1...30 {
      let isFirst = warnings.count("the layer's name '\(number)x' is too long by \(number * 7) px", at: "\(number)")
      #expect(isFirst == (number == 1))
      #expect(warnings.count("another one", at: "\(number)") == (number == 1))
      if number < 4 { _ = warnings.count("r\(number) is odd", at: "\(number)") }
    }
    let text = "the layer's name '1x' is too long by 7 px"
    #expect(warnings.counted.map(\.count) == [30, 30] && warnings.counted.map(\.text) == [text, "another one"])
    let ending = warnings.ending(of: "lines")
    #expect(
      ending.map(\.text) == [
        "30 times with other numbers or names, first in lines 1, 2, 3, 4, 5: \(text)",
        "30 times, first in lines 1, 2, 3, 4, 5: another one", "r2 is odd", "r3 is odd",
      ])
    #expect(ending.map(\.place) == [nil, nil, "2", "3"])
  }

  @Test("a script that fails tells them, too, and different ones are counted apart")
  func failing() throws {
    try script(30)
    _ = try shell.sh("printf 'bad line\\n' >>script")
    let outcome = try shell.sh("paint -d art.paint batch script")
    #expect(outcome.code == 65 && warnings(outcome).count == 2, "\(outcome)")
    #expect(warnings(outcome).last?.contains(" 30 times, ") ?? false, "\(outcome)")
  }

  @Test("with --json each receipt keeps its own warning, and the summary counts them; --quiet prints none")
  func json() throws {
    try script(30)
    let outcome = try shell.sh("paint -d art.paint batch script --json")
    #expect(warnings(outcome).isEmpty, "\(outcome)")
    let own = outcome.output.split(separator: "\n").filter { $0.contains("outside the canvas") }
    #expect(own.count == 31)
    let repeated = try #require(try outcome.jsonLines.last)["repeated"].elements
    #expect(repeated.count == 1 && repeated[0]["count"].int == 30, "\(outcome)")
    #expect(repeated[0]["lines"].elements.map(\.int) == [2, 5, 8, 11, 14])
    #expect(repeated[0]["warning"].text?.contains("outside the canvas") == true)
    try script(20)
    let few = try shell.sh("paint -d art.paint batch script --json")
    #expect(try few.jsonLines.last?["repeated"].elements.isEmpty == true, "\(few)")
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
