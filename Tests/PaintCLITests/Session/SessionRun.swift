import PaintRaster
import PaintTestSupport

/// Runs the same lines in the built program and in the model, and compares every answer.
final class SessionRun {
  /// A wrong answer of the program.
  struct Contradiction: Error, CustomStringConvertible {
    let description: String
  }

  let seed: UInt64
  let shell: Shell
  var paint: PlainPaint
  var random: Seeded
  /// Whether lines may forget; not at the beginning, so that there is something to forget.
  var forgets = false
  /// How many lines were run; those that a script skips do not count.
  var count = 0
  /// The last lines, to help find the fault.
  var last: [String] = []

  init(seed: UInt64) throws {
    self.seed = seed
    random = Seeded(seed)
    shell = try Shell(["PAINT_DOCUMENT": "art.paint"])
    guard let size = CanvasSize(width: 70, height: 50) else { throw Contradiction(description: "no size") }
    paint = PlainPaint(document: PlainDocument(size, background: Pixel(bits: 0xffff_ffff)))
    try expect(shell.paint("new art.paint --size 70x50 --background white"), code: 0)
  }

  /// Runs about that many lines, then compares everything.
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

  /// A failure with the command that reproduces it.
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

  /// Runs the program in a separate process, without counting the line.
  func ask(_ words: [String], changing: Bool = false) throws {
    var model = paint
    let expected = try model.run(words)
    try expect(try shell.paint(words + ["--json"]).json, expected, words.joined(separator: " "))
    if changing { paint = model }
  }

  /// A word quoted for a script.
  static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
