import Testing

/// `paint import`: a whole picture as one step, its bytes are stored by content.
@Suite("Contract: import")
struct ImportTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.paint("new art.paint --size 100x70 --background white")
    try #require(made.code == 0, "\(made)")
  }

  /// Makes `drawn.png`: the canvas with a few more strokes, which are undone.
  private func draw(_ lines: String...) throws -> Picture {
    for line in lines { try #require(try shell.paint(line).code == 0, "\(line)") }
    try #require(try shell.paint("export drawn.png").code == 0)
    let picture = try shell.picture()
    try #require(try shell.paint("undo \(lines.count)").code == 0)
    return picture
  }

  @Test("is one step with an exact receipt, and stores only the tiles that differ")
  func oneStep() throws {
    let before = try shell.picture()
    let drawn = try draw("stroke rect 40,10,30x30 --fill red", "stroke pencil 70,60 --color 00ff0080 --width 9")
    let outcome = try shell.paint("import drawn.png --json")
    #expect(outcome.code == 0, "\(outcome)")
    let receipt = try outcome.json
    let difference = drawn.difference(from: before)
    #expect(receipt["name"].text == "Import")
    #expect(receipt["bounds"].elements.compactMap(\.int) == difference.bounds)
    #expect(receipt["pixels"].int == difference.count)
    #expect(receipt["tiles"].int == 5)
    #expect(try shell.picture() == drawn)
    #expect(try shell.paint("import drawn.png").output == "no pixel changed, still r3\n")
    #expect(try shell.paint("undo").output == "undid r3 Import, now r0\n")
    #expect(try shell.picture() == before)
    #expect(try shell.paint("import drawn.png --name Sky").output.hasPrefix("r4 Sky, \(difference.count) px in 40,10,"))
  }

  @Test("reads standard input up to the end of the picture")
  func piped() throws {
    let drawn = try draw("stroke ellipse 10,10,50x40 --fill navy")
    let outcome = try shell.sh("{ cat drawn.png; echo and more; } | paint import -")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(try shell.picture() == drawn)
    let kept = try shell.names(in: "art.paint/files")
    #expect(kept.count == 1)
    #expect(try shell.sh("cmp drawn.png art.paint/files/*").code == 0)
  }

  @Test("stores the file's bytes once, under the SHA-256 in the command")
  func kept() throws {
    _ = try draw("stroke ellipse 10,10,50x40 --fill navy")
    let sum = try #require(try shell.sh("sha256sum drawn.png").output.split(separator: " ").first.map(String.init))
    for _ in 0..<2 {
      _ = try shell.paint("import drawn.png")
      _ = try shell.paint("undo")
    }
    #expect(try shell.names(in: "art.paint/files") == ["\(sum).png"])
    let command = try shell.paint("history --json").json.elements.last?["command"].text
    #expect(
      command == nil || command == "new --size 100x70 --background ffffffff" || command == "import content:\(sum)")
    _ = try shell.sh("rm drawn.png")
    let again = try shell.paint(["import", "content:\(sum)", "--json"])
    #expect(again.code == 0, "\(again)")
    #expect(try shell.paint("history --json").json.elements.last?["command"].text == "import content:\(sum)")
    let unknown = try shell.paint("import content:\(String(repeating: "0", count: 64))")
    #expect(unknown.code == 66 && unknown.message.contains("000000"), "\(unknown)")
    #expect(try shell.paint("import content:12").code == 64)
  }

  @Test("rejects invalid pictures, and changes nothing", arguments: [false, true])
  func refused(inScript: Bool) throws {
    _ = try draw("stroke rect 40,10,30x30 --fill red")
    _ = try shell.sh(
      """
      paint new other.paint --size 70x100 && paint -d other.paint export turned.png
      head -c 60 drawn.png >cut.png; sed 's/IDAT/IDAX/' drawn.png >damaged.png; echo hello >letter.png; mkdir folder.png
      head -c -20 drawn.png >short.png
      """)
    let before = try shell.files()
    for (file, code) in [
      ("turned.png", 1), ("cut.png", 65), ("damaged.png", 65), ("letter.png", 65), ("short.png", 65), ("none.png", 66),
      ("folder.png", 74), ("/dev/null", 65),
    ] {
      let outcome =
        try inScript
        ? shell.paint("-d art.paint batch -", input: "import \(file)\n") : shell.paint("-d art.paint import \(file)")
      #expect(outcome.code == code, "\(file): \(outcome)")
      #expect(outcome.message.contains(file), "\(file): \(outcome)")
      #expect(outcome.errors.split(separator: "\n").count <= 2)
    }
    #expect(try shell.files() == before)
    let size = try shell.paint("-d art.paint import turned.png")
    #expect(size.message.contains("70x100") && size.message.contains("100x70"), "\(size)")
  }

  @Test("a picture that is damaged near its end is not imported, and the script's other lines are kept")
  func damagedLate() throws {
    _ = try draw("stroke rect 40,10,30x30 --fill red")
    _ = try shell.sh("head -c -20 drawn.png >short.png")
    let script = "stroke pencil 5,5 --width 3\nimport short.png\nimport drawn.png\nstroke pencil 95,65 --width 5\n"
    let outcome = try shell.paint("batch - --keep-going --json", input: script)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(try outcome.jsonLines.last?["steps"].int == 3)
    #expect(try shell.paint("pick 50,20 5,5 95,65").lines == ["#ff0000ff", "#ffffffff", "#000000ff"])
    #expect(try shell.names(in: "art.paint/files").count == 1)
  }

  @Test("a dry run prints the receipt, and keeps neither step nor file")
  func rehearsed() throws {
    _ = try draw("stroke rect 40,10,30x30 --fill red")
    let before = try shell.files()
    let rehearsed = try shell.paint("import drawn.png --dry-run --json --out look.png")
    #expect(rehearsed.code == 0, "\(rehearsed)")
    #expect(try shell.files() == before)
    #expect(try !shell.names(in: "art.paint").contains("files"))
    #expect(try Picture(#require(shell.contents("look.png"))).pixels.allSatisfy { $0 == 0xff00_00ff })
    let done = rehearsed.output.replacing(#""dry_run":true"#, with: #""dry_run":false"#)
    #expect(try shell.paint("import drawn.png --json").output == done)
    #expect(try shell.names() == ["art.paint", "drawn.png", "look.png"])
  }

  @Test("--expect, and a script that both come from standard input")
  func expectations() throws {
    _ = try draw("stroke rect 40,10,30x30 --fill red")
    #expect(try shell.paint("import drawn.png --expect r1").code == 4)
    #expect(try shell.paint("batch -", input: "import -\n").code == 65)
    #expect(try shell.paint("batch - --check", input: "import drawn.png\nimport content:12\n").code == 65)
    #expect(try shell.paint("status --json").json["revision"].int == 0)
  }

  @Test("16-bit samples are rounded with a warning, as new does")
  func deep() throws {
    // Grey, 2x1: 0x1234 and 0xff01.
    let hexadecimal =
      "89504e470d0a1a0a0000000d494844520000000200000001100000000081d9fc150000000d49444154789c631032f9cf"
      + "080002e80147eff379840000000049454e44ae426082"
    let digits = Array(hexadecimal.utf8)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    try shell.write("deep.png", bytes)
    #expect(try shell.paint("new deep.paint --from deep.png").code == 0)
    _ = try shell.paint("new blank.paint --size 2x1")
    let outcome = try shell.paint("-d blank.paint import deep.png")
    #expect(outcome.code == 0 && outcome.errors == "paint: warning: 16-bit samples were rounded to 8\n", "\(outcome)")
    #expect(
      try shell.paint("-d blank.paint status --json").json["fingerprint"]
        == (try shell.paint("-d deep.paint status --json").json["fingerprint"]))
  }
}
