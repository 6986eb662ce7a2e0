import Testing

/// How a command finds its document.
@Suite("Contract: which document")
struct DocumentDiscoveryTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private func make(_ name: String, side: Int) throws {
    let made = try shell.paint("new \(name) --size \(side)x\(side)")
    try #require(made.code == 0, "\(made)")
  }

  private func width(_ line: String, with variables: [String: String] = [:]) throws -> Int? {
    try shell.paint("status --json \(line)", with: variables).json["width"].int
  }

  @Test("without a document the exit code is 66, and the hint makes one")
  func none() throws {
    _ = try shell.sh("mkdir empty.paint; touch file.paint; mkdir .hidden")
    for line in ["status", "stroke pencil 1,1", "undo", "batch /dev/null", "history", "export x.png", "set"] {
      let outcome = try shell.paint(line)
      #expect(outcome.code == 66, "\(line): \(outcome)")
      #expect(outcome.errors.contains("paint new "), "\(line): \(outcome)")
      #expect(outcome.output == "")
    }
    for name in ["empty.paint", "nowhere.paint", "file.paint", "file.paint/x.paint"] {
      let outcome = try shell.paint("-d \(name) status")
      #expect(outcome.code == 66, "\(name): \(outcome)")
      #expect(outcome.errors.contains("paint new ") && outcome.message.contains(name), "\(outcome)")
    }
    #expect(try shell.paint("status", with: ["PAINT_DOCUMENT": "gone.paint"]).code == 66)
  }

  @Test("the only document in the folder is found; other folders do not count")
  func only() throws {
    try make("art.paint", side: 7)
    _ = try shell.sh("mkdir empty.paint other; touch file.paint; cp -r art.paint other/; cp -r art.paint copy")
    #expect(try width("") == 7)
    // The shell's own *.paint would not find hidden ones either.
    _ = try shell.sh("cp -r art.paint .hidden.paint")
    #expect(try width("") == 7)
    // No search in parent folders.
    #expect(try shell.sh("mkdir below; cd below; paint status").code == 66)
  }

  @Test("several documents are an error that names them")
  func several() throws {
    try make("b.paint", side: 8)
    try make("a.paint", side: 7)
    let outcome = try shell.paint("status")
    #expect(outcome.code == 64, "\(outcome)")
    #expect(outcome.message.contains("a.paint") && outcome.message.contains("b.paint"))
    #expect(try shell.paint("status --json").json["error"]["code"].text == "several_documents")
    #expect(try width("-d b.paint") == 8)
  }

  @Test("-d is accepted anywhere before --; it overrides the variable, which overrides the folder")
  func order() throws {
    try make("a.paint", side: 7)
    try make("b.paint", side: 8)
    try make("c.paint", side: 9)
    let variable = ["PAINT_DOCUMENT": shell.path("b.paint")]
    #expect(try width("", with: variable) == 8)
    #expect(try width("-d c.paint", with: variable) == 9)
    for words in [
      "-d a.paint stroke pencil 1,1", "stroke -d a.paint pencil 1,2", "stroke pencil -d a.paint 1,3",
      "stroke pencil 1,4 -d a.paint", "stroke pencil 1,5 --document a.paint", "stroke pencil 1,6 --document=a.paint",
      "--document a.paint stroke pencil 0,0 --", "-d a.paint -- stroke pencil 2,2", "stroke pencil -da.paint 3,3",
    ] {
      let outcome = try shell.paint(words)
      #expect(outcome.code == 0, "\(words): \(outcome)")
    }
    #expect(try shell.paint("-d a.paint status --json").json["revision"].int == 9)
    // After -- it is an operand, and not a valid point.
    #expect(try shell.paint("stroke pencil 1,1 -- -d a.paint", with: variable).code == 64)
    #expect(try shell.paint("status -d").code == 64)
    _ = try shell.sh("rm -r a.paint b.paint")
    #expect(try width("", with: ["PAINT_DOCUMENT": ""]) == 9)
  }

  @Test("packs without an index are a damaged document, and the hint's command repairs it")
  func damaged() throws {
    try make("art.paint", side: 64)
    _ = try shell.paint("stroke pencil 10,10 --width 5")
    _ = try shell.sh("rm art.paint/index.sqlite*")
    for line in ["status", "stroke pencil 1,1", "undo", "history", "-d art.paint export x.png"] {
      let outcome = try shell.paint(line)
      #expect(outcome.code == 65, "\(line): \(outcome)")
      #expect(outcome.errors.contains("paint check --repair"), "\(line): \(outcome)")
    }
    let object = try shell.paint("status --json").json
    #expect(object["error"]["code"].text == "damaged_document" && object["exit"].int == 65)
    _ = try shell.sh("rm -r art.paint/packs")
    #expect(try shell.paint("status").code == 66)
  }

  @Test("an invalid index exits 65 and is not changed")
  func badIndex() throws {
    try make("art.paint", side: 64)
    _ = try shell.paint("stroke pencil 10,10 --width 5")
    _ = try shell.sh("cp -r art.paint junk.paint; head -c 20000 /dev/urandom >junk.paint/index.sqlite")
    _ = try shell.sh("rm -f junk.paint/index.sqlite-*; cp -r art.paint zero.paint; : >zero.paint/index.sqlite")
    _ = try shell.sh("rm -f zero.paint/index.sqlite-*")
    for name in ["junk.paint", "zero.paint"] {
      let before = try shell.files(of: name)
      for line in ["status", "stroke pencil 1,1", "undo", "history", "pick 1,1"] {
        let outcome = try shell.paint("-d \(name) \(line)")
        #expect(outcome.code == 65, "\(name) \(line): \(outcome)")
      }
      #expect(try shell.files(of: name) == before)
    }
  }

  @Test("a document can be moved, copied and archived")
  func moving() throws {
    try make("art.paint", side: 64)
    for x in 1...5 { _ = try shell.paint("stroke pencil \(x)0,10 --width 5") }
    _ = try shell.paint("undo")
    let before = try shell.paint("status --json").json
    #expect(try shell.sh("cp -r art.paint copy.paint; tar cf a.tar art.paint; mv art.paint moved").code == 0)
    #expect(try shell.sh("mkdir out; tar xf a.tar -C out").code == 0)
    for name in ["copy.paint", "moved", "out/art.paint"] {
      let after = try shell.paint("-d \(name) status --json").json
      #expect(after["fingerprint"] == before["fingerprint"] && after["revision"].int == 4, "\(name)")
      #expect(try shell.paint("-d \(name) redo").code == 0)
      #expect(try shell.paint("-d \(name) stroke line 1,1 60,60").code == 0)
    }
    // Changes of one do not affect the other.
    #expect(try shell.paint("-d copy.paint undo 3").code == 0)
    #expect(try shell.paint("-d moved status --json").json["revision"].int == 6)
  }
}
