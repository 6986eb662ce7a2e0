import Testing

/// `paint place`: pictures composited onto the canvas.
@Suite("Contract: place")
struct PlaceTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.paint("new art.paint --size 60x40 --background white")
    _ = try shell.sh(
      """
      paint new logo.paint --size 10x6 --background red && paint -d logo.paint stroke rect 0,0,5x6 --fill 0000ff80 &&
      paint -d logo.paint export logo.png && rm -r logo.paint
      """)
  }

  private func place(_ line: String, input: [UInt8] = []) throws -> Outcome {
    try shell.paint(line.split(separator: " ").map(String.init), input: input)
  }

  @Test("a picture that is too large is reported as such, not as damaged, by all commands")
  func tooLarge() throws {
    // A header of 70,000 x 3 pixels.
    let header: [UInt8] = [
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 1, 0x11, 0x70, 0, 0, 0, 3,
      1, 0, 0, 0, 0, 0x97, 0xf0, 0xe1, 0xed,
    ]
    try shell.write("large.png", header)
    let lines = ["-d art.paint place large.png", "-d art.paint import large.png", "new b.paint --from large.png"]
    for line in lines {
      let outcome = try shell.paint("\(line) --json")
      #expect(outcome.code == 65, "\(outcome)")
      let error = try outcome.json["error"]
      #expect(error["code"].text == "too_large", "\(outcome)")
      let message = error["message"].text ?? ""
      #expect(message.contains("70000x3 pixels, but a side can have 65536 at most"), "\(outcome)")
    }
  }

  @Test("a picture whose first chunk is not its header is rejected")
  func headerComesFirst() throws {
    var bytes = try #require(shell.contents("logo.png"))
    // A tEXt chunk, which libpng would skip.
    bytes.insert(
      contentsOf: [0, 0, 0, 3, 0x74, 0x45, 0x58, 0x74, 0x61, 0, 0x62, 0xdc, 0x49, 0xa2, 0x3b], at: 8)
    try shell.write("text-first.png", bytes)
    for line in ["-d art.paint place text-first.png", "new b.paint --from text-first.png"] {
      let outcome = try shell.paint(line)
      #expect(outcome.code == 65 && outcome.errors.contains("it does not begin with a header"), "\(outcome)")
    }
  }

  @Test(
    "its anchor is at the given point",
    arguments: [
      ("", [0, 0]), ("--at 7,9", [7, 9]), ("--at 7.5,9.4", [8, 9]), ("--at center", [25, 17]),
      ("--at 50%,50%", [30, 20]), ("--at 50%,50% --anchor center", [25, 17]), ("--anchor bottom-right", [50, 34]),
      ("--at right-20,bottom-2", [30, 32]), ("--at right-20,bottom-2 --anchor top-left", [40, 38]),
      ("--at center,3", [25, 3]), ("--at -3,-2", [-3, -2]), ("--at 20,20 --anchor right", [10, 17]),
    ])
  func anchors(words: String, corner: [Int]) throws {
    let outcome = try place("place logo.png \(words) --json")
    #expect(outcome.code == 0, "\(outcome)")
    let (left, top) = (max(corner[0], 0), max(corner[1], 0))
    let (right, bottom) = (min(corner[0] + 10, 60), min(corner[1] + 6, 40))
    #expect(try outcome.json["bounds"].elements.compactMap(\.int) == [left, top, right - left, bottom - top])
    let command = try shell.paint("history --json").json.elements.last?["command"].text ?? ""
    #expect(command.contains(" --at \(corner[0]),\(corner[1]) --anchor top-left"), "\(command)")
    // The kept file gives the same picture again.
    let picture = try shell.picture()
    _ = try shell.paint("undo")
    #expect(try shell.sh("rm logo.png; paint \(command)").code == 0)
    #expect(try shell.picture() == picture)
  }

  @Test("pictures of other programs in PAM, PPM and PGM are read, from pipes too")
  func pixmaps() throws {
    let ppm = Array("P6\n# made by hand\n2 1\n255\n".utf8) + [1, 2, 3, 4, 5, 6]
    let pam =
      Array("P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8)
      + [9, 8, 7, 255, 0, 0, 0, 0]
    let wide = Array("P5 2 1 65535\n".utf8) + [255, 255, 0x80, 0x00]
    try shell.write("a.ppm", ppm)
    try shell.write("a.pam", pam)
    for (at, feed) in [("0,0", "place a.ppm"), ("10,0", "place - <a.ppm"), ("20,0", "place - < a.pam")] {
      #expect(try shell.sh("paint \(feed.replacing("place ", with: "place --at \(at) "))").code == 0)
    }
    #expect(try shell.sh("cat a.pam | paint place - --at 30,0").code == 0)
    #expect(
      try shell.paint("pick 0,0 1,0 10,0 11,0 20,0 21,0 30,0 31,0").output.split(separator: "\n") == [
        "#010203ff", "#040506ff", "#010203ff", "#040506ff", "#090807ff", "#ffffffff", "#090807ff", "#ffffffff",
      ])
    for (line, right, wrong) in [("TUPLTYPE RGB_ALPHA", "CMYK", "samples are CMYK"), ("WIDTH 2", "WIDTH 3", "damaged")]
    {
      let header = "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
      let other =
        right == "CMYK" ? header.replacing("RGB_ALPHA", with: right) : header.replacing(line, with: "\(line)\n\(right)")
      let refused = try place("place - --at 40,0", input: Array(other.utf8) + [9, 8, 7, 255, 0, 0, 0, 0])
      #expect(refused.code == 65 && refused.errors.contains(wrong), "\(refused)")
    }
    let outcome = try place("place - --at 40,0 --json", input: wide)
    #expect(try outcome.json["warnings"].elements.compactMap(\.text) == ["16-bit samples were rounded to 8"])
    #expect(try shell.paint("pick 40,0 41,0").output == "#ffffffff\n#808080ff\n")
    #expect(try shell.paint("check").code == 0)
  }

  @Test(
    "a damaged or missing picture is rejected, and nothing is done",
    arguments: [
      ("P6 2 1 255\n123", 65), ("P6 2", 65), ("P6 0 1 255\n", 65), ("P6 99999999999 1 255\n", 65),
      ("P6 2 1 0\n", 65), ("P6 2 x 255\n", 65), ("P7\nWIDTH 2\nENDHDR\n", 65), ("P7\nWIDTH 2 3\n", 65),
      ("P5 1 1 100\n\u{7f}", 65), ("hello", 65), ("", 65), ("P", 65),
    ])
  func damaged(bytes: String, exit: Int32) throws {
    let before = try shell.files()
    #expect(try place("place -", input: Array(bytes.utf8)).code == exit)
    try shell.write("bad.png", bytes)
    #expect(try place("place bad.png").code == exit)
    #expect(try shell.files() == before)
    #expect(try shell.names(in: "art.paint").filter { $0.hasPrefix(".") } == [])
  }

  @Test("history --script names the pictures that it needs, also from another folder")
  func replay() throws {
    _ = try place("place logo.png --at 3,3")
    _ = try place("place logo.png --at 30,20 --scale 1.5")
    #expect(
      try shell.sh(
        """
        paint history --script --files needed >s.txt && rm logo.png &&
        paint new copy.paint --size 60x40 --background white && paint batch s.txt -d copy.paint
        """
      ).code == 0)
    #expect(
      try shell.sh("paint export a.png -d art.paint && paint diff current a.png -d copy.paint --exit-code").code == 0)
    #expect(try shell.names(in: "art.paint/files").count == 1)
  }
}
