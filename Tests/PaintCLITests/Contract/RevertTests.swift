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
