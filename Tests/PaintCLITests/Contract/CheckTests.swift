import Testing

/// `paint check` and `paint check --repair`.
@Suite("Contract: check")
struct CheckTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 200x150 --background white && paint stroke rect 5,5,60x40 --fill teal
      paint stroke pencil 10,10 90,70 --width 9 --name Bow && paint undo && paint stroke line 0,0 199,149
      paint branch sketch r2 && paint set --width 3 && paint group 2 Both && paint name r1 Box
      """)
    try #require(made.code == 0, "\(made)")
  }

  private func history() throws -> [JSON] { try shell.paint("history --json --all").json.elements }

  @Test("check prints ok with counts, or nothing with --quiet, and changes nothing")
  func ok() throws {
    let before = try shell.files()
    let check = try shell.paint("check")
    #expect(check.code == 0 && check.output.hasPrefix("ok: 4 revisions, ") && check.errors == "", "\(check)")
    #expect(try shell.paint("check -q").output == "")
    let json = try shell.paint("check --json").json
    #expect(json["problems"].elements.isEmpty && json["revisions"].int == 4 && json["repaired"] == .bool(false))
    #expect(try shell.files() == before)
    let repair = try shell.paint("check --repair")
    #expect(repair.code == 0 && repair.output.contains("nothing to repair"), "\(repair)")
  }

  @Test("a copy that was taken while commands wrote is one sentence, which says how to go to the newest whole revision")
  func copyInUse() throws {
    let whole = try shell.sh("paint export whole.png && cp -r art.paint/packs old")
    #expect(whole.code == 0)
    let number = try #require(try shell.paint("status --json").json["revision"].int)
    for place in 1...5 { _ = try shell.paint("stroke line 0,\(place) 150,\(place * 9) -q") }
    _ = try shell.sh("rm -r art.paint/packs && mv old art.paint/packs")
    let sentence = "r\(number) is the newest whole revision, and paint check --repair goes back to it"
    let check = try shell.paint("check")
    #expect(check.code == 65 && check.output.hasSuffix("\(sentence)\n1 problem\n"), "\(check)")
    let problems = try shell.paint("check --json").json["problems"].elements
    #expect(problems.map { $0["code"] } == [.string("copied_in_use")] && problems[0]["revision"].int == number)
    for line in ["export late.png", "stroke line 0,0 9,9", "undo", "fill 3,3", "batch lines", "check --recover"] {
      try shell.write("lines", "stroke line 0,0 9,9\n")
      let refused = try shell.paint(line)
      #expect(refused.code == 65 && refused.errors.contains(sentence), "\(line): \(refused)")
    }
    // What does not need the pixels still answers, and says the same.
    for line in ["status", "status --json", "history", "history --json"] {
      let shown = try shell.paint(line)
      #expect(shown.code == 0 && shown.errors.contains(sentence), "\(line): \(shown)")
    }
    #expect(try shell.paint("check --repair").code == 0)
    #expect(try shell.paint("check").code == 0)
    #expect(try shell.paint("status --json").json["revision"].int == number)
    #expect(try shell.sh("paint export now.png && cmp now.png whole.png").code == 0)
    #expect(try shell.sh("paint stroke line 0,0 9,9 && paint undo && paint check").code == 0)
  }

  @Test("a copy whose index is older than its packs shows its state with a warning")
  func oldIndex() throws {
    _ = try shell.sh("cp -r art.paint old && paint stroke line 0,0 150,9 -q && cp art.paint/packs/* old/packs")
    for line in ["status -d old", "history --json -d old", "export old.png -d old"] {
      let shown = try shell.paint(line)
      #expect(shown.code == 0 && shown.errors.contains("paint check --recover adds"), "\(line): \(shown)")
    }
    #expect(try shell.paint("status").errors == "")
  }

  @Test("a repair restores a deleted index")
  func rebuilds() throws {
    _ = try shell.paint("goto r3")
    let (before, branches) = (try history(), try shell.paint("branch").output)
    let prints = try (0...3).map { try shell.paint("show r\($0) --json").json["fingerprint"] }
    _ = try shell.sh("rm art.paint/index.sqlite*")
    #expect(try shell.paint("status").code == 65)
    let check = try shell.paint("check --json")
    #expect(check.code == 65, "\(check)")
    #expect(try check.json["problems"].elements.map { $0["code"] } == [.string("index_missing")])
    let repair = try shell.paint("check --repair -d art.paint")
    #expect(repair.code == 0 && repair.output.contains("paint set") && repair.output.contains("repaired: 1 problem"))
    #expect(try history() == before)
    #expect(try shell.paint("branch").output == branches)
    #expect(try (0...3).map { try shell.paint("show r\($0) --json").json["fingerprint"] } == prints)
    #expect(try shell.paint("stroke pencil 9,9 --json").json["revision"].int == 4)
    #expect(try shell.paint("check").code == 0)
  }

  @Test("a damaged pack is reported with its losses, and a repair keeps a copy")
  func damagedPack() throws {
    _ = try shell.sh("printf x | dd of=art.paint/packs/0000000002.png bs=1 seek=120 conv=notrunc")
    let check = try shell.paint("check --json")
    #expect(check.code == 65)
    let problems = try check.json["problems"].elements
    #expect(problems.map { $0["code"] } == [.string("pack_damaged"), .string("tiles_lost")], "\(check)")
    #expect(problems.allSatisfy { $0["pack"].int == 2 })
    let words = try shell.paint("check")
    #expect(words.code == 65 && words.output.hasSuffix("\n2 problems\n"), "\(words)")
    let repair = try shell.paint("check --repair")
    #expect(repair.code == 0 && repair.output.contains("kept in art.paint/damaged-1"), "\(repair)")
    #expect(try shell.sh("ls art.paint/damaged-1/packs").output == "0000000002.png\n")
    #expect(try shell.paint("check").code == 0)
    #expect(try history().count == 4)
  }

  @Test(
    "groups whose last revision is forgotten are not damage, even if they were joined or dissolved before",
    arguments: [
      "paint group 2; paint group 2", "paint undo; paint group 2; paint redo; paint group 2; paint ungroup",
      "paint undo; paint group 2; paint redo; paint group 3; paint ungroup",
      "paint group 2; paint group 3; paint ungroup",
    ])
  func forgottenEndsOfGroups(joining: String) throws {
    let shell = try Shell()
    let outcome = try shell.sh(
      """
      set -e
      paint new art.paint --size 70x50; for i in 1 2 3 4; do paint stroke line $i,0 $i,40; done
      \(joining); paint branch draft; paint goto r3; paint stroke line 20,0 30,40; paint forget --branch draft
      paint gc; paint check
      """)
    #expect(outcome.code == 0, "\(outcome)")
    func groups() throws -> [[String?]] {
      try shell.paint("history --json --all").json.elements.map { revision in
        [revision["revision"].int.map { "\($0)" }, revision["group"].int.map { "\($0)" }, revision["group_name"].text]
      }
    }
    let before = try groups()
    _ = try shell.sh("rm art.paint/index.sqlite*; paint check --repair")
    #expect(try before.count == 5 && groups() == before)
  }

  @Test("a folder in place of a kept file and an unexpected file are reported and moved aside")
  func oddKeptFiles() throws {
    _ = try shell.sh("paint export in.png -q; paint place in.png --at 1,1 -q")
    let file = try #require(try shell.names(in: "art.paint/files").first)
    _ = try shell.sh("mv art.paint/files/\(file) kept; mkdir art.paint/files/\(file); touch art.paint/files/x.png")
    let place = try shell.paint("place in.png --at 9,9")
    #expect(place.code == 65, "\(place)")
    #expect(try shell.paint("check").code == 65)
    let repair = try shell.paint("check --repair")
    #expect(repair.code == 65 && repair.output.contains("damaged-1"), "\(repair)")
    #expect(try shell.names(in: "art.paint/damaged-1/files") == [file, "x.png"])
    _ = try shell.sh("mv kept art.paint/files/\(file)")
    #expect(try shell.paint("check").code == 0)
    // An unexpected file alone does not require the picture again.
    _ = try shell.sh("touch art.paint/files/x.png")
    #expect(try shell.paint("check --repair").code == 0)
    #expect(try shell.paint("check").code == 0)
  }

  @Test("a folder behind a symbolic link is damage, and the hint puts the folder in place of the link")
  func linkedFolders() throws {
    _ = try shell.sh("paint export in.png -q && paint place in.png --at 5,5")
    try #require(try shell.names(in: "art.paint/files").count == 1)
    for name in ["packs", "files"] {
      for path in ["art.paint", "my art.paint"] {
        _ = try shell.sh("mkdir far && mv art.paint/\(name) far/kept && ln -s ../far/kept art.paint/\(name)")
        // In that folder are links, too.
        _ = try shell.sh("mv far/kept far/real && mkdir far/kept && cd far/kept && ln -s ../real/* .")
        if path != "art.paint" { _ = try shell.sh("mv art.paint 'my art.paint'") }
        var commands = ["status", "stroke pencil 3,3"]
        // A repair of the index needs the packs.
        if name == "packs" { commands.append("check --repair") }
        var hint: String?
        for command in commands {
          let refused = try shell.paint("\(command) --json")
          #expect(refused.code == 65, "\(refused)")
          hint = try refused.json["error"]["hint"].text
          #expect(hint?.contains("check") == false, "\(command): \(refused)")
        }
        let command = try #require(hint?.split(separator: ": ", maxSplits: 1).last)
        // The copy was begun before and interrupted.
        if path == "art.paint" {
          _ = try shell.sh(
            "cd art.paint && mkdir copied-\(name) && echo >copied-\(name)/$(ls \(name) | head -n 1)")
        }
        let done = try shell.sh(String(command))
        #expect(done.code == 0, "\(command): \(done)")
        let check = try shell.paint("check")
        #expect(check.code == 0 && check.output.hasPrefix("ok: "), "\(check)")
        _ = try shell.sh("rm -r far; mv 'my art.paint' art.paint")
      }
    }
  }

  @Test("a hint for packs that are missing, or for a link that leads nowhere, does not name a repair that cannot help")
  func missingFolders() throws {
    for change in ["true", "ln -s nowhere art.paint/packs", "echo >art.paint/packs"] {
      _ = try shell.sh("mv art.paint/packs kept && \(change)")
      for command in ["stroke pencil 3,3", "check --repair"] {
        let refused = try shell.paint("\(command) --json")
        #expect(refused.code == 65, "\(change), \(refused)")
        #expect(try refused.json["error"]["hint"].text?.contains("from a backup") == true, "\(refused)")
      }
      _ = try shell.sh("rm -f art.paint/packs && mv kept art.paint/packs")
      #expect(try shell.paint("check").code == 0)
    }
    // A repair moves this link.
    _ = try shell.sh("ln -s nowhere art.paint/files")
    #expect(try shell.paint("status --json").json["error"]["hint"].text == "paint check --repair")
    #expect(try shell.paint("check --repair").code == 0)
    #expect(try shell.paint("status").code == 0)
  }

  @Test("check without a drawing is an error")
  func nothing() throws {
    #expect(try shell.paint("check -d none.paint").code == 66)
    _ = try shell.sh("mkdir empty.paint && mkdir -p bare.paint/packs")
    #expect(try shell.paint("check -d empty.paint --repair").code == 66)
    #expect(try shell.paint("check -d bare.paint --repair").code == 65)
    #expect(try shell.paint("check extra").code == 64)
    #expect(try shell.paint("batch -", input: "check\n").code != 0)
  }

  @Test("a gc after a repair keeps every picture: the new index accounts for each pack")
  func collectsAfterRepair() throws {
    let shell = try Shell()
    let outcome = try shell.sh(
      """
      set -e
      paint new art.paint --size 70x50; for i in 1 2 3 4 5 6; do paint stroke line $i,0 $i,40; done
      rm art.paint/index.sqlite*; paint check --repair; paint stroke line 20,0 30,40; paint gc; paint check
      for i in 0 1 2 3 4 5 6 7; do paint export $i.png --at $i; done
      """)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(!outcome.output.contains("orphan"), "\(outcome)")
  }
}
