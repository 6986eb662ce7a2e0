import PaintRaster
import PaintTestSupport
import Testing

/// Revisions that the eraser and restore bring back on a canvas that was moved since then.
@Suite("Contract: older revisions on a moved canvas")
struct FollowTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.sh("paint new art.paint --size 90x60 --background ivory && paint stroke rect 5,5,30x12 --fill teal")
  }

  private static let exact = [
    "crop 3,2,70x50", "flip horizontal", "flip vertical", "rotate 90", "rotate 180", "rotate -90",
    "canvas 110x80 --background plum", "canvas 60x95 --anchor top-left",
  ]
  private static let others = ["rotate 7 --background gold", "resize 40x70", "resize 150% --method bicubic"]

  /// `restore` and the eraser bring back a revision's picture with the steps since then.
  private func check(_ seed: UInt64, _ steps: [String]) throws {
    var random = Seeded(seed)
    for round in 0..<4 {
      let chosen = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        steps[Int.random(in: 0..<steps.count, using: &random)]
      }
      let note: Comment = "seed \(seed), round \(round): \(chosen)"
      // The same steps on the revision itself.
      let script = chosen.joined(separator: "\n") + "\n"
      _ = try shell.paint("goto r1")
      #expect(try shell.paint("batch -", input: script).code == 0, note)
      let expected = try shell.picture()
      _ = try shell.paint("goto r1")
      let drawn = chosen.map { "stroke line 0,0 60,60 --width 9\n\($0)\n" }.joined()
      #expect(try shell.paint("batch -", input: drawn).code == 0, note)
      for line in ["restore --at r1", "stroke eraser 0,0 200,200 --width 2000 --to r1"] {
        let outcome = try shell.paint(line)
        #expect(outcome.code == 0, "\(note) \(outcome)")
        #expect(try shell.picture() == expected, "\(note) \(line)")
        let command = try shell.paint("history --limit 1 --json").json.elements.last?["command"].text ?? ""
        #expect(command.contains("r1 --follow"), "\(command)")
        _ = try shell.paint("undo")
      }
      // A script makes the same.
      let replay = try shell.sh(
        """
        paint restore --at r1; paint history --script >s; rm -rf b.paint; paint new b.paint --size 90x60 --background ivory
        paint -d b.paint batch s --quiet && paint -d b.paint export b.png && paint -d art.paint export a.png && cmp a.png b.png &&
        rm -r b.paint
        """)
      #expect(replay.code == 0, "\(note) \(replay)")
    }
  }

  @Test("crop, canvas, flips and quarter turns", arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func exactSteps(seed: UInt64) throws { try check(seed, Self.exact) }

  @Test("resize and other angles", arguments: [1, .random(in: 2 ... .max)] as [UInt64])
  func otherSteps(seed: UInt64) throws { try check(seed, Self.exact + Self.others + Self.others) }

  @Test(
    "in one script, also after other branches and discarded groups, the steps since the revision count",
    arguments: [1, 2, .random(in: 3 ... .max)] as [UInt64])
  func manyInAScript(seed: UInt64) throws {
    var random = Seeded(seed)
    let steps = Self.exact + ["resize 90x60"]
    var script = ""
    // The steps since r1 where the script is, and those at each branch that it makes.
    var here: [String] = []
    var marked: [[String]] = []
    for _ in 0..<60 {
      let step = steps[Int.random(in: 0..<steps.count, using: &random)]
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        script += "stroke line 0,0 60,60 --width 9\n\(step)\n"
        here.append(step)
      case 4:
        script += "goto r1\n"
        here = []
      // The numbers of its revisions are used again.
      case 5: script += "group begin\nstroke line 0,0 9,60\n\(step)\nrestore --at r1\nnonsense\ngroup end\n"
      default:
        script += "\(Bool.random(using: &random) ? "stroke eraser 0,0 200,200 --width 2000 --to" : "restore --at") r1\n"
        script += "branch b\(marked.count)\n"
        marked.append(here)
      }
    }
    let outcome = try shell.paint("batch - --keep-going --quiet", input: script)
    #expect([0, 1].contains(outcome.code), "seed \(seed): \(outcome)")
    for (number, steps) in marked.enumerated() {
      _ = try shell.paint("goto b\(number)")
      let picture = try shell.picture()
      // The same steps on the revision itself.
      _ = try shell.paint("goto r1")
      if !steps.isEmpty { _ = try shell.paint("batch - --quiet", input: steps.joined(separator: "\n") + "\n") }
      #expect(try shell.picture() == picture, "seed \(seed), b\(number): \(steps)")
    }
  }
}
