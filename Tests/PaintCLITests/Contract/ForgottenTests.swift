import Testing

/// Output about a history whose older revisions are forgotten, or kept in spite of a limit.
@Suite("Contract: after forgetting")
struct ForgottenTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.sh(
      """
      paint new art.paint --size 40x30 --background white
      for n in 1 2 3 4 5 6 7 8; do paint stroke rect 0,0,$((5 * n))x3 --fill red --opacity 0.5 -q; done
      """)
  }

  @Test("blame does not attribute changes of forgotten revisions to the oldest kept one")
  func blame() throws {
    _ = try shell.sh("paint stroke rect 30,20,4x4 --fill blue -q; paint forget --before 9 -q")
    let outside = try shell.paint("blame 2,2 --json").json["changes"].elements
    #expect(outside.count == 1)
    #expect(outside[0]["revision"] == .null && outside[0]["before"].int == 9 && outside[0]["name"] == .null)
    #expect(outside[0]["time"] == .null && outside[0]["command"] == .null && outside[0]["color"].text != nil)
    let inside = try shell.paint("blame 31,21 --json").json["changes"].elements
    #expect(inside[0]["revision"].int == 9 && inside[0]["before"].int == 9 && inside[0]["name"].text == "Fill rect")
    #expect(try shell.paint("blame 2,2").output.hasPrefix("before r9 #"))
    #expect(try shell.paint("blame 31,21").output.hasPrefix("r9 or before #0000ffff Fill rect, "))
    _ = try shell.paint("stroke rect 0,0,3x3 --fill black")
    #expect(try shell.paint("blame 2,2").lines.count == 2)
    // Elsewhere the start itself is not forgotten.
    _ = try shell.paint("new whole.paint --size 9x9")
    let start = try shell.paint("blame 1,1 --json -d whole.paint").json["changes"].elements
    #expect(start[0]["revision"].int == 0 && start[0]["before"] == .null)
  }

  @Test("status shows what keeps more than the limits allow")
  func holders() throws {
    #expect(try shell.paint("status --json").json["held_by"] == .array([]))
    _ = try shell.sh("paint branch early 1; paint limit --steps 5 -q")
    let held = try shell.paint("status --json").json["held_by"].elements
    #expect(held.count == 1 && held[0]["branch"].text == "early" && held[0]["revision"].int == 1)
    #expect(try shell.paint("status").output.contains("held by branch early on r1"))
    _ = try shell.sh("paint branch early --delete; paint gc -q")
    #expect(try shell.paint("status --json").json["held_by"] == .array([]))
  }

  @Test("gc accepts --expect")
  func expects() throws {
    let before = try shell.files()
    let refused = try shell.paint("gc --expect r3 --json")
    #expect(refused.code == 4, "\(refused)")
    #expect(try refused.json["error"]["code"].text == "expectation_failed")
    #expect(try shell.files() == before)
    #expect(try shell.paint("gc --expect r8 --dry-run").code == 0)
    #expect(try shell.paint("gc --expect r8").code == 0)
  }

  @Test("the JSON of history --script has every line of the script's header")
  func header() throws {
    _ = try shell.sh("paint stroke eraser 9,9 --to 4 --width 5; paint forget --before 6 -q")
    let text = try shell.paint("history --script").lines.filter { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    let json = try shell.paint("history --script --json").json
    #expect(text.count > 1 && json["header"].elements.compactMap(\.text) == text)
    #expect(json["new"].text == text.first)
  }

  @Test(
    "a history whose oldest step moved the eraser's base is written as a script with files, which repeats it",
    arguments: [
      ("flip horizontal", "forget --before current"), ("crop 5,5,30x20", "forget --all"),
      ("canvas 50x40", "forget --before current"), ("resize 80x60", "forget --before current"),
      ("rotate 90", "forget --before current"), ("background gold", "forget --before current"),
    ])
  func movedBase(step: String, forgetting: String) throws {
    _ = try shell.sh(
      """
      paint \(step) -q; paint \(forgetting) -q
      paint stroke eraser 0,0 60,40 --width 30 -q
      """)
    let script = try shell.paint("history --script --json --files ff")
    #expect(script.code == 0, "\(script)")
    let told = try script.json
    let words = (told["new"].text ?? "").split(separator: " ").dropFirst(3).map(String.init)
    #expect(try shell.paint(["new", "again.paint"] + words).code == 0)
    let lines = told["script"].elements.map { ($0.text ?? "") + "\n" }.joined()
    #expect(try shell.paint(["batch", "-", "-d", "again.paint"], input: Array(lines.utf8)).code == 0)
    let prints = try ["art.paint", "again.paint"].map { try shell.paint("status --json -d \($0)").json["fingerprint"] }
    #expect(prints[0].text != nil && prints[0] == prints[1])
  }

  @Test("a repair that cannot repair everything says so, in words and exit code")
  func unrepairable() throws {
    _ = try shell.sh("paint export p.png; paint undo -q; paint import p.png -q; rm art.paint/files/*")
    for command in ["check", "check --repair"] {
      let outcome = try shell.paint(command)
      #expect(outcome.code == 65 && outcome.output.contains("is missing"), "\(outcome)")
    }
    #expect(try shell.paint("check --repair").output.contains("1 problem left"))
    #expect(try shell.paint("check --repair --json").json["left"].int == 1)
    _ = try shell.sh("rm art.paint/index.sqlite*")
    let repair = try shell.paint("check --repair")
    #expect(repair.code == 65 && repair.output.contains("repaired: 1 problem;"), "\(repair)")
    #expect(repair.output.contains("1 problem left"), "\(repair)")
  }

  @Test("a lost start gets the time of the oldest remaining revision")
  func lostStart() throws {
    _ = try shell.sh("rm art.paint/index.sqlite* art.paint/packs/0000000001.png; paint check --repair")
    let rows = try shell.paint("history --json").json.elements
    #expect(rows[0]["revision"].int == 0 && rows[0]["time"] == rows[1]["time"], "\(rows)")
  }
}
