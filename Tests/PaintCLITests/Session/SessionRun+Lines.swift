import Glibc
import PaintTestSupport

@testable import PaintCLI
@testable import PaintHistory

extension SessionRun {
  /// Runs a line in a separate process.
  func runProcess() throws {
    var words = RandomLine.words(for: paint, inGroup: false, &random)
    if chance(60) == 0 { words = ["group", chance(2) == 0 ? "begin" : "end"] }
    if chance(12) == 0 { words = forgets ? RandomLine.forgetting(paint, &random) : ["gc"] }
    if chance(20) == 0 { words = RandomLine.running(paint, &random) }
    count += 1
    // All revisions are then older than the limit of a second, however slow the machine is.
    let isAging = words.contains("1s")
    if isAging { usleep(1_100_000) }
    var model = paint
    model.settings = model.document.settings
    model.isScript = false
    model.label = nil
    let isRehearsal =
      Self.forgetting.contains(words[0]) && words != ["limit"] && chance(3) == 0
      || RandomLine.changing.contains(words[0]) && !RandomLine.asking.contains(words) && chance(8) == 0
    let typed = words.prefix(1) + ["--json"] + (isRehearsal ? ["--dry-run"] : []) + words.dropFirst()
    last.append("paint " + typed.map(Self.quoted).joined(separator: " "))
    let outcome = try shell.paint(Array(typed))
    do {
      let expected = try model.answers(words)
      try expect(outcome, code: 0)
      try expect(try outcome.jsonLines, expected, last[last.count - 1])
      if model.document.next > paint.document.next {
        _ = model.document.enforceLimits(atMost: Maintenance.revisionsPrunedPerCommit)
      }
      if !isRehearsal { paint = model }
      paint.files = model.files
    } catch let refusal as Refusal {
      try expect(outcome, code: refusal.exit(inScript: false))
      try expect(try outcome.json, refusal.told(inScript: false), last[last.count - 1])
      // Changes that the program itself made remain.
      if words[0] == "run" { paint.document = model.document }
    } catch let failure as Failure {
      throw wrong("\(words): the program's own reader says \(failure.message)")
    }
    (paint.animations, paint.written) = (model.animations, model.written)
    try compareFiles()
    if isAging, !isRehearsal { try ask(["limit", "--side-age", "90d"], changing: true) }
  }

  /// Commands that drop unneeded data.
  private static let forgetting: Set = ["gc", "forget", "limit"]

  /// A script of many lines, passed as a whole.
  func runScript() throws {
    let isSingle = chance(6) == 0
    let isRehearsal = chance(8) == 0
    let keepsGoing = !isSingle && chance(3) > 0
    let name = chance(4) == 0 ? "Script" : nil
    let author = chance(4) == 0 ? RandomLine.authors[chance(RandomLine.authors.count)] : nil
    var script = PlainScript(
      paint, keepsGoing: keepsGoing, isSingle: isSingle, isRehearsal: isRehearsal, name: name, author: author)
    var lines: [[String]] = []
    var expected: [JSON] = []
    for _ in 0...chance(isSingle ? 12 : 80) where !script.isOver {
      if !script.isSkipping { count += 1 }
      lines.append(line(for: script))
      expected += script.answers(lines[lines.count - 1])
    }
    // Lines after the one that stopped it are not run.
    if script.isOver { lines += [["stroke", "rect", "0,0,70x50", "--fill", "teal"], ["undo"]] }
    expected += script.end()
    var words = ["batch", "-", "--json"]
    if keepsGoing { words.append("--keep-going") }
    if isSingle { words.append("--single") }
    if isRehearsal { words.append("--dry-run") }
    if let name { words += ["--name", name] }
    if let author { words += ["--author", author] }
    let typed = lines.map { $0.map(Self.quoted).joined(separator: " ") }
    last.append("paint " + words.joined(separator: " "))
    last += typed
    let outcome = try shell.paint(words, input: Array(typed.map { $0 + "\n" }.joined().utf8))
    let told = try outcome.jsonLines
    try expect(told, expected, "\(words)")
    try expect(outcome, code: script.code)
    if !isRehearsal { paint.document = script.paint.document }
    try compareFiles(of: script)
  }

  /// A script whose lines are written one by one, each after the previous answer; sometimes it is killed.
  func runDialogue() throws {
    let dialogue = try Dialogue(shell, "batch - --json --keep-going")
    var script = PlainScript(paint, keepsGoing: true)
    last.append("paint batch - --json --keep-going, a line at a time")
    for _ in 0...chance(30) {
      let words = line(for: script)
      last.append(words.map(Self.quoted).joined(separator: " "))
      if !script.isSkipping { count += 1 }
      dialogue.say(last[last.count - 1])
      for expected in script.answers(words) {
        try expect(try dialogue.hear().map { try JSON($0) }, expected, last[last.count - 1])
      }
      guard chance(15) == 0 else { continue }
      paint.document = script.committed
      try ask(["status"])
    }
    if chance(3) == 0 {
      dialogue.kill()
      last.append("(killed)")
      paint.document = script.committed
    } else {
      let expected = script.end()
      dialogue.hangUp()
      for answer in expected { try expect(try dialogue.hear().map { try JSON($0) }, answer, "the end") }
      let code = dialogue.wait()
      guard code == script.code else { throw wrong("exit \(code), not \(script.code)") }
      paint.document = script.paint.document
    }
    try compareFiles(of: script)
  }

  /// The next line of a script: groups begin from time to time, and end soon.
  private func line(for script: PlainScript) -> [String] {
    if chance(150) == 0 { return WrongLines.linesForShells[chance(WrongLines.linesForShells.count)] }
    if chance(18) == 0 { return ["group", "begin"] + (chance(2) == 0 ? ["A group"] : []) }
    if chance(script.depth > 0 ? 5 : 80) == 0 { return ["group", "end"] }
    return RandomLine.words(for: script.paint, inGroup: script.isInGroup, &random)
  }
}
