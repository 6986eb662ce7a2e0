import Testing

/// Groups and branches in the output of `history`, `show` and receipts.
@Suite("Contract: groups and branches in output")
struct LookingPlacesTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let outcome = try shell.sh(
      """
      set -e
      paint new art.paint --size 64x48 --background white
      for x in 1 2 3 4 5; do paint stroke pencil ${x}0,9 --name P$x; done
      paint goto 4; paint group 2 'Whole cross'; paint branch main; paint branch a 4; paint branch begin start
      paint goto 2; paint stroke pencil 9,30 --name Side; paint branch side
      """)
    try #require(outcome.code == 0, "\(outcome)")
  }

  /// The text after the column of bytes, by revision.
  private func notes(_ line: String) throws -> [String: String] {
    var notes: [String: String] = [:]
    for row in try shell.paint(line).lines {
      guard let number = row.firstMatch(of: /r\d+/), let end = row.firstRange(of: " B") else { continue }
      notes[String(number.0)] = String(row[end.upperBound...])
    }
    return notes
  }

  @Test("the table shows each row's group and branches")
  func table() throws {
    #expect(try notes("history") == ["r0": "  (begin)", "r1": "", "r2": "", "r6": "  (side)"])
    let group = "  [r3-r4 Whole cross]"
    #expect(
      try notes("history --all") == [
        "r0": "  (begin)", "r1": "", "r2": "", "r3": group, "r4": group + "  (a, main)", "r5": "", "r6": "  (side)",
      ])
    #expect(try notes("history --all --limit 1") == ["r6": "  (side)"])
    _ = try shell.paint("branch main --delete")
    _ = try shell.paint("goto 4")
    _ = try shell.paint("ungroup")
    #expect(try notes("history --grep P") == ["r1": "", "r2": "", "r3": "", "r4": "  (a)"])
  }

  @Test("JSON has them in every row, null and empty if there are none")
  func rows() throws {
    for all in ["history --all --json", "history --json"] {
      for row in try shell.paint(all).json.elements {
        #expect(
          row.keys == [
            "revision", "parent", "name", "command", "time", "pixels", "bounds", "tiles", "bytes", "current", "group",
            "group_name", "branches",
          ])
      }
    }
    let rows = try shell.paint("history --all --json").json.elements
    #expect(rows.map { $0["group"].int } == [nil, nil, nil, 3, 3, nil, nil])
    #expect(rows.map { $0["group_name"].text } == [nil, nil, nil, "Whole cross", "Whole cross", nil, nil])
    let branches = rows.map { $0["branches"].elements.map { $0.text } }
    #expect(branches == [["begin"], [], [], [], ["a", "main"], [], ["side"]])
    let inScript = try shell.paint("batch - --json", input: "history --all\n").jsonLines
    #expect(inScript[0]["history"].elements == rows)
  }

  @Test("show prints the group and the branches")
  func show() throws {
    let shown = try shell.paint("show main --json").json
    #expect(shown["group"].int == 3 && shown["group_name"].text == "Whole cross")
    #expect(shown["branches"].elements.map { $0.text } == ["a", "main"])
    #expect(try shell.paint("show main").output.contains("\ngroup: r3-r4 Whole cross\nbranches: a, main\n"))
    #expect(try shell.paint("show 1").output.contains("\ngroup: none\nbranches: none\n"))
    let single = try shell.paint("show 1 --json").json
    #expect(single["group"] == .null && single["group_name"] == .null && single["branches"] == .array([]))
  }
}
