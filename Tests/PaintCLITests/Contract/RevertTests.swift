import SystemPackage
import Testing

@testable import PaintHistory

/// `paint revert`: reverts one old step alone.
@Suite("Contract: revert")
struct RevertTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.paint("new art.paint --size 90x70 --background white")
  }

  /// A line of a random drawing on a canvas of about 90x70; most draw near the middle, so that they overlap.
  static func line(_ random: inout Seeded) -> String {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let (x, y, width, height) = (number(0...60), number(0...50), number(3...40), number(3...30))
    let color = ["red", "navy", "00ff0080", "white", "gold"][number(0...4)]
    switch number(0...21) {
    case 0...3: return "stroke rect \(x),\(y),\(width)x\(height) --fill \(color)"
    case 4...6: return "stroke line \(x),\(y) \(x + width),\(y + height) --width 5 --color \(color)"
    case 7: return "stroke pencil \(x),\(y) \(x + 15),\(y + 9) --width 4 --color \(color) --blend multiply"
    case 8: return "stroke eraser \(x),\(y) \(x + width),\(y) --width 9"
    case 9: return "stroke spray \(x),\(y) \(x + 9),\(y + 9) --seed 7 --width 20 --color \(color)"
    case 10: return "stroke blur \(x),\(y) \(x + width),\(y) --width 12 --radius 2"
    case 11: return "stroke smudge \(x),\(y) \(x + width),\(y + 3) --width 10"
    case 12: return "stroke clone \(x),\(y) \(x + 9),\(y) --width 9 --offset 11,7"
    case 13: return "fill \(x),\(y) --color \(color) --tolerance 9"
    case 14: return "filter gaussian-blur --radius 2 --region \(x),\(y),\(width)x\(height)"
    case 15: return "select rect \(x),\(y),\(width)x\(height)"
    case 16: return ["select none", "select color \(x),\(y)", "select invert"][number(0...2)]
    case 17: return "text \(x),\(y) Ag --size 20 --color \(color)"
    case 18: return "replace white \(color) --tolerance 4"
    case 19: return ["flip horizontal", "rotate 180", "crop 2,1,80x60", "canvas 90x70", "clear"][number(0...4)]
    case 20: return "background \(color) --opacity 50%"
    default: return "filter grayscale"
    }
  }

  /// Makes a line in a drawing; nil if it made no step.
  private func step(_ line: String, in drawing: String = "art.paint") throws -> Int? {
    let outcome = try shell.paint("-d \(drawing) \(line) --json")
    guard outcome.code == 0, try outcome.json["changed"].bool == true else { return nil }
    return try outcome.json["revision"].int
  }

  /// All that a drawing shows: the picture, the selection, and what an eraser brings back.
  private func shown(_ drawing: String) throws -> [[UInt8]] { try Self.shown(drawing, in: shell) }

  /// The same of a drawing in the folder of a shell.
  static func shown(_ drawing: String, in shell: Shell) throws -> [[UInt8]] {
    let selection = "\(try shell.paint("-d \(drawing) select --json").json["selection"])"
    let picture = try shell.paint("-d \(drawing) export -").bytes
    _ = try shell.paint("-d \(drawing) select none")
    _ = try shell.paint("-d \(drawing) stroke eraser 0,0 0,99 99,99 99,0 45,45 --width 300")
    return [picture, Array(selection.utf8), try shell.paint("-d \(drawing) export -").bytes]
  }

  @Test("a revert shows what the other lines alone would draw", arguments: AmendTests.histories)
  func randomLines(seed: UInt64) throws {
    var random = Seeded(seed)
    // The lines of the steps, and what each leaves out.
    var steps: [(number: Int, line: String, reverted: Set<Int>)] = []
    func draw(_ count: Int) throws {
      for _ in 0..<count {
        let line = Self.line(&random)
        guard let number = try step(line) else { continue }
        // A revert makes a step again with the numbers of its record: a box stays what was inside of the canvas.
        let hasBox = line.hasPrefix("crop ") || line.hasPrefix("filter gaussian-blur ")
        let record = try shell.paint("-d art.paint show --json").json["command"].text ?? ""
        steps.append((number, hasBox ? record : line, []))
      }
    }
    try draw(10)
    for round in 0..<4 where steps.count > 1 {
      let first = Int.random(in: 0..<steps.count, using: &random)
      let last = round % 2 == 0 ? first : min(first + Int.random(in: 0...2, using: &random), steps.count - 1)
      let targets = Set(steps[first...last].map(\.number))
      let words = "revert r\(steps[first].number)\(first < last ? "..r\(steps[last].number)" : "") --as-typed"
      let outcome = try shell.paint("-d art.paint \(words) --json")
      guard outcome.code == 0, let number = try outcome.json["revision"].int else {
        #expect(outcome.code == 1, "seed \(seed), \(words): \(outcome)")
        continue
      }
      // All of it may be left out already.
      guard try outcome.json["changed"].bool == true else { continue }
      steps.append((number, "", targets))
      // What is left out is found from the last step back: a revert that is left out itself counts no longer.
      var left: Set<Int> = []
      for step in steps.reversed() where !left.contains(step.number) { left.formUnion(step.reverted) }
      let lines = steps.filter { !left.contains($0.number) && $0.reverted.isEmpty }.map(\.line)
      _ = try shell.paint("new fresh.paint --size 90x70 --background white --replace")
      for line in lines { _ = try shell.paint("-d fresh.paint \(line)") }
      _ = try shell.sh("cp -r art.paint copy.paint")
      let note: Comment = "seed \(seed), \(words) of \(steps.map { "r\($0.number) \($0.line)" })"
      #expect(try shown("copy.paint") == shown("fresh.paint"), note)
      _ = try shell.sh("rm -r copy.paint")
      #expect(try shell.paint("-d art.paint check").code == 0, note)
      try draw(3)
    }
  }

  @Test("a step is painted again where it is below one that is left out, and only then")
  func crossing() throws {
    _ = try shell.paint("stroke line 10,10 60,60 --width 6")
    _ = try shell.paint("stroke line 60,10 10,60 --width 6")
    let second = try shell.picture()
    _ = try shell.paint("revert r1")
    _ = try shell.paint("new other.paint --size 90x70 --background white")
    _ = try shell.paint("-d other.paint stroke line 60,10 10,60 --width 6")
    #expect(try shell.paint("-d art.paint export -").bytes == shell.paint("-d other.paint export -").bytes)
    _ = try shell.sh("rm -r other.paint")
    _ = try shell.paint("revert r3")
    #expect(try shell.picture() == second)
  }

  @Test(
    "a revision that others follow and whose row is lost is damage, not a number that does not exist",
    arguments: [
      "revert r3", "blame 10,30", "show r2", "show mark", "diff r2 r3", "export x.png --at r2", "goto r2",
      "stroke eraser 1,1 --to r2", "branch other r2", "name r2 Other", "forget --before r2",
    ])
  func lostParent(line: String) throws {
    for y in [10, 20, 30, 40] { _ = try shell.paint("stroke line 5,\(y) 25,\(y)") }
    // Only the branch refers to this one.
    _ = try shell.paint("branch mark r4")
    _ = try shell.paint("goto r3")
    let index = try Database(path: FilePath(shell.path("art.paint/index.sqlite")), mode: .editing)
    try index.execute("DELETE FROM revision WHERE id IN (2, 4)")
    index.close()
    let refused = try shell.paint(line)
    #expect(refused.code == 65 && refused.errors.contains("hint: paint check --repair"), "\(refused)")
    #expect(try shell.paint("show r9").code == 66)
    #expect(try shell.paint("check --repair").code == 0)
    #expect(try shell.paint(line).code == 0)
  }
}
