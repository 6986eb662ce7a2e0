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
}
