import Testing

/// Names of revisions and groups, and branches.
@Suite("Contract: names and branches")
struct BranchTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 64x48 --background white")
    try #require(made.code == 0, "\(made)")
    for x in 1...4 { _ = try shell.paint("stroke pencil \(x)0,10") }
  }

  private func status() throws -> JSON { try shell.paint("status --json").json }

  @Test("paint name renames a revision anywhere in the history")
  func rename() throws {
    #expect(try shell.paint(["name", "2", "A twig"]).output == "r2, Pencil, is now A twig\n")
    let receipt = try shell.paint(["name", "current", "Leaf", "--json"]).json
    #expect(receipt.keys == ["revision", "group", "name", "before", "dry_run"])
    #expect(receipt["revision"].int == 4 && receipt["group"] == .null && receipt["before"].text == "Pencil")
    #expect(try status()["undo_name"].text == "Leaf")
    #expect(try shell.paint("undo").output == "undid r4 Leaf, now r3\n")
    #expect(try shell.paint("status").output.contains("Undo Pencil\nRedo Leaf\n"))
    #expect(try shell.paint(["name", "r2", ""]).code == 64)
    let names = try shell.paint("history --json").json.elements.map { $0["name"].text }
    #expect(names == ["New", "Pencil", "A twig", "Pencil", "Leaf"])
    #expect(try shell.paint(["name", "start", "Sheet", "--dry-run"]).code == 0)
    #expect(try shell.paint(["name", "start", "Sheet", "--expect", "r0"]).code == 4)
    #expect(try shell.paint("history --json").json.elements[0]["name"].text == "New")
    for (words, code) in [
      (["name", "9", "x"], 66), (["name", "nix", "x"], 66), (["name", "2"], 64), (["name"], 64),
      (["name", "2", "a", "b"], 64),
    ] {
      #expect(try shell.paint(words).code == code, "\(words)")
    }
  }

  @Test("branches can be named, listed, gone to, moved and removed")
  func branches() throws {
    #expect(try shell.paint("branch --json").output == "[]\n")
    #expect(try shell.paint("branch").code == 0)
    #expect(try shell.paint("branch sketch 2").output == "branch sketch on r2\n")
    #expect(try shell.paint("branch main").output == "branch main on r4\n")
    #expect(try shell.paint("branch").output == "* main    r4\n  sketch  r2\n")
    let listed = try shell.paint("branch --json").json.elements
    #expect(listed.map { $0["name"].text } == ["main", "sketch"] && listed.map { $0["revision"].int } == [4, 2])
    #expect(listed.map { $0["current"].bool } == [true, false])
    #expect(try shell.paint("goto sketch").output == "undid r4 Pencil, r3 Pencil, now r2\n")
    // The name stays on its revision; edits do not move it.
    _ = try shell.paint("stroke pencil 50,40 --color red")
    #expect(try shell.paint("goto main --json").json["revision"].int == 4)
    #expect(try shell.paint("goto 5 --json").json["revision"].int == 5)
    let before = try shell.files()
    let refused = try shell.paint("branch sketch")
    #expect(refused.code == 73 && refused.errors.contains("--move"), "\(refused)")
    #expect(try shell.files() == before)
    #expect(try shell.paint("branch sketch sketch").code == 0)
    #expect(try shell.paint("branch sketch --move").output == "branch sketch moved from r2 to r5\n")
    let receipt = try shell.paint("branch sketch main --move --json").json
    #expect(receipt.keys == ["branch", "revision", "before", "dry_run"])
    #expect(receipt["branch"].text == "sketch" && receipt["revision"].int == 4 && receipt["before"].int == 5)
    #expect(try shell.paint("branch sketch --delete --dry-run").code == 0)
    #expect(try shell.paint("branch sketch --delete").output == "branch sketch removed, it was on r4\n")
    #expect(try shell.paint("branch sketch --delete").code == 66)
    #expect(try shell.paint("goto sketch").code == 66)
    #expect(try status()["revisions"].int == 6)
  }

  @Test("a branch's name can be used instead of any revision")
  func everywhere() throws {
    _ = try shell.paint("branch ünï/2 r2")
    let name = "ünï/2"
    #expect(try shell.paint("pick 30,10 20,10 --at \(name)").lines == ["#ffffffff", "#000000ff"])
    #expect(try shell.paint("export x.png --at \(name)").output == "wrote x.png, 64x48, r2\n")
    #expect(try shell.paint("stroke eraser 30,10 --width 5 --to \(name) --json").json["changed"].bool == true)
    #expect(try shell.paint("name \(name) Named").output == "r2, Pencil, is now Named\n")
    #expect(try shell.paint("branch other \(name)").output == "branch other on r2\n")
    let script = "branch deep 1\ngoto deep\npick 10,10 --at deep\nbranch deep --delete\nbranch\n"
    #expect(try shell.paint("batch -", input: script).lines.prefix(3) == ["#000000ff", "  other  r2", "  ünï/2  r2"])
    let answers = try shell.paint("batch - --json", input: script).jsonLines
    #expect(answers.dropLast().map { $0["line"].int } == Array(1...5) && answers[4]["branches"].elements.count == 2)
    // The recorded command does not depend on the name.
    #expect(
      try shell.paint("history --json --limit 0").json.elements.contains { $0["command"].text?.contains("ünï") == true }
        == false)
  }

  @Test(
    "names with another meaning are rejected",
    arguments: [
      "12", "r12", "R3", "0", "start", "current", "latest", "Latest", "none", "", " ", "a b", "tab\tbed", "new\nline",
      "a..b",
      "x.png", "X.PNG", "0123456789abcdef0123456789ABCDEF", "zero\u{200b}width", "\u{202e}turned", "nbsp\u{a0}",
      String(repeating: "n", count: 256),
    ])
  func refused(name: String) throws {
    let before = try shell.files()
    let outcome = try shell.paint(["branch", name])
    #expect(outcome.code == 64 && outcome.errors.contains("cannot name a branch"), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(try shell.files() == before)
    #expect(try shell.paint(["branch", "--", name]).code == 64)
  }

  @Test("every revision stays reachable after any sequence of undo, edit and goto")
  func nothingIsLost() throws {
    var random = Seeded(.random(in: 0 ... .max))
    let seed = random
    var fingerprints: [Int: JSON] = [:]
    for step in 0..<60 {
      let line =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "undo \(Int.random(in: 1...4, using: &random))"
        case 1: "redo \(Int.random(in: 1...4, using: &random))"
        case 2: "goto \(fingerprints.keys.sorted().randomElement(using: &random) ?? 0)"
        case 3: "group \(Int.random(in: 1...3, using: &random))"
        case 4: "branch b\(step)"
        default:
          "stroke pencil \(Int.random(in: 0..<64, using: &random)),\(step % 48) --width 3 --color hsl(\(step * 6),80%,50%)"
        }
      let receipt = try shell.paint("\(line) --json")
      #expect([0, 1, 3].contains(receipt.code), "\(seed): \(line): \(receipt)")
      let status = try status()
      fingerprints[status["revision"].int ?? -1] = status["fingerprint"]
    }
    for (revision, fingerprint) in fingerprints {
      #expect(try shell.paint("goto \(revision) --json").json["fingerprint"] == fingerprint, "\(seed): r\(revision)")
    }
  }
}
