import Testing

/// `history`, `show` and `blame`, compared with the receipts of single steps and with single pixels.
@Suite("Contract: history, show and blame")
struct LookingTests {
  /// A document with branches of branches, and its receipts.
  private struct Painted {
    let shell: Shell
    var parents: [Int?] = [nil]
    var receipts: [JSON] = []
    var current = 0
    var tip = 0

    init(seed: UInt64, steps: Int) throws {
      shell = try Shell()
      var random = Seeded(seed)
      receipts.append(try shell.paint("new art.paint --size 90x70 --background white --json").json)
      var script = ""
      for _ in 0..<steps {
        if Int.random(in: 0..<4, using: &random) == 0 { script += "undo \(Int.random(in: 1...3, using: &random))\n" }
        script += RandomStroke.line(&random, width: 90, height: 70) + "\n"
      }
      for receipt in try shell.paint("batch - --json --keep-going", input: script).jsonLines.dropLast() {
        guard receipt["error"] == .null, receipt["changed"].bool == true else { continue }
        if receipt["steps"] == .null {
          parents.append(receipt["parent"].int)
          receipts.append(receipt)
          tip = parents.count - 1
        }
        current = receipt["revision"].int ?? -1
      }
    }

    func line(to end: Int) -> [Int] {
      var line = [end]
      while let parent = parents[line[0]] { line.insert(parent, at: 0) }
      return line
    }
  }

  @Test("the default history shows the current revision even if redo leads further")
  func currentBeforeScreenful() throws {
    let shell = try Shell()
    _ = try shell.paint("new far.paint --size 64x48")
    let script = (0..<50).map { "stroke pencil \($0),5\n" }.joined()
    _ = try shell.paint("batch - -d far.paint", input: script)
    _ = try shell.paint("undo 45 -d far.paint")
    let lines = try shell.paint("history -d far.paint").lines
    #expect(lines.count == 32 && lines[0].hasPrefix("*  r5") && lines[1] == "…", "\(lines)")
    let three = try shell.paint("history --limit 3 -d far.paint").lines
    #expect(three.count == 5 && three[0].hasPrefix("* ") && three[0].contains(" r5 ") && three[1] == "…", "\(three)")
    // Nothing is left out between r5 and r6.
    let all = try shell.paint("history --limit 45 -d far.paint").lines
    #expect(all.count == 46 && all[1].contains(" r6 "), "\(all.prefix(3))")
    // With a tree an ellipsis, too, only where something is left out, and no gap in addition.
    let branches = try shell.paint("history --all --limit 44 -d far.paint").lines
    #expect(branches.count == 46 && branches[1] == "…" && branches[2].contains(" r7 "), "\(branches.prefix(3))")
    let tree = try shell.paint("history --all --limit 45 -d far.paint").lines
    #expect(tree.count == 46 && tree[0].hasPrefix("*") && tree[1].contains(" r6 "), "\(tree.prefix(3))")
    func numbers(_ options: String) throws -> [Int?] {
      try shell.paint("history --json -d far.paint \(options)").json.elements.map { $0["revision"].int }
    }
    #expect(try numbers("--limit 3") == [5, 48, 49, 50])
    #expect(try numbers("--all --limit 3") == [5, 48, 49, 50])
    #expect(try numbers("--limit 46") == Array(5...50))
    #expect(try numbers("--limit 45") == Array(5...50))
    #expect(try numbers("--limit 2 --grep pencil") == [49, 50])
    #expect(try numbers("--limit 2 --since 0") == [49, 50])
    #expect(try numbers("--limit 0") == Array(0...50))
  }

