import Testing

/// Every line of the contract's command table.
@Suite("Contract: the command table")
struct CommandTableTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 400x300 --background white")
    try #require(made.code == 0, "\(made)")
  }

  @Test(
    "each command does what the table says",
    arguments: [
      "new a.paint --size 1920x1080", "new b.paint --size 1920x1080 --background white",
      "new art.paint --size 20x10 --replace", "stroke pencil 10,10", "stroke pencil 10,10 20,20 30,10",
      "stroke pencil 10,10,0.5 20,20,1 30,10,0", "stroke line 10,10 390,10", "stroke rect 10,10,30x20",
      "stroke rect 40,30 10,10", "stroke ellipse 10,10,30x20", "stroke ellipse 40,30 10,10",
      "stroke eraser 10,10", "stroke eraser 10,10,0.5 20,20 --to r0", "stroke eraser 10,10 --to none",
      "history", "history --limit 1", "history --limit 0", "status", "pick 10,10", "pick 10,10 20,20 --at start",
      "export out.png", "export out.png --at r0", "export out.png --region 10,10,20x20", "set --color red --width 3",
      "set --reset", "set", "goto 0", "goto r0", "goto start", "goto current", "goto latest", "--help",
      "stroke --help", "stroke pencil --help", "batch --help", "--version",
    ])
  func works(line: String) throws {
    let outcome = try shell.paint(line)
    #expect(outcome.code == 0, "\(line): \(outcome)")
    #expect(outcome.errors == "", "\(line)")
    #expect(!outcome.bytes.isEmpty, "\(line)")
  }

  @Test("a blank canvas is transparent unless it has a background")
  func background() throws {
    #expect(try shell.paint("pick 0,0 399,299").output == "#ffffffff\n#ffffffff\n")
    #expect(try shell.paint("new b.paint --size 5x4").code == 0)
    #expect(try shell.paint("-d b.paint pick 4,3").output == "#00000000\n")
    let receipt = try shell.paint("new c.paint --size 5x4 --background 80402010 --json").json
    #expect(receipt["revision"].int == 0)
    #expect(receipt["can_undo"].bool == false)
    #expect(try shell.paint("pick 2,2 -d c.paint").output == "#80402010\n")
  }

  @Test("a canvas can be made from a picture, from a file or standard input, and exported to one")
  func pictures() throws {
    _ = try shell.paint("stroke ellipse 10,10,200x100 --fill orange --color navy --width 7 --opacity 0.5")
    #expect(try shell.paint("export photo.png").output == "wrote photo.png, 400x300, r1\n")
    #expect(try shell.paint("new named.paint --from photo.png").code == 0)
    #expect(try shell.sh("paint new piped.paint --from - <photo.png").code == 0)
    let expected = try shell.picture(at: "1 -d art.paint")
    for document in ["named.paint", "piped.paint"] {
      #expect(try shell.picture(at: "0 -d \(document)") == expected)
    }
    #expect(try shell.sh("paint -d named.paint export - | cmp - photo.png").code == 0)
  }

  @Test("new fails if the document exists; --replace replaces it")
  func replacing() throws {
    let before = try shell.files()
    let refused = try shell.paint("new art.paint --size 5x5")
    #expect(refused.code == 73, "\(refused)")
    #expect(refused.message.contains("art.paint"))
    #expect(try shell.files() == before)
    #expect(try shell.paint("new art.paint --size 5x5 --replace").code == 0)
    #expect(try shell.paint("status --json").json["width"].int == 5)
    // Only documents are ever replaced.
    #expect(try shell.sh("mkdir other.paint; echo mine >other.paint/letter; echo mine >letter").code == 0)
    for name in ["other.paint", "letter"] {
      #expect(try shell.paint("new \(name) --size 5x5 --replace").code == 73)
      #expect(try shell.paint("new \(name) --size 5x5").code == 73)
    }
    #expect(shell.contents("letter").map { String(decoding: $0, as: UTF8.self) } == "mine\n")
    #expect(shell.contents("other.paint/letter") != nil)
    #expect(try shell.names() == ["art.paint", "letter", "other.paint"])
  }

  @Test("undo and redo take at most N steps, and exit 3 if there is none")
  func steps() throws {
    for x in 1...4 { _ = try shell.paint("stroke pencil \(x)0,10") }
    #expect(try shell.paint("undo").output == "undid r4 Pencil, now r3\n")
    #expect(try shell.paint("undo 2").output == "undid r3 Pencil, r2 Pencil, now r1\n")
    #expect(try shell.paint("redo").output == "redid r2 Pencil, now r2\n")
    #expect(try shell.paint("undo 99").output == "undid r2 Pencil, r1 Pencil, now r0\n")
    let nothing = try shell.paint("undo")
    #expect(nothing.code == 3 && nothing.output == "" && nothing.message == "nothing to undo", "\(nothing)")
    #expect(try shell.paint("redo 18446744073709551616").code == 0)
    #expect(try shell.paint("status --json").json["revision"].int == 4)
    let end = try shell.paint("redo")
    #expect(end.code == 3 && end.message == "nothing to redo", "\(end)")
  }

  @Test("goto accepts numbers, start, current and latest")
  func goTo() throws {
    for x in 1...4 { _ = try shell.paint("stroke pencil \(x)0,10") }
    for (word, revision) in [("2", 2), ("r3", 3), ("start", 0), ("latest", 4), ("current", 4), ("r1", 1)] {
      #expect(try shell.paint("goto \(word) --json").json["revision"].int == revision, "\(word)")
    }
    for word in ["5", "r5", "99999999999999999999", "x", "r", "1.5", "r-1"] {
      let unknown = try shell.paint("goto \(word)")
      #expect(unknown.code == 66, "\(unknown)")
    }
    for word in ["-1", "", "two words", "none", "Start", "R1", "a..b", "é\u{200b}"] {
      #expect(try shell.paint(["goto", word]).code == 64, "\(word)")
    }
    #expect(try shell.paint("status --json").json["revision"].int == 1)
  }

  @Test("history shows the last thirty revisions, newest last, with the current one marked")
  func history() throws {
    try shell.write("many", (1...40).map { "stroke pencil \($0),5\n" }.joined())
    _ = try shell.paint("batch many")
    _ = try shell.paint("undo 3")
    let lines = try shell.paint("history").lines
    #expect(lines.count == 30)
    #expect(lines.first?.contains(" r11 ") == true && lines.last?.contains(" r40 ") == true)
    #expect(lines.filter { $0.hasPrefix("*") }.count == 1)
    #expect(lines.first { $0.hasPrefix("*") }?.contains(" r37 ") == true)
    #expect(try shell.paint("history --limit 0").lines.count == 41)
    #expect(try shell.paint("history --limit 4").lines.count == 4)
    #expect(try shell.paint("history --json").json.elements.count == 41)
    #expect(try shell.paint("history --json --limit 3").json.elements.map { $0["revision"].int } == [37, 38, 39, 40])
  }

  @Test("settings are stored in the document, shown and reset")
  func settings() throws {
    #expect(try shell.paint("set --color red --width 5").code == 0)
    _ = try shell.paint("stroke line 50,50 60,50")
    #expect(try shell.paint("pick 55,52").output == "#ff0000ff\n")
    _ = try shell.paint("stroke line 50,80 60,80 --color blue")
    #expect(try shell.paint("pick 55,82").output == "#0000ffff\n")
    let shown = try shell.paint("set --json").json["settings"]
    #expect(shown["color"].text == "#ff0000ff" && shown["width"].int == 5 && shown["fill"] == .null)
    #expect(try shell.paint("status --json").json["settings"] == shown)
    #expect(try shell.paint("set").output == "--color ff0000ff --width 5\n")
    #expect(try shell.paint("set --reset").code == 0)
    #expect(try shell.paint("set --json").json["settings"]["color"] == .null)
    // Settings are not a step.
    #expect(try shell.paint("status --json").json["revision"].int == 2)
  }

  @Test("the eraser restores the first picture, a revision, or transparent pixels")
  func eraser() throws {
    _ = try shell.paint("stroke rect 0,0,100x100 --fill red")
    _ = try shell.paint("stroke rect 0,0,100x100 --fill blue")
    _ = try shell.paint("stroke eraser 20,20 --width 9")
    _ = try shell.paint("stroke eraser 50,50 --width 9 --to 1")
    _ = try shell.paint("stroke eraser 80,80 --width 9 --to none")
    #expect(
      try shell.paint("pick 20,20 50,50 80,80 5,5").lines == ["#ffffffff", "#ff0000ff", "#00000000", "#0000ffff"])
    _ = try shell.paint("export photo.png")
    _ = try shell.paint("new photo.paint --from photo.png")
    _ = try shell.paint("-d photo.paint stroke rect 0,0,400x300 --fill black")
    _ = try shell.paint("-d photo.paint stroke eraser 0,50 400,50 --width 150")
    #expect(try shell.paint("-d photo.paint pick 20,20 50,50 80,80").lines == ["#ffffffff", "#ff0000ff", "#00000000"])
    #expect(try shell.paint("-d art.paint stroke eraser 1,1 --color red").code == 64)
    #expect(try shell.paint("-d art.paint stroke eraser 1,1 --to 99").code == 66)
  }
}
