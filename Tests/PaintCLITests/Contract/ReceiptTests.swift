import Testing

/// The output of commands about their changes.
@Suite("Contract: receipts")
struct ReceiptTests {
  private let shell: Shell
  private static let keys = [
    "revision", "parent", "name", "changed", "dry_run", "bounds", "pixels", "tiles", "bytes", "fingerprint",
    "selection", "can_undo", "can_redo", "undo_name", "redo_name", "group", "dropped", "warnings",
  ]
  private static let moveKeys = Array(keys.dropLast(2)) + ["steps", "dropped", "warnings"]

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 200x150")
    try #require(made.code == 0, "\(made)")
  }

  @Test("an edit prints one line, or one object with --json")
  func edit() throws {
    #expect(try shell.paint("stroke pencil 14,9 50,40 --width 3").output.hasPrefix("r1 Pencil, "))
    let outcome = try shell.paint("stroke rect 10,10,30x20 --json --name Box")
    #expect(outcome.lines.count == 1)
    let receipt = try outcome.json
    #expect(receipt.keys == Self.keys)
    #expect(receipt["revision"].int == 2 && receipt["parent"].int == 1)
    #expect(receipt["name"].text == "Box" && receipt["changed"].bool == true)
    #expect(receipt["bounds"] == .array(["10", "10", "30", "20"].map { .number($0) }))
    #expect(receipt["can_undo"].bool == true && receipt["can_redo"].bool == false)
    #expect(receipt["warnings"] == .array([]))
    let fingerprint = try #require(receipt["fingerprint"].text)
    #expect(fingerprint.count == 32 && fingerprint.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    let entry = try #require(try shell.paint("history --json").json.elements.last)
    for key in ["revision", "parent", "name", "pixels", "bounds", "tiles", "bytes"] {
      #expect(entry[key] == receipt[key], "\(key)")
    }
  }

  @Test("bounds, pixels, tiles and bytes match the pixels that differ", arguments: 1...3 as ClosedRange<UInt64>)
  func measured(seed: UInt64) throws {
    var random = Seeded(seed)
    var before = try shell.picture()
    for step in 1...8 {
      let line = RandomStroke.line(&random, width: 200, height: 150)
      let packs = try shell.files().filter { $0.key.contains("/packs/") }
      let receipt = try shell.paint(line.split(separator: " ").map(String.init) + ["--json"]).json
      let after = try shell.picture()
      let (bounds, count) = after.difference(from: before)
      let told = receipt["bounds"] == .null ? nil : receipt["bounds"].elements.map { $0.int ?? -1 }
      #expect(told == bounds, "seed \(seed), step \(step): \(line)")
      #expect(receipt["pixels"].int == count, "seed \(seed), step \(step): \(line)")
      #expect(receipt["changed"].bool == (count > 0), "seed \(seed), step \(step): \(line)")
      var tiles: Set<Int> = []
      for (index, pair) in zip(after.pixels, before.pixels).enumerated() where pair.0 != pair.1 {
        tiles.insert(index / 200 / 32 * 100 + index % 200 / 32)
      }
      #expect(receipt["tiles"].int == tiles.count, "seed \(seed), step \(step): \(line)")
      let added = try shell.files().filter { $0.key.contains("/packs/") && packs[$0.key] == nil }
      #expect(receipt["bytes"].int == added.values.reduce(0) { $0 + $1.count }, "seed \(seed), step \(step): \(line)")
      before = after
    }
  }

  @Test("an edit without effect makes no revision")
  func unchanged() throws {
    _ = try shell.paint("stroke rect 10,10,30x20 --fill red")
    let before = try shell.files()
    let receipt = try shell.paint("stroke rect 10,10,30x20 --fill red --json")
    #expect(receipt.code == 0)
    let object = try receipt.json
    #expect(object.keys == Self.keys)
    #expect(object["changed"].bool == false && object["revision"].int == 1)
    #expect(object["bounds"] == .null && object["pixels"].int == 0 && object["bytes"].int == 0)
    // It has its own name, not that of the previous step.
    #expect(object["name"].text == "Fill rect")
    #expect(try shell.paint("stroke pencil -50,-50 --name Dot --json").json["name"].text == "Dot")
    #expect(try shell.paint("fill 100,100 --color none --json").json["name"].text == "Fill")
    let inScript = try shell.paint(
      "batch - --json --name Label", input: "stroke pencil -50,-50\ngroup begin X\ngroup end\n")
    #expect(try inScript.jsonLines.prefix(3).map { $0["name"].text } == ["Label", nil, "X"])
    #expect(try shell.paint("stroke pencil -50,-50").output == "no pixel changed, still r1\n")
    #expect(try shell.paint("stroke eraser 100,100 --width 9").code == 0)
    #expect(try shell.files() == before)
    // The undone steps can still be redone.
    _ = try shell.paint("undo")
    _ = try shell.paint("stroke pencil -50,-50")
    #expect(try shell.paint("redo").code == 0)
  }

  @Test("undo, redo and goto print the crossed steps and the current revision")
  func moves() throws {
    for x in 1...3 { _ = try shell.paint("stroke pencil \(x)0,10 --name P\(x)") }
    let undone = try shell.paint("undo 2 --json").json
    #expect(undone.keys == Self.moveKeys)
    #expect(undone["revision"].int == 1 && undone["name"].text == "P1" && undone["steps"].int == 2)
    #expect(undone["changed"].bool == true && undone["can_undo"].bool == true && undone["can_redo"].bool == true)
    #expect(undone["undo_name"].text == "P1" && undone["redo_name"].text == "P2")
    let redone = try shell.paint("redo 9 --json").json
    #expect(redone["undo_name"].text == "P3" && redone["redo_name"] == .null)
    #expect(redone["revision"].int == 3 && redone["steps"].int == 2 && redone["can_redo"].bool == false)
    #expect(try shell.paint("goto 0").output == "undid r3 P3, r2 P2, r1 P1, now r0\n")
    let start = try shell.paint("goto start --json").json
    #expect(start["steps"].int == 0 && start["changed"].bool == false && start["bounds"] == .null)
    _ = try shell.paint("stroke pencil 90,90 --name Q")
    #expect(try shell.paint("goto 3").output == "undid r4 Q, redid r1 P1, r2 P2, r3 P3, now r3\n")
    let nothing = try shell.paint("redo --json")
    #expect(nothing.code == 3)
    #expect(try nothing.json["error"]["code"].text == "nothing_to_redo")
    #expect(try nothing.json["exit"].int == 3)
  }

  @Test("status and history have all keys in order, null without a value")
  func keys() throws {
    let status = try shell.paint("status --json").json
    #expect(
      status.keys == [
        "document", "width", "height", "revision", "fingerprint", "selection", "can_undo", "can_redo", "undo_name",
        "redo_name", "revisions", "disk_bytes", "held_by", "settings", "cache",
      ])
    #expect(status["undo_name"] == .null && status["redo_name"] == .null && status["revisions"].int == 1)
    #expect(status["cache"].keys == ["resident", "faults", "evicted", "bytes", "warm"])
    #expect(status["document"].text == "art.paint")
    _ = try shell.paint("stroke pencil 9,9 --name A")
    _ = try shell.paint("stroke pencil 19,9 --name B")
    _ = try shell.paint("undo")
    let named = try shell.paint("status --json").json
    #expect(named["undo_name"].text == "A" && named["redo_name"].text == "B" && named["revisions"].int == 3)
    let size = try shell.files().values.reduce(0) { $0 + $1.count }
    #expect(named["disk_bytes"].int == size)
    let history = try shell.paint("history --json").json.elements
    #expect(history.map { $0["revision"].int } == [0, 1, 2])
    #expect(history.map { $0["current"].bool } == [false, true, false])
    for entry in history {
      #expect(
        entry.keys == [
          "revision", "parent", "name", "command", "time", "pixels", "bounds", "tiles", "bytes", "current",
          "group", "group_name", "branches",
        ])
      let time = try #require(entry["time"].text)
      #expect(time.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil, "\(time)")
    }
    #expect(history[0]["parent"] == .null && history[0]["bounds"] == .null)
    let seen = try shell.paint("status").output
    for part in ["200x150", "r1", "Undo A\n", "Redo B\n"] { #expect(seen.contains(part), "\(seen)") }
  }

  @Test("--expect allows the edit only in that state")
  func expectation() throws {
    let first = try #require(try shell.paint("stroke pencil 9,9 --json").json["fingerprint"].text)
    let before = try shell.files()
    for line in ["stroke pencil 19,9", "undo", "redo", "goto 0", "batch /dev/null", "stroke eraser 9,9"] {
      for state in ["r0", "r2", "r99999999999999999999", String(repeating: "0", count: 32)] {
        let outcome = try shell.paint("\(line) --expect \(state)")
        #expect(outcome.code == 4, "\(line) \(state): \(outcome)")
        #expect(outcome.output == "" && outcome.message.contains("expected"), "\(outcome)")
      }
    }
    for line in ["stroke pencil 19,9", "limit", "limit --steps 9", "gc", "branch", "run -- true"] {
      let refused = try shell.paint("--expect r0 --json \(line)").json
      #expect(refused["error"]["code"].text == "expectation_failed", "\(line): \(refused)")
      #expect(refused["error"]["revision"].int == 1 && refused["error"]["fingerprint"].text == first, "\(refused)")
    }
    let inScript = try shell.paint("batch - --json", input: "stroke pencil 19,9 --expect r7\n").jsonLines[0]
    #expect(inScript["error"]["revision"].int == 1 && inScript["error"]["fingerprint"].text == first, "\(inScript)")
    #expect(try shell.files() == before)
    #expect(try shell.paint("stroke pencil 19,9 --expect \(first)").code == 0)
    #expect(try shell.paint("undo --expect r2").code == 0)
    #expect(try shell.paint("undo --expect \(first.uppercased())").code == 0)
    #expect(try shell.paint("goto 2 --expect r0").code == 0)
  }

  @Test("--dry-run prints the receipt that the edit would have, and keeps nothing")
  func dryRun() throws {
    for line in [
      "stroke pencil 9,9 80,70 --width 9", "stroke rect 10,10,90x90 --fill red --name Box", "undo", "redo",
      "stroke eraser 10,10 50,50 --width 9", "goto 1", "stroke pencil -50,-50", "stroke rect 0,0,200x150 --fill teal",
    ] {
      let before = try shell.files()
      let rehearsed = try shell.paint("\(line) --dry-run --json")
      let seen = try shell.paint("\(line) --dry-run")
      #expect(try shell.files() == before, "\(line)")
      #expect(try rehearsed.json["dry_run"].bool == true)
      let done = rehearsed.output.replacing(#""dry_run":true"#, with: #""dry_run":false"#)
      #expect(try shell.paint("\(line) --json").output == done, "\(line)")
      #expect(rehearsed.code == 0 && seen.code == 0 && seen.output.contains("would "), "\(seen)")
    }
    #expect(try shell.paint("undo 9 --dry-run").code == 0)
    #expect(try shell.paint("goto 77 --dry-run").code == 66)
    _ = try shell.paint("goto start")
    #expect(try shell.paint("undo --dry-run").code == 3)
  }

  @Test("--dry-run --out shows the changed box as it would look")
  func preview() throws {
    _ = try shell.paint("stroke rect 0,0,200x150 --fill silver")
    let line = "stroke ellipse 20,30,50x40 --fill red --color navy --width 5 --opacity 0.5"
    let box = try shell.paint("\(line) --dry-run --out look.png --json").json["bounds"].elements.map { $0.int ?? 0 }
    let look = try Picture(try #require(shell.contents("look.png")))
    _ = try shell.paint(line)
    #expect(try shell.picture().cut(box[0], box[1], box[2], box[3]) == look)
    let before = try shell.paint("undo --dry-run --out back.png --json").json
    #expect(before["revision"].int == 1)
    #expect(
      try Picture(try #require(shell.contents("back.png")))
        == (try shell.picture(at: "1").cut(box[0], box[1], box[2], box[3])))
    let none = try shell.paint("stroke pencil -50,-50 --dry-run --out none.png --json")
    #expect(none.code == 0 && shell.contents("none.png") == nil)
    // One warning that it is outside of the canvas, one that there is no picture.
    #expect(try none.json["warnings"].elements.count == 2)
    #expect(try shell.paint("\(line) --out x.png").code == 64)
    #expect(try shell.paint("\(line) --dry-run --out x.gif").code == 64)
  }

  @Test("--dry-run --out - writes only the picture to standard output")
  func previewPiped() throws {
    let outcome = try shell.paint("stroke rect 20,30,50x40 --fill red --dry-run --out -")
    #expect(outcome.code == 0, "\(outcome)")
    let look = try Picture(outcome.bytes)
    #expect(look.width == 50 && look.height == 40)
    #expect(try shell.paint("stroke rect 20,30,50x40 --fill red --dry-run --out - --json").code == 64)
  }

  @Test("-q omits receipts and warnings, but not results")
  func quiet() throws {
    for line in [
      "stroke pencil 9,9", "undo", "redo", "goto 0", "export x.png", "set --width 3", "set --reset",
      "new q.paint --size 5x5",
    ] {
      for form in ["-q", "--quiet", "-q --json"] {
        if line.hasPrefix("new") { _ = try shell.sh("rm -rf q.paint") }
        let outcome = try shell.paint("\(line) \(form) -d art.paint".replacingDocument(line))
        #expect(outcome.code == 0 || outcome.code == 3, "\(line): \(outcome)")
        #expect(outcome.output == "" || outcome.code == 3, "\(line) \(form): \(outcome)")
      }
    }
    _ = try shell.sh("rm -rf q.paint")
    for line in ["status -q", "history -q", "pick 1,1 -q", "set -q", "status -q --json"] {
      #expect(try shell.paint(line).output != "", "\(line)")
    }
    #expect(try shell.paint("goto 99 -q").errors.hasPrefix("paint: "))
  }
}

extension String {
  /// `new` has its document as an operand.
  fileprivate func replacingDocument(_ line: String) -> String {
    line.hasPrefix("new") ? String(dropLast(" -d art.paint".count)) : self
  }
}