  @Test("history --all lists every revision, history the line; --limit, --since and --grep select among them")
  func lists() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    let painted = try Painted(seed: seed, steps: 60)
    let shell = painted.shell
    let everything = try shell.paint("history --all --json").json.elements
    #expect(everything.map { $0["revision"].int } == Array(painted.parents.indices), "seed \(seed)")
    #expect(everything.map { $0["parent"].int } == painted.parents, "seed \(seed)")
    #expect(everything.filter { $0["current"].bool == true }.map { $0["revision"].int } == [painted.current])
    let line = painted.line(to: painted.tip)
    #expect(try shell.paint("history --json").json.elements.map { $0["revision"].int } == line, "seed \(seed)")
    for (number, receipt) in painted.receipts.enumerated().dropFirst() {
      for key in ["name", "pixels", "bounds", "tiles", "bytes"] {
        #expect(everything[number][key] == receipt[key], "seed \(seed), r\(number) \(key)")
      }
    }
    for limit in [1, 2, 7, 1_000] {
      let newest = everything.suffix(limit)
      let current = everything.dropLast(limit).filter { $0["current"].bool == true }
      #expect(try shell.paint("history --all --json --limit \(limit)").json.elements == current + newest)
    }
    let middle = painted.parents.count / 2
    #expect(
      try shell.paint("history --all --json --since r\(middle)").json.elements
        == Array(everything.dropFirst(middle + 1)))
    #expect(
      try shell.paint("history --json --since \(middle)").json.elements.map { $0["revision"].int }
        == line.filter { $0 > middle })
    for text in ["pencil", "PENCIL", "WIDTH", "ellipse", "nothing has this"] {
      let matching = everything.filter { entry in
        [entry["name"].text, entry["command"].text].contains {
          $0?.lowercased().contains(text.lowercased()) == true
        }
      }
      #expect(
        try shell.paint(["history", "--all", "--json", "--grep", text]).json.elements == matching,
        "seed \(seed) \(text)")
      #expect(
        try shell.paint(["history", "--all", "--json", "--grep", text, "--limit", "3"]).json.elements
          == Array(matching.suffix(3)), "seed \(seed) \(text)")
    }
    for all in ["1h", "90min", "3d", "2w", "2020-01-01", "2020-01-01T00:00:00+01:00"] {
      #expect(try shell.paint("history --all --json --since \(all)").json.elements == everything, "\(all)")
    }
    for none in ["2100-01-01T00:00:00Z", "0s", "r\(painted.parents.count - 1)"] {
      #expect(try shell.paint("history --all --json --since \(none)").json.elements.isEmpty, "\(none)")
    }
    for word in ["3x", "yesterday", "2026-02-30", "2026-01-01T25:00:00Z", "-3h", ""] {
      #expect(try shell.paint(["history", "--since", word]).code == 64, "\(word)")
    }
    #expect(try shell.paint("history --since r9999").code == 66)
  }

  @Test("the table's columns are aligned for all names")
  func columns() throws {
    let shell = try Shell()
    _ = try shell.paint("new art.paint --size 64x48 --background white")
    for (x, name) in ["short", "a name that is much longer than anybody would want to read", "two  words", "ünï"]
      .enumerated()
    {
      _ = try shell.paint(["stroke", "pencil", "\(x * 9),9", "--width", "\(x * x + 1)", "--name", name])
    }
    let lines = try shell.paint("history").lines
    #expect(lines.count == 5 && Set(lines.map(\.count)).count == 1, "\(lines)")
    #expect(lines.allSatisfy { $0.hasSuffix(" B") && !$0.contains("\u{1b}") }, "\(lines)")
    #expect(lines.last?.hasPrefix("* r4 ") == true && lines[0].contains("64x48"))
  }

  @Test("colours are only printed on terminals that have them")
  func chips() throws {
    let shell = try Shell()
    _ = try shell.paint("new art.paint --size 64x48 --background white")
    _ = try shell.paint("stroke pencil 9,9 --color ff8000")
    #expect(try shell.onTerminal("history", with: ["COLORTERM": "truecolor"]).text.contains("\u{1b}[48;2;255;128;0m"))
    #expect(try shell.onTerminal("history", with: ["TERM": "xterm-256color"]).text.contains("\u{1b}[48;5;208m"))
    for variables in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      #expect(try !shell.onTerminal("history", with: variables).text.contains("\u{1b}"), "\(variables)")
    }
    #expect(try !shell.paint("history", with: ["COLORTERM": "truecolor"]).output.contains("\u{1b}"))
  }

  @Test("show agrees with the receipts and the tree")
  func show() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    let painted = try Painted(seed: seed, steps: 30)
    let shell = painted.shell
    for (number, receipt) in painted.receipts.enumerated() {
      let shown = try shell.paint("show r\(number) --json").json
      #expect(
        shown.keys == [
          "revision", "parent", "children", "name", "command", "time", "width", "height", "pixels", "bounds", "tiles",
          "bytes", "fingerprint", "selection", "current", "group", "group_name", "branches",
        ])
      #expect(shown["revision"].int == number && shown["parent"].int == painted.parents[number], "seed \(seed)")
      let children = painted.parents.indices.filter { painted.parents[$0] == number }
      #expect(shown["children"].elements.map { $0.int } == children, "seed \(seed), r\(number)")
      #expect(shown["fingerprint"] == receipt["fingerprint"], "seed \(seed), r\(number)")
      #expect(shown["width"].int == 90 && shown["height"].int == 70)
      if number > 0 {
        for key in ["name", "pixels", "bounds", "tiles", "bytes"] { #expect(shown[key] == receipt[key], "\(key)") }
      }
    }
    #expect(try shell.paint("show --json").json["revision"].int == painted.current)
    #expect(try shell.paint("show start").output.hasPrefix("r0 New\n"))
    #expect(try shell.paint("show r999").code == 66)
    #expect(try shell.paint("show x").code == 66)
    #expect(try shell.paint("show 1 2").code == 64)
  }

  @Test("blame agrees with pick at every revision")
  func blame() throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    let painted = try Painted(seed: seed, steps: 60)
    let shell = painted.shell
    var random = Seeded(seed)
    let points = (0..<12).map { _ in (Int.random(in: 0..<90, using: &random), Int.random(in: 0..<70, using: &random)) }
    let words = points.map { "\($0.0),\($0.1)" }.joined(separator: " ")
    let ends = [painted.current, painted.tip, Int.random(in: painted.parents.indices, using: &random)]
    for end in ends {
      let line = painted.line(to: end)
      let colors = try line.map { try shell.paint("pick \(words) --at r\($0)").lines }
      for (place, point) in points.enumerated() {
        var expected: [String] = []
        for (step, number) in line.enumerated() where step == 0 || colors[step][place] != colors[step - 1][place] {
          expected.insert("r\(number) \(colors[step][place])", at: 0)
        }
        let told = try shell.paint("blame \(point.0),\(point.1) --at r\(end) --json").json
        let changes = told["changes"].elements
        #expect(
          changes.map { "r\($0["revision"].int ?? -1) \($0["color"].text ?? "")" } == expected,
          "seed \(seed), \(point) at r\(end)")
        let seen = try shell.paint("blame \(point.0),\(point.1) --at r\(end)").lines
        #expect(seen.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == expected)
      }
    }
    #expect(try shell.paint("blame 90,0").code == 64)
    #expect(try shell.paint("blame 90,0").errors == (try shell.paint("pick 90,0").errors))
    #expect(try shell.paint("blame 100%-1,50%").code == 0)
    #expect(try shell.paint("blame 1,1 --at r999").code == 66)
    #expect(try shell.paint("blame 1,1 2,2").code == 64)
  }

  @Test("a script sees its own steps, and a reader takes no lock and changes no file")
  func scripts() throws {
    let shell = try Shell()
    _ = try shell.paint("new art.paint --size 64x48 --background white")
    let script = """
      stroke rect 0,0,64x48 --fill red
      stroke rect 0,0,9x9 --fill blue --color none
      blame 3,3
      show
      diff 1
      diff 1 2
      history --all
      undo
      stroke pencil 3,3 --width 5
      blame 3,3
      diff 2 current
      history --all --limit 2
      diff 1 start --out map.png
      """
    #expect(try shell.paint("batch - --check", input: script).code == 0)
    let outcome = try shell.paint("batch -", input: script)
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
    let lines = outcome.lines
    #expect(lines[0].hasPrefix("r2 #0000ffff Fill rect"), "\(outcome)")
    #expect(lines[1].hasPrefix("r1 #ff0000ff ") && lines[2].hasPrefix("r0 #ffffffff New"), "\(outcome)")
    #expect(lines.filter { $0 == "81 px differ in 0,0,9x9, by up to 255" }.count == 3, "\(outcome)")
    #expect(lines.contains { $0.hasPrefix("r3 #000000ff Pencil") }, "\(outcome)")
    #expect(shell.contents("map.png") != nil)
    let json = try shell.paint("batch - --json", input: script).jsonLines
    #expect(json.dropLast().map { $0["line"].int } == Array(1...13), "\(json)")
    let before = try shell.files()
    for line in ["history --all", "show", "diff 1", "blame 3,3"] { #expect(try shell.paint(line).code == 0) }
    #expect(try shell.files() == before)
    // A difference that would be the exit code in the shell stops a script.
    let stopped = try shell.paint("batch -", input: "diff 1 1 --exit-code\ndiff 0 1 --exit-code\nundo\n")
    #expect(stopped.code == 1 && stopped.errors.hasPrefix("paint: -:2: "), "\(stopped)")
    for line in ["diff - 1", "diff 1 2 --out -", "show ..", "blame x", "diff 1 --tolerance 256"] {
      #expect(try shell.paint("batch -", input: line).code == 65, "\(line)")
      #expect(try shell.paint("batch - --check", input: line).code == 65, "\(line)")
    }
    // A word that could be a branch's name is looked up when the line runs.
    for (line, code) in [("show x", 66), ("history --since x", 65)] {
      #expect(try shell.paint("batch -", input: line).code == code, "\(line)")
      #expect(try shell.paint("batch - --check", input: line).code == 0, "\(line)")
    }
  }
}
