import PaintTestSupport
import Testing

/// Long sessions, one process per step.
@Suite("Contract: sessions")
struct SessionTests {
  /// The expected tree of revisions, in simple lists.
  private struct Model {
    var fingerprints: [String]
    var parents: [Int?] = [nil]
    var current = 0
    var tip = 0

    func line(to end: Int) -> [Int] {
      var line = [end]
      while let parent = parents[line[0]] { line.insert(parent, at: 0) }
      return line
    }

    mutating func goTo(_ target: Int) {
      if !line(to: tip).contains(target) { tip = target }
      current = target
    }
  }

  @Test("500 random steps across processes: every revision keeps its fingerprint, branches of branches included")
  func random() throws {
    let shell = try Shell()
    let seed: UInt64 = 500
    var random = Seeded(seed)
    let made = try shell.paint("new art.paint --size 300x200 --background white --json").json
    var model = Model(fingerprints: [try #require(made["fingerprint"].text)])
    for step in 1...500 {
      let roll = Int.random(in: 0..<100, using: &random)
      var line = RandomStroke.line(&random, width: 300, height: 200)
      if roll < 20 { line = "undo \(Int.random(in: 1...4, using: &random))" }
      if (20..<36).contains(roll) { line = "redo \(Int.random(in: 1...4, using: &random))" }
      let target = Int.random(in: 0..<model.parents.count, using: &random)
      if (36..<46).contains(roll) { line = "goto \(target)" }
      if roll == 46 { line = "set --reset" }
      if (47..<50).contains(roll) { line = "set \(RandomStroke.settings(&random))" }
      let place = "seed \(seed), step \(step): \(line)"
      let outcome = try shell.paint(line + " --json")
      if line.hasPrefix("set") {
        try #require(outcome.code == 0, "\(place): \(outcome)")
        continue
      }
      let way = model.line(to: model.tip)
      let here = try #require(way.firstIndex(of: model.current))
      let count = Int(line.split(separator: " ")[1]) ?? 0
      if line.hasPrefix("undo") {
        try #require(outcome.code == (here == 0 ? 3 : 0), "\(place): \(outcome)")
        model.current = way[max(0, here - count)]
      } else if line.hasPrefix("redo") {
        try #require(outcome.code == (here == way.count - 1 ? 3 : 0), "\(place): \(outcome)")
        model.current = way[min(way.count - 1, here + count)]
      } else if line.hasPrefix("goto") {
        model.goTo(target)
      }
      if outcome.code == 3 { continue }
      try #require(outcome.code == 0, "\(place): \(outcome)")
      let receipt = try outcome.json
      let fingerprint = try #require(receipt["fingerprint"].text)
      if line.hasPrefix("stroke"), receipt["changed"].bool == true {
        try #require(receipt["revision"].int == model.parents.count, "\(place)")
        model.parents.append(model.current)
        model.fingerprints.append(fingerprint)
        model.current = model.parents.count - 1
        model.tip = model.current
      }
      try #require(receipt["revision"].int == model.current, "\(place)")
      try #require(fingerprint == model.fingerprints[model.current], "\(place)")
      try #require(receipt["can_undo"].bool == (model.current != 0), "\(place)")
      try #require(receipt["can_redo"].bool == (model.current != model.tip), "\(place)")
    }
    try checkAll(shell, model, seed: seed)
  }

  /// Undoes and redoes everything, then repeats the recorded commands of every branch.
  private func checkAll(_ shell: Shell, _ model: Model, seed: UInt64) throws {
    let way = model.line(to: model.tip)
    _ = try shell.paint("goto latest")
    let back = (1..<max(way.count, 2)).map { _ in "undo\n" }.joined()
    let forth = (1..<max(way.count, 2)).map { _ in "redo\n" }.joined()
    let walked = try shell.paint("batch - --json", input: back + forth).jsonLines.dropLast()
    let expected = way.dropLast().reversed() + way.dropFirst()
    #expect(walked.map { $0["revision"].int } == expected.map { $0 }, "seed \(seed)")
    #expect(walked.map { $0["fingerprint"].text } == expected.map { model.fingerprints[$0] }, "seed \(seed)")
    // Every leaf of the tree, by the commands that lead to it, in a document with other settings.
    let leaves = Set(model.parents.indices).subtracting(model.parents.compactMap { $0 }).sorted()
    _ = try shell.paint("new replay.paint --size 300x200 --background white")
    _ = try shell.paint("-d replay.paint set --color lime --width 7 --fill pink --opacity 0.3 --dash 2,2 --cap butt")
    let commands = try commandsByRevision(shell, leaves)
    var script = ""
    for leaf in leaves {
      script += "goto start\n"
      for revision in model.line(to: leaf).dropFirst() { script += (commands[revision] ?? "missing") + "\n" }
    }
    let replayed = try shell.paint("-d replay.paint batch - --json", input: script)
    #expect(replayed.code == 0, "seed \(seed): \(replayed.errors)")
    let told = try replayed.jsonLines.dropLast().map { $0["fingerprint"].text }
    let wanted = leaves.flatMap { model.line(to: $0).map { model.fingerprints[$0] } }
    #expect(told == wanted, "seed \(seed)")
  }

  private func commandsByRevision(_ shell: Shell, _ leaves: [Int]) throws -> [Int: String] {
    var commands: [Int: String] = [:]
    for leaf in leaves {
      _ = try shell.paint("-d art.paint goto \(leaf)")
      for entry in try shell.paint("-d art.paint history --json").json.elements {
        // Eraser targets are numbers of this document, and only the start has the same number in another one.
        commands[entry["revision"].int ?? -1] = entry["command"].text
      }
    }
    return commands
  }

  @Test("eight processes drawing at once: every stroke is kept, in one sequence")
  func together() async throws {
    let shell = try Shell()
    _ = try shell.paint("new art.paint --size 300x200 --background white")
    let painters = (0..<8).map { painter in
      BlockingThread { () -> [Outcome] in
        var random = Seeded(UInt64(painter))
        return (0..<20).compactMap { _ in
          let (x, y) = (Int.random(in: 0..<300, using: &random), Int.random(in: 0..<200, using: &random))
          return try? shell.paint(
            "stroke rect \(x),\(y),9x9 --fill red --color blue --opacity 0.3 --name P\(painter) --json")
        }
      }
    }
    var outcomes: [Outcome] = []
    for painter in painters { outcomes += await painter.result }
    #expect(outcomes.count == 160)
    for outcome in outcomes { #expect(outcome.code == 0, "\(outcome)") }
    let revisions = try outcomes.map { try $0.json["revision"].int ?? -1 }.sorted()
    #expect(revisions == Array(1...160))
    let history = try shell.paint("history --json").json.elements
    #expect(history.map { $0["revision"].int } == Array(0...160))
    #expect(history.dropFirst().map { $0["parent"].int } == Array(0..<160))
    let script = history.dropFirst().compactMap { $0["command"].text }.joined(separator: "\n")
    let fingerprint = try shell.paint("status --json").json["fingerprint"]
    _ = try shell.paint("new replay.paint --size 300x200 --background white")
    let replay = try shell.paint("-d replay.paint batch - --json", input: script)
    #expect(try replay.jsonLines.last?["fingerprint"] == fingerprint)
  }
}
