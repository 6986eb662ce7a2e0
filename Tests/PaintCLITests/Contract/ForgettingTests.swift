import SystemPackage
import Testing

@testable import PaintHistory

@Suite("Contract: limits, gc and forgetting")
struct ForgettingContractTests {
  private func drawn(_ steps: Int) throws -> Shell {
    let shell = try Shell()
    _ = try shell.paint("new art.paint --size 100x80 --background white")
    for step in 1...steps { _ = try shell.paint("stroke line 0,\(step) 90,\(step * 2) --width 3 --color red") }
    return shell
  }

  /// The size of the index after packing cannot be predicted exactly: a tolerance of two pages.
  private func isAbout(_ expected: Int?, _ freed: Int?) -> Bool {
    guard let expected, let freed else { return false }
    return abs(expected - freed) <= 2 * 4_096
  }

  private func revisions(_ shell: Shell) throws -> [Int] {
    try shell.paint("history --all --json").json.elements.compactMap { $0["revision"].int }
  }

  @Test("limits are shown, set, rejected below five, and take effect immediately")
  func limits() throws {
    let shell = try drawn(12)
    #expect(try shell.paint("limit").output == "steps: no limit\nbytes: no limit\nside branches: kept forever\n")
    #expect(try shell.paint("limit --json").output == #"{"steps":0,"bytes":0,"side_age":0}"# + "\n")
    for word in ["1", "4"] {
      let refused = try shell.paint("limit --steps \(word)")
      #expect(refused.code == 64 && refused.errors.contains("at least 5 steps are kept"), "\(refused)")
    }
    for words in ["--steps x", "--steps -1", "--bytes 3Q", "--bytes", "--side-age 5y", "--side-age soon", "5"] {
      #expect(try shell.paint("limit \(words)").code == 64, "\(words)")
    }
    let set = try shell.paint("limit --steps 6 --bytes 200M --side-age 12h --json").json
    #expect(
      set["steps"].int == 6 && set["bytes"].int == 209_715_200 && set["side_age"].int == 43_200
        && set["dropped"].int == 6 && set["warnings"].elements.isEmpty)
    #expect(try revisions(shell) == [6, 7, 8, 9, 10, 11, 12])
    #expect(try shell.paint("history --json").json.elements.first?["parent"] == JSON.null)
    _ = try shell.paint("stroke line 0,0 90,70")
    #expect(try shell.paint("undo 100 --json").json["steps"].int == 6)
    #expect(try shell.paint("undo").code == 3)
    #expect(try shell.paint("goto start").output.contains("r7"))
    #expect(try shell.paint("goto r3").code == 66)
    #expect(try shell.paint("export x.png --at r6").code == 66)
  }

  @Test("forgetting and limits stay effective if the gc after them finds damage: a warning and exit code 0")
  func damageAfterwards() throws {
    for command in ["forget --before 6", "limit --steps 5"] {
      let shell = try drawn(9)
      _ = try shell.paint("name 8 Other")
      // A check of the rows does not notice a missing row; a gc does, because it needs the note's pack or the note.
      let index = try Database(path: FilePath(shell.path("art.paint/index.sqlite")), mode: .editing)
      try index.execute("DELETE FROM note")
      index.close()
      let outcome = try shell.paint(command)
      #expect(outcome.code == 0, "\(command): \(outcome)")
      #expect(outcome.errors.contains("the space was not freed: art.paint is damaged"), "\(outcome)")
      #expect(outcome.errors.contains("paint check --repair"), "\(outcome)")
      #expect(try revisions(shell).first.map { $0 >= 4 } ?? false)
      #expect(try shell.paint("gc").code == 65)
      // The hint's command works.
      #expect(try shell.paint("check --repair").code == 0)
      #expect(try shell.paint("gc").code == 0)
      #expect(try revisions(shell).first.map { $0 >= 4 } ?? false)
      #expect(try shell.paint("check").code == 0)
    }
  }

  @Test("the receipt of the step that makes the limits drop others says how many")
  func dropped() throws {
    let shell = try drawn(5)
    _ = try shell.paint("limit --steps 5")
    let first = try shell.paint("stroke line 0,0 90,70 --width 7")
    #expect(first.output.hasSuffix("; dropped 1 old revision by the limits\n"), "\(first)")
    let second = try shell.paint("stroke line 0,9 90,60 --width 7 --json").json
    #expect(second["dropped"].int == 1)
    #expect(try shell.paint("undo --json").json["dropped"].int == 0)
    #expect(try shell.paint("redo").output.contains("dropped") == false)
    let script = "stroke line 5,0 5,70\nstroke line 6,0 6,70\nstroke line 7,0 7,70\n"
    let batch = try shell.paint("batch -", input: script)
    #expect(batch.lines.first?.hasSuffix("; dropped 3 old revisions by the limits") == true, "\(batch)")
    let lines = try shell.paint("batch - --json", input: script.replacing("70", with: "80")).jsonLines
    #expect(lines.map { $0["dropped"].int } == [0, 0, 0, 3])
  }

  @Test("an old side branch is dropped only if a limit says so, and the receipt counts it")
  func sideAge() throws {
    let shell = try drawn(3)
    _ = try shell.sh("paint undo 2 && paint stroke line 0,40 90,40")
    #expect(try shell.paint("gc --json").json["revisions"].int == 0)
    _ = try shell.paint("limit --side-age 1s")
    // Receipts and limits use the system's clock, so a second has to pass.
    var dropped: Int? = 0
    for number in 0..<100_000 where dropped == 0 {
      dropped = try shell.paint("stroke line 0,\(number % 60) 90,40 --json").json["dropped"].int
    }
    #expect(dropped == 2)
  }

  @Test("limit names the branch, or redo, that keeps more than the limit allows")
  func heldBy() throws {
    let shell = try drawn(12)
    _ = try shell.paint("branch early r2")
    let set = try shell.paint("limit --steps 5 --json").json
    #expect(set["dropped"].int == 2)
    let holders = set["held_by"].elements
    #expect(holders.count == 1 && holders.first?["branch"].text == "early" && holders.first?["revision"].int == 2)
    #expect(try shell.paint("limit").output.contains("held by branch early on r2"))
    _ = try shell.paint("branch early --delete")
    #expect(try shell.paint("limit --steps 5 --json").json["held_by"].elements.isEmpty)
    #expect(try revisions(shell) == [7, 8, 9, 10, 11, 12])
    _ = try shell.sh("paint limit --steps 0 && for i in 1 2 3 4; do paint stroke line 1,$i 90,70; done && paint undo 8")
    #expect(try shell.paint("limit --steps 5").output.contains("held by redo") == true)
    #expect(try shell.paint("limit --json").json["held_by"].elements.first?["redo"].bool == true)
  }

  @Test("forget --all leaves the picture and nothing to undo; the eraser still finds the base")
  func all() throws {
    let shell = try drawn(8)
    _ = try shell.paint("branch sketch r3")
    let before = try shell.paint("status --json").json
    let rehearsed = try shell.paint("forget --all --dry-run --json").json
    #expect(rehearsed["forgotten"].int == 8)
    #expect(try shell.paint("status --json").json["revisions"].int == 9)
    let forgotten = try shell.paint("forget --all --json").json
    #expect(forgotten["forgotten"].int == 8 && forgotten["can_undo"].bool == false)
    #expect(isAbout(rehearsed["freed"].int, forgotten["freed"].int), "\(rehearsed) \(forgotten)")
    let after = try shell.paint("status --json").json
    #expect(after["fingerprint"] == before["fingerprint"] && after["revision"] == before["revision"])
    #expect(after["can_undo"].bool == false && after["revisions"].int == 1)
    // Numbers continue, so they are not the number of kept revisions.
    let told = try shell.paint("status").lines[1]
    #expect(told == "r8, 1 revision, \(after["fingerprint"].text ?? "")", "\(told)")
    #expect(try shell.paint("branch --json").json.elements.isEmpty)
    #expect(try shell.paint("undo").code == 3)
    _ = try shell.paint("stroke eraser 0,0 100,80 --width 300")
    #expect(try shell.paint("pick 5,5 50,30").output == "#ffffffff\n#ffffffff\n")
  }

  @Test("forget --before keeps the descendants, and names the branches that would be lost")
  func before() throws {
    let shell = try drawn(6)
    _ = try shell.paint("branch early r2")
    let refused = try shell.paint("forget --before r4")
    #expect(refused.code == 1 && refused.errors.contains("'early'"), "\(refused)")
    #expect(try shell.paint("forget --branch early --json").json["forgotten"].int == 0)
    #expect(try shell.paint("forget --before r4 --json").json["oldest"].int == 4)
    #expect(try revisions(shell) == [4, 5, 6])
    #expect(try shell.paint("undo 9 --json").json["revision"].int == 4)
    #expect(try shell.paint("forget --before r5").code == 1)
    #expect(try shell.paint("stroke line 1,1 2,2 --color blue").code == 0)
    #expect(try shell.paint("forget --before r99").code == 66)
  }

  @Test("forget --branch drops the revisions that only this branch leads to")
  func branch() throws {
    let shell = try drawn(4)
    _ = try shell.sh("paint branch old && paint undo 2 && paint stroke rect 5,5,20x20 --fill teal")
    #expect(try shell.paint("forget --branch nobody").code == 66)
    #expect(try shell.paint("forget --branch old --json").json["forgotten"].int == 2)
    #expect(try revisions(shell) == [0, 1, 2, 5])
  }

  @Test("wrong words are rejected and nothing is done")
  func wrongWords() throws {
    let shell = try drawn(2)
    for words in ["forget", "forget --all --before r1", "forget r1", "gc now", "forget --before"] {
      #expect(try shell.paint(words).code == 64, "\(words)")
    }
    try shell.write("script", "gc\n")
    #expect(try shell.paint("batch script").code == 65)
    #expect(try revisions(shell) == [0, 1, 2])
  }

  @Test("a dry run of gc estimates the freed bytes, and status --disk shows the disk usage")
  func gc() throws {
    let shell = try drawn(20)
    let rehearsed = try shell.paint("gc --dry-run --json").json
    let collected = try shell.paint("gc --json").json
    #expect(rehearsed["dry_run"].bool == true && collected["dry_run"].bool == false)
    for key in ["revisions", "packs_before", "packs", "orphans"] { #expect(rehearsed[key] == collected[key]) }
    #expect(isAbout(rehearsed["freed"].int, collected["freed"].int), "\(rehearsed) \(collected)")
    #expect(collected["packs_before"].int == 21 && collected["packs"].int == 1)
    _ = try shell.sh("paint branch side && paint undo 5 && paint stroke line 3,3 30,60")
    let usage = try shell.paint("status --disk --json").json
    #expect(usage["line"]["revisions"].int == 17)
    #expect(usage["branches"].elements.first?["name"].text == "side")
    #expect(usage["branches"].elements.first?["revisions"].int == 5)
    #expect(usage["side_branches"]["revisions"].int == 0)
    #expect(usage["packs"]["count"].int == 3)
    #expect(try shell.paint("status --disk").output.contains("gc would free about"))
    // In a script the answer has the line's number, whose key is also that of a part of the history.
    let scripted = try shell.paint("batch - --json", input: "\nstatus --disk\n").jsonLines[0]
    #expect(scripted.keys == ["line", "disk"] && scripted["line"].int == 2, "\(scripted)")
    #expect(scripted["disk"].keys == usage.keys && scripted["disk"]["packs"] == usage["packs"])
  }
}
