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
          "revision", "parent", "children", "name", "author", "command", "typed", "time", "width", "height", "pixels",
          "bounds", "tiles", "bytes", "fingerprint", "selection", "current", "group", "group_name", "branches",
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
}
