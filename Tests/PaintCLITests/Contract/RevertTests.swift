import SystemPackage
import Testing

@testable import PaintHistory

/// `paint revert`: reverts one old step alone.
@Suite("Contract: revert")
struct RevertTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.paint("new art.paint --size 90x70 --background white")
  }

  @Test("agrees with simple pictures about conflicts and restored pixels", arguments: [1, 2, 3, 4] as [UInt64])
  func randomSessions(seed: UInt64) throws {
    var random = Seeded(seed)
    var script = ""
    for _ in 0..<16 {
      let x = Int.random(in: -10...80, using: &random)
      let y = Int.random(in: -10...60, using: &random)
      let color = ["red", "navy", "00ff0080", "white"][Int.random(in: 0..<4, using: &random)]
      script +=
        Bool.random(using: &random)
        ? "stroke rect \(x),\(y),\(Int.random(in: 1...30, using: &random))x20 --fill \(color)\n"
        : "stroke pencil \(x),\(y) \(x + 15),\(y + 9) --width 5 --color \(color)\n"
      if Int.random(in: 0..<6, using: &random) == 0 { script += "undo\n" }
    }
    _ = try shell.paint("batch -", input: script)
    let line = try shell.paint("history --json").json.elements
    let numbers = line.compactMap { $0["revision"].int }
    let pictures = try numbers.map { try shell.picture(at: "\($0)") }
    var wasDone = 0
    for place in 1..<numbers.count {
      let (old, new) = (pictures[place - 1], pictures[place])
      let mask = old.pixels.indices.filter { old.pixels[$0] != new.pixels[$0] }
      let inTheWay = (place + 1..<numbers.count).filter { later in
        mask.contains { pictures[later].pixels[$0] != pictures[later - 1].pixels[$0] }
      }
      let outcome = try shell.paint("revert \(numbers[place]) --json")
      let note: Comment = "seed \(seed), r\(numbers[place]): \(outcome)"
      if inTheWay.isEmpty {
        wasDone += 1
        var expected = pictures[numbers.count - 1]
        for index in mask { expected.pixels[index] = old.pixels[index] }
        #expect(outcome.code == 0, note)
        #expect(try outcome.json["name"].text == "Revert \(line[place]["name"].text ?? "")", note)
        #expect(try outcome.json["pixels"].int == mask.count, note)
        #expect(try shell.picture() == expected, note)
        _ = try shell.paint("undo")
      } else {
        #expect(outcome.code == 1, note)
        let error = try outcome.json["error"]
        #expect(error["code"].text == "revisions_in_the_way", note)
        #expect(error["revisions"].elements.compactMap(\.int) == inTheWay.map { numbers[$0] }, note)
      }
    }
    #expect(wasDone > 0, "the last step can always be taken back")
  }

  @Test("names the conflicting revisions, even if a later one restored the pixels")
  func inTheWay() throws {
    _ = try shell.sh(
      """
      paint stroke rect 10,10,20x20 --fill red; paint stroke rect 50,10,20x20 --fill lime
      paint stroke rect 29,29,5x5 --fill navy --name Corner; paint stroke rect 29,29,1x1 --fill red
      """)
    let before = try shell.files()
    let outcome = try shell.paint("revert r1")
    #expect(outcome.code == 1 && outcome.output == "", "\(outcome)")
    #expect(outcome.message.contains("r3 Corner, r4 Fill rect") && !outcome.message.contains("r2"), "\(outcome)")
    #expect(try shell.files() == before)
    #expect(try shell.paint("revert 2").output == "r5 Revert Fill rect, 400 px in 50,10,20x20\n")
    #expect(try shell.paint("revert current --name Again").output == "r6 Again, 400 px in 50,10,20x20\n")
    #expect(try shell.paint("pick 55,15").output == "#00ff00ff\n")
  }

  @Test("the start, a revision that is not an ancestor, and a missing operand are rejected")
  func refused() throws {
    _ = try shell.sh("paint stroke pencil 5,5; paint stroke pencil 9,9; paint undo; paint stroke pencil 7,7 --width 3")
    for (word, code) in [("start", 1), ("0", 1), ("2", 1), ("9", 66), ("x y", 64), ("latest", 0)] {
      #expect(try shell.paint(["revert", word, "--dry-run"]).code == code, "\(word)")
    }
    #expect(try shell.paint("revert").code == 64)
    #expect(try shell.paint("revert 1 --expect r1").code == 4)
    #expect(try shell.paint("revert 1").code == 0)
    #expect(try shell.paint("undo").output == "undid r4 Revert Pencil, now r3\n")
    #expect(try shell.paint("revert 1").code == 0)
    #expect(try shell.paint("revert 3 --dry-run --json --out look.png").code == 0)
    #expect(try Picture(#require(shell.contents("look.png"))).pixels.allSatisfy { $0 == 0xffff_ffff })
  }

  @Test("is repeated by history --script, with new numbers")
  func replayed() throws {
    let outcome = try shell.sh(
      """
      set -e
      printf '%s\\n' 'stroke pencil 80,60' undo 'stroke rect 10,10,20x20 --fill red' 'stroke pencil 50,50' 'revert 2' | paint batch -
      paint revert r4 --name Back; paint history --script >script; paint new again.paint --size 90x70 --background white
      paint -d again.paint batch script
      """)
    #expect(outcome.code == 0, "\(outcome)")
    let lines = String(decoding: try #require(shell.contents("script")), as: UTF8.self).split(separator: "\n")
    #expect(lines.suffix(2) == ["revert r1", "revert r3 --name=Back"])
    let expected = try shell.paint("-d art.paint history --json").json.elements
    let again = try shell.paint("-d again.paint history --json").json.elements
    #expect(again.map { $0["name"] } == expected.map { $0["name"] })
    #expect(try shell.picture(at: "current -d again.paint") == shell.picture(at: "current -d art.paint"))
  }

  @Test(
    "a revision that others follow and whose row is lost is damage, not a number that does not exist",
    arguments: [
      "revert r3", "blame 10,30", "show r2", "show mark", "diff r2 r3", "export x.png --at r2", "goto r2",
      "stroke eraser 1,1 --to r2", "branch other r2", "name r2 Other", "forget --before r2",
    ])
  func lostParent(line: String) throws {
    for y in [10, 20, 30, 40] { _ = try shell.paint("stroke line 5,\(y) 25,\(y)") }
    // Only the branch refers to this one.
    _ = try shell.paint("branch mark r4")
    _ = try shell.paint("goto r3")
    let index = try Database(path: FilePath(shell.path("art.paint/index.sqlite")), mode: .editing)
    try index.execute("DELETE FROM revision WHERE id IN (2, 4)")
    index.close()
    let refused = try shell.paint(line)
    #expect(refused.code == 65 && refused.errors.contains("hint: paint check --repair"), "\(refused)")
    #expect(try shell.paint("show r9").code == 66)
    #expect(try shell.paint("check --repair").code == 0)
    #expect(try shell.paint(line).code == 0)
  }
}
