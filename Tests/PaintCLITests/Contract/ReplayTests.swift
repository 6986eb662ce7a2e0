import Testing

/// `paint history --script`: repeats the pictures on a new document.
@Suite("Contract: history --script")
struct ReplayTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// The revisions of a document, oldest first: fingerprint, name and group of each.
  private func line(of document: String) throws -> [[String]] {
    var revisions = try shell.paint("-d \(document) history --json").json.elements
    if let end = revisions.firstIndex(where: { $0["current"].bool == true }) { revisions = Array(revisions[...end]) }
    var groups: [Int] = []
    return try revisions.map { revision in
      let number = try #require(revision["revision"].int)
      if let group = revision["group"].int, !groups.contains(group) { groups.append(group) }
      let place = revision["group"].int.flatMap { groups.firstIndex(of: $0) }.map { "\($0)" } ?? ""
      let receipt = try shell.paint("-d \(document) goto \(number) --dry-run --json").json
      return [receipt["fingerprint"].text ?? "?", revision["name"].text ?? "?", place]
    }
  }

  /// Runs art.paint's script with these options on the document that its first line makes, in another folder.
  private func replay(_ options: String = "") throws -> Outcome {
    try shell.sh(
      """
      set -e; paint -d art.paint history --script \(options) >script; rm -rf again; mkdir again; cp script again
      [ ! -e art.paint/start.png ] || cp art.paint/start.png again
      cd again; sed -n '1s/^# //p' script | sh -e; paint batch script
      """)
  }

  @Test(
    "repeats every revision, with its name and group", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func randomSessions(seed: UInt64) throws {
    var random = Seeded(seed)
    _ = try shell.paint("new art.paint --size 90x70 --background \(["white", "none", "80402010"][Int(seed % 3)])")
    for part in 0..<4 {
      var script = ""
      for _ in 0..<12 {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: script += "undo \(Int.random(in: 1...4, using: &random))\n"
        case 1: script += "redo\n"
        case 2: script += "goto \(Int.random(in: 0...8, using: &random))\n"
        case 3:
          let number = Int.random(in: 0...6, using: &random)
          script += "stroke eraser 10,10 80,60 5,60 --width 20 --to r\(number)\n"
        case 4: script += "set \(RandomStroke.settings(&random))\n"
        case 5: script += "group \(Int.random(in: 1...3, using: &random)) '-- it''s'\n"
        case 6: script += "export part\(part).png\n"
        case 7: script += "import part\(Int.random(in: 0...3, using: &random)).png --name 'A \"picture\"'\n"
        default: script += RandomStroke.line(&random, width: 90, height: 70) + "\n"
        }
      }
      _ = try shell.paint("batch - --keep-going", input: script)
    }
    let expected = try line(of: "art.paint")
    for options in ["", "--files pictures", "--all"] {
      let outcome = try replay(options.replacing("pictures", with: "'\(shell.path("pictures"))'"))
      #expect(outcome.code == 0, "seed \(seed): \(outcome)")
      #expect(try line(of: "again/art.paint") == expected, "seed \(seed) \(options)")
    }
    // With all branches the new document has as many revisions, and redo leads as far.
    for key in ["revisions", "can_redo", "redo_name", "undo_name", "fingerprint"] {
      let status = try shell.paint("-d art.paint status --json").json[key]
      #expect(try shell.paint("-d again/art.paint status --json").json[key] == status, "seed \(seed), \(key)")
    }
  }
}
