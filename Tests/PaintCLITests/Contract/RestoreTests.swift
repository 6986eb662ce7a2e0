import Testing

/// `paint restore`: a region of an older revision as a new step.
@Suite("Contract: restore")
struct RestoreTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.paint("new art.paint --size 150x110 --background white")
  }

  @Test("agrees with simple pictures, for all kinds of boxes", arguments: [1, 2, 3, 4] as [UInt64])
  func randomSessions(seed: UInt64) throws {
    var random = Seeded(seed)
    var script = ""
    for _ in 0..<14 {
      let (x, y) = (Int.random(in: -10...140, using: &random), Int.random(in: -10...100, using: &random))
      let color = ["red", "navy", "00ff0080", "white"][Int.random(in: 0..<4, using: &random)]
      script +=
        Bool.random(using: &random)
        ? "stroke rect \(x),\(y),\(Int.random(in: 1...60, using: &random))x20 --fill \(color)\n"
        : "stroke pencil \(x),\(y) \(x + 15),\(y + 9) --width 5 --color \(color)\n"
      switch Int.random(in: 0..<8, using: &random) {
      case 0: script += "undo\n"
      case 1: script += "clear \(color)\n"
      case 2: script += "flip horizontal\n"
      default: break
      }
    }
    _ = try shell.paint("batch - --keep-going", input: script)
    let numbers = try shell.paint("history --all --json").json.elements.compactMap { $0["revision"].int }
    let here = try shell.picture()
    for _ in 0..<24 {
      let number = numbers[Int.random(in: 0..<numbers.count, using: &random)]
      let x = Int.random(in: -20...149, using: &random)
      let y = Int.random(in: -20...109, using: &random)
      let width = Int.random(in: 1...180, using: &random)
      let height = Int.random(in: 1...140, using: &random)
      let old = try shell.picture(at: "\(number)")
      var expected = here
      var pixels = 0
      for row in max(0, y)..<max(0, min(110, y + height)) {
        for column in max(0, x)..<max(0, min(150, x + width)) {
          let index = row * 150 + column
          if expected.pixels[index] != old.pixels[index] { pixels += 1 }
          expected.pixels[index] = old.pixels[index]
        }
      }
      let isCorners = Bool.random(using: &random)
      let box = isCorners ? "\(x + width),\(y) \(x),\(y + height)" : "\(x),\(y),\(width)x\(height)"
      let outcome = try shell.paint("restore \(box) --at r\(number) --no-follow --json")
      let note: Comment = "seed \(seed), \(box) of r\(number): \(outcome)"
      #expect(outcome.code == 0, note)
      #expect(try outcome.json["name"].text == "Restore", note)
      #expect(try outcome.json["changed"].bool == (pixels > 0), note)
      #expect(try outcome.json["pixels"].int == pixels, note)
      #expect(try shell.picture() == expected, note)
      if pixels > 0 { _ = try shell.paint("undo") }
    }
    let whole = try shell.paint("restore --at r0 --no-follow --json")
    #expect(try shell.picture() == shell.picture(at: "start"), "\(whole)")
  }

  @Test("accepts all forms of boxes, and all names of a revision")
  func forms() throws {
    _ = try shell.sh(
      "paint stroke rect 0,0,150x110 --fill red; paint branch red; paint stroke rect 0,0,150x110 --fill teal")
    for (words, receipt) in [
      (["10,10,20x5", "--at", "r0"], "r3 Restore, 100 px in 10,10,20x5\n"),
      (["30,15", "10,10", "--at", "start"], "r3 Restore, 100 px in 10,10,20x5\n"),
      (["10,10 30,15", "--at", "0"], "r3 Restore, 100 px in 10,10,20x5\n"),
      (["bottom-right,10x10", "--at", "red"], "r3 Restore, 100 px in 140,100,10x10\n"),
      (["50%,50%,50%x50%", "--at=red"], "r3 Restore, 4125 px in 75,55,75x55\n"),
      (["--at", "red", "--name", "All red"], "r3 All red, 16500 px in 0,0,150x110\n"),
      (["-10,-10,20x20", "--at", "1"], "r3 Restore, 100 px in 0,0,10x10\n"),
    ] {
      let rehearsal = try shell.paint(["restore"] + words + ["--dry-run"])
      #expect(rehearsal.output == "would make \(receipt)", "\(words): \(rehearsal)")
    }
    #expect(try shell.paint("restore 30,15 10,10 --at red").output == "r3 Restore, 100 px in 10,10,20x5\n")
    #expect(try shell.paint("restore --at start").output == "r4 Restore, 16500 px in 0,0,150x110\n")
    let commands = try shell.paint("history --json").json.elements.suffix(2).map { $0["command"].text }
    #expect(commands == ["restore 10,10,20x5 --at r1 --follow", "restore 0,0,150x110 --at r0 --follow"])
  }

  @Test("makes no step and says so if nothing differs, or completely outside the canvas")
  func unchanged() throws {
    _ = try shell.paint("stroke rect 0,0,50x50 --fill red")
    let before = try shell.files()
    #expect(try shell.paint("restore 60,60,20x20 --at r0").output == "no pixel changed, still r1\n")
    #expect(try shell.paint("restore --at current").output == "no pixel changed, still r1\n")
    let outside = try shell.paint("restore 150,0,20x20 --at r0 --json")
    #expect(outside.code == 0, "\(outside)")
    let receipt = try outside.json
    #expect(receipt["changed"].bool == false && receipt["name"].text == "Restore", "\(outside)")
    #expect(
      receipt["warnings"].elements.map(\.text) == [
        "this is completely outside the canvas of 150x110, so nothing was changed"
      ])
    #expect(try shell.files() == before)
  }

  @Test("another size is rejected with a hint; so are wrong words")
  func refused() throws {
    _ = try shell.sh("paint stroke rect 0,0,50x50 --fill red; paint crop 0,0,40x40")
    let before = try shell.files()
    let other = try shell.paint("restore 0,0,10x10 --at r1 --no-follow --json")
    #expect(other.code == 64, "\(other)")
    let error = try other.json["error"]
    let message =
      "--at: r1 is 150x110, but the canvas is 40x40, and no crop, canvas, resize, rotate or flip since then explains that"
    #expect(error["message"].text == message, "\(other)")
    #expect(error["hint"].text?.contains("paint place") == true, "\(other)")
    for (line, code, word) in [
      ("restore", 64, "--at REV"), ("restore 1,1,5x5", 64, "--at REV"), ("restore --at 9", 66, "r9"),
      ("restore --at nowhere", 66, "nowhere"), ("restore --at ..", 64, ".."), ("restore 1,1,0x5 --at 2", 64, "box"),
      ("restore 1.5,1,5x5 --at 2", 64, "whole pixels"), ("restore 1,1 2,2 3,3 --at 2", 64, "3,3"),
      ("restore 1,1,5x5 --at 2 --at 2", 64, "--at"), ("restore x --at 2", 64, "x"),
      ("restore 1,1,5x5 --at 2 --expect r1", 4, "r1"),
    ] {
      let outcome = try shell.paint(line)
      #expect(outcome.code == code && outcome.message.contains(word), "\(line): \(outcome)")
    }
    #expect(try shell.files() == before)
    let script = try shell.paint("batch -", input: "restore 0,0,10x10 --at r1 --no-follow\n")
    #expect(script.code == 65, "\(script)")
  }

  @Test("works in scripts, groups and dry runs; undo reverts it")
  func scripts() throws {
    let outcome = try shell.paint(
      "batch -",
      input: """
        stroke rect 0,0,50x50 --fill red
        group begin Both
        restore 0,0,10x10 --at start
        restore 20,20,10x10 --at start
        group end
        """)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try shell.paint("pick 5,5 25,25 15,15").lines == ["#ffffffff", "#ffffffff", "#ff0000ff"])
    #expect(try shell.paint("undo").output == "undid r3-r2 Both, now r1\n")
    #expect(try shell.paint("pick 5,5").output == "#ff0000ff\n")
    let look = try shell.paint("restore 0,0,10x10 --at start --dry-run --out look.png")
    #expect(look.output == "would make r4 Restore, 100 px in 0,0,10x10\n", "\(look)")
    #expect(try Picture(#require(shell.contents("look.png"))).pixels.allSatisfy { $0 == 0xffff_ffff })
  }

  @Test("is repeated by history --script, with the revisions it refers to and new numbers")
  func replayed() throws {
    let outcome = try shell.sh(
      """
      set -e
      paint stroke pencil 80,60; paint undo; paint stroke rect 10,10,20x20 --fill red
      paint undo; paint stroke rect 60,10,20x20 --fill navy
      paint restore 15,15,10x10 --at r2 --name Piece; paint restore --at r2
      paint history --script >script; paint new again.paint --size 150x110 --background white
      paint -d again.paint batch script
      """)
    #expect(outcome.code == 0, "\(outcome)")
    let lines = String(decoding: try #require(shell.contents("script")), as: UTF8.self).split(separator: "\n")
    #expect(
      lines.suffix(2) == ["restore 15,15,10x10 --at r1 --follow --name=Piece", "restore 0,0,150x110 --at r1 --follow"],
      "\(lines)")
    #expect(try shell.picture(at: "current -d again.paint") == shell.picture(at: "current -d art.paint"))
    // If the revision it refers to is forgotten, the script imports its result.
    _ = try shell.sh("paint -d art.paint forget --before r3")
    let script = try shell.paint("-d art.paint history --script --files kept")
    #expect(script.code == 0 && script.output.contains("import "), "\(script)")
  }

  @Test("the cost of a small box depends on its tiles, not on the canvas")
  func cost() throws {
    _ = try shell.sh(
      """
      rm -r art.paint; paint new art.paint --size 3000x2000; paint stroke pencil 20,20
      paint stroke ellipse 0,100,3000x1900 --fill teal; paint stroke pencil 2900,1900 --width 9
      """)
    let outcome = try shell.paint("batch - --json", input: "restore 10,10,30x30 --at start\n")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try outcome.jsonLines.last?["cache"]["faults"].int ?? .max < 9, "\(outcome)")
    let whole = try shell.paint("batch - --json", input: "restore --at 4\n")
    #expect(try whole.jsonLines.last?["cache"]["faults"].int ?? .max < 9, "\(whole)")
  }
}
