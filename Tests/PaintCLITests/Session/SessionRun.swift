import PaintRaster
import PaintTestSupport

/// Has the built program and the model do the same, and compares every answer.
final class SessionRun {
  /// What the program said that it should not have said.
  struct Contradiction: Error, CustomStringConvertible {
    let description: String
  }

  let seed: UInt64
  let shell: Shell
  var paint: PlainPaint
  var random: Seeded
  /// Whether lines may forget; not at first, so that there is something to forget.
  var forgets = false
  /// How many lines were run; those that a script passes over do not count.
  var count = 0
  /// What the last lines were, for whoever looks for the fault.
  var last: [String] = []

  init(seed: UInt64) throws {
    self.seed = seed
    random = Seeded(seed)
    shell = try Shell(["PAINT_DOCUMENT": "art.paint"])
    guard let size = CanvasSize(width: 70, height: 50) else { throw Contradiction(description: "no size") }
    paint = PlainPaint(document: PlainDocument(size, background: Pixel(bits: 0xffff_ffff)))
    try expect(shell.paint("new art.paint --size 70x50 --background white"), code: 0)
  }

  /// Runs about so many lines, then compares everything.
  func run(steps: Int) throws {
    var nextCheck = 400
    while count < steps {
      forgets = count > steps / 3
      switch chance(20) {
      case 0..<9: try runScript()
      case 9..<13: try runDialogue()
      default: for _ in 0...chance(8) { try runProcess() }
      }
      try ask(["status"])
      guard count > nextCheck else { continue }
      nextCheck += 400
      try compareFingerprints()
      try compareReplay(all: chance(2) == 0)
      try checkAndRepair()
    }
    try compareFingerprints()
    try comparePictures()
    try ask(["history", "--all"])
    try ask(["branch"])
    try compareReplay(all: true)
  }

  func chance(_ many: Int) -> Int { Int.random(in: 0..<many, using: &random) }

  /// A failure that tells how to see it again.
  func wrong(_ what: String) -> Contradiction {
    Contradiction(
      description: "PAINT_SESSION_SEED=\(seed), line \(count): \(what)\nthe last lines:\n"
        + last.suffix(12).joined(separator: "\n"))
  }

  func expect(_ outcome: Outcome, code: Int) throws {
    guard outcome.code == code else { throw wrong("exit \(outcome.code), not \(code): \(outcome)") }
  }

  func expect(_ told: JSON?, _ expected: JSON?, _ line: String) throws {
    guard let expected else {
      guard told == nil else { throw wrong("\(line)\nshould not have been answered: \(told ?? .null)") }
      return
    }
    guard let told else { throw wrong("\(line)\nhad no answer, but should have had \(expected)") }
    if let contradiction = told.contradiction(to: expected) { throw wrong("\(line)\n\(contradiction)\nin \(told)") }
  }

  func expect(_ told: [JSON], _ expected: [JSON], _ lines: String) throws {
    for index in 0..<max(told.count, expected.count) {
      try expect(
        index < told.count ? told[index] : nil, index < expected.count ? expected[index] : nil,
        "\(lines), answer \(index + 1)")
    }
  }

  /// Asks the program in a process of its own, without counting it.
  func ask(_ words: [String], changing: Bool = false) throws {
    var model = paint
    let expected = try model.run(words)
    try expect(try shell.paint(words + ["--json"]).json, expected, words.joined(separator: " "))
    if changing { paint = model }
  }

  /// A word as a script has it.
  static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
