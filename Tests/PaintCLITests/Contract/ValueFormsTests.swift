import Testing

/// Different spellings of a value have the same effect in every command.
@Suite("Contract: forms of values")
struct ValueFormsTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    let made = try shell.sh(
      """
      paint new art.paint --size 90x70 --background white && paint stroke rect 20,10,30x40 --fill red &&
      paint new logo.paint --size 10x6 --background navy && paint -d logo.paint export logo.png && rm -r logo.paint
      """)
    try #require(made.code == 0, "\(made)")
  }

  /// The fingerprint after a line; a quoted word contains blanks.
  private func fingerprint(_ line: String) throws -> String? {
    let outcome = try shell.sh("paint \(line) --dry-run --json")
    #expect(outcome.code == 0, "\(line): \(outcome)")
    #expect(try outcome.json["changed"].bool == true, "\(line): \(outcome)")
    return try outcome.json["fingerprint"].text
  }

  @Test(
    "the new spelling and the old one draw the same pixels",
    arguments: [
      // Shares.
      ("stroke pencil 5,5 80,60 --width 9 --opacity 50%", "stroke pencil 5,5 80,60 --width 9 --opacity 0.5"),
      ("stroke pencil 5,5,25% 80,60,100% --width 9", "stroke pencil 5,5,0.25 80,60,1 --width 9"),
      ("stroke eraser 5,5,25% 80,60 --width 9 --to none", "stroke eraser 5,5,.25 80,60 --width 9 --to none"),
      ("fill 1,1 --color blue --opacity 12.5%", "fill 1,1 --color blue --opacity 0.125"),
      ("place logo.png --opacity 30%", "place logo.png --opacity 0.3"),
      ("filter sepia-tone --intensity 40%", "filter sepia-tone --intensity 0.4"),
      ("filter grayscale --amount=75%", "filter grayscale --amount=0.75"),
      ("fill 25,20 --color blue --tolerance 10%", "fill 25,20 --color blue --tolerance 26"),
      ("replace fe0101 lime --tolerance 1%", "replace fe0101 lime --tolerance 3"),
      // Boxes.
      ("stroke rect '5,5 40,30' --fill lime", "stroke rect 5,5 40,30 --fill lime"),
      ("stroke rect '40,30 5,5' --fill lime", "stroke rect 40,30 5,5 --fill lime"),
      ("stroke rect center,20x11 --fill lime", "stroke rect 35,29,20x11 --fill lime"),
      ("stroke ellipse bottom-right,20x11 --fill lime", "stroke ellipse 70,59,20x11 --fill lime"),
      ("stroke ellipse top,50%x50% --fill lime", "stroke ellipse 22,0,45x35 --fill lime"),
      ("crop 10,5 50,35", "crop 10,5,40x30"), ("crop '50,35 10,5'", "crop 10,5,40x30"),
      ("crop center,40x31", "crop 25,19,40x31"), ("crop top-right,40x31", "crop 50,0,40x31"),
      ("crop center bottom-right", "crop 50%,50%,50%x50%"),
      ("filter color-invert --region '10,5 50,35'", "filter color-invert --region 10,5,40x30"),
      ("filter color-invert --region bottom-left,15x15", "filter color-invert --region 0,55,15x15"),
      // Sizes.
      ("canvas 120x", "canvas 120x70"), ("canvas x100", "canvas 90x100"), ("canvas 50%", "canvas 45x35"),
      ("place logo.png --size 20x --method nearest", "place logo.png --size 20x12 --method nearest"),
      ("place logo.png --size x3 --method nearest", "place logo.png --size 5x3 --method nearest"),
      ("place logo.png --size 250%", "place logo.png --scale 2.5"), ("resize 50%", "resize 45x35"),
    ])
  func same(new: String, old: String) throws {
    let expected = try #require(try fingerprint(old))
    #expect(try fingerprint(new) == expected)
    // In a script too; the recorded command has the same effect.
    try shell.write("script", new + "\n")
    #expect(try shell.paint("batch script --check").code == 0)
    #expect(try shell.paint("batch script --json").jsonLines[0]["fingerprint"].text == expected)
    let command = try #require(try shell.paint("history --json").json.elements.last?["command"].text)
    #expect(!command.contains("--opacity 50%"))
    _ = try shell.paint("undo")
    #expect(try shell.sh("paint \(old)").code == 0)
    #expect(try shell.paint("history --json").json.elements.last?["command"].text == command)
  }

  @Test("points from a file can have percentages as pressures")
  func pointFile() throws {
    try shell.write("points", "5,5,25%\n80,60,100%\n")
    #expect(
      try fingerprint("stroke pencil --points-from points --width 9")
        == fingerprint("stroke pencil 5,5,0.25 80,60 --width 9"))
  }

  @Test("settings accept percentages, and are printed as numbers")
  func settings() throws {
    #expect(try shell.paint("set --opacity 25%").output == "--opacity 0.25\n")
    #expect(try shell.paint("set --json").output.contains("\"opacity\":0.25,"))
  }

  @Test("a region to export can be two corners, or an anchor of the canvas and a size")
  func export() throws {
    _ = try shell.paint("export a.png --region 10,5,40x30")
    for region in ["10,5 50,35", "50,35 10,5"] {
      #expect(try shell.paint(["export", "b.png", "--region", region]).code == 0)
      #expect(try shell.sh("cmp a.png b.png").code == 0, "\(region)")
    }
    _ = try shell.paint("export a.png --region 60,40,30x30")
    _ = try shell.paint("export b.png --region bottom-right,30x30")
    #expect(try shell.sh("cmp a.png b.png").code == 0)
  }

  @Test("diff accepts a tolerance in percent")
  func diff() throws {
    _ = try shell.paint("filter sepia-tone --intensity 0.05")
    for (percent, number) in [("0%", "0"), ("10%", "26"), ("100%", "255")] {
      #expect(
        try shell.paint("diff 1 --tolerance \(percent) --json").output
          == shell.paint("diff 1 --tolerance \(number) --json").output)
    }
  }

  @Test(
    "an invalid value is exit 64, and nothing is done",
    arguments: [
      "stroke pencil 5,5 --opacity 101%", "stroke pencil 5,5,101%", "fill 1,1 --tolerance 101%",
      "filter sepia-tone --intensity 101%", "filter sepia-tone --intensity 40%%", "stroke rect '5,5 40'",
      "stroke rect middle,5x5", "crop '5,5 40,30' 50,50", "crop 5,5 40", "crop '5,5 5,30'", "crop 5.5,5 40,30",
      "filter color-invert --region '5,5'", "canvas x", "canvas 0x", "canvas x65537", "place logo.png --size x",
      "place logo.png --size 0%", "place logo.png --size 5x --scale 2", "resize 5", "new b.paint --size 5x",
      "timelapse a.png --max 5x",
    ])
  func refused(line: String) throws {
    let outcome = try shell.sh("paint \(line)")
    #expect(outcome.code == 64, "\(line): \(outcome)")
    #expect(try shell.paint("status --json").json["revision"].int == 1)
  }

  @Test("new, place, import and batch --from read PNG, PAM, PPM and PGM, from files and pipes")
  func formats() throws {
    let ppm = Array("P6\n# by hand\n2 1\n255\n".utf8) + [1, 2, 3, 4, 5, 6]
    try shell.write("a.ppm", ppm)
    try shell.write(
      "a.pam",
      Array("P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8)
        + [9, 8, 7, 255, 0, 0, 0, 0])
    try shell.write("a.pgm", Array("P5 2 1 65535\n".utf8) + [255, 255, 0x80, 0x00])
    try shell.write("empty", "")
    _ = try shell.sh("paint new c.paint --from a.ppm; paint -d c.paint export a.png")
    let pixels = [
      ("a.png", "#010203ff\n#040506ff\n"), ("a.ppm", "#010203ff\n#040506ff\n"), ("a.pam", "#090807ff\n#00000000\n"),
      ("a.pgm", "#ffffffff\n#808080ff\n"),
    ]
    for (file, colors) in pixels {
      for source in [file, "- <\(file)", "- | cat"] {
        let feed = source == "- | cat" ? "cat \(file) | " : ""
        let from = source == "- | cat" ? "-" : source
        let told = try shell.sh(
          """
          \(feed)paint new n.paint --replace --from \(from) && paint -d n.paint pick 0,0 1,0 >new.txt &&
          paint new i.paint --replace --size 2x1 -q && \(feed)paint -d i.paint import \(from) -q &&
          paint -d i.paint pick 0,0 1,0 >import.txt &&
          paint new p.paint --replace --size 2x1 -q && \(feed)paint -d p.paint place \(from) -q &&
          paint -d p.paint pick 0,0 1,0 >place.txt &&
          \(feed)paint batch empty --from \(from) --out b.png -q && paint new b.paint --replace --from b.png -q &&
          paint -d b.paint pick 0,0 1,0 >batch.txt && paint -d n.paint check -q && paint -d i.paint check -q
          """)
        #expect(told.code == 0, "\(source): \(told)")
        for name in ["new", "import", "place", "batch"] {
          #expect(
            shell.contents("\(name).txt").map { String(decoding: $0, as: UTF8.self) } == colors, "\(name) \(source)")
        }
        #expect(told.errors.contains("16-bit samples were rounded to 8") == (file == "a.pgm"), "\(source): \(told)")
      }
    }
    for line in ["new d.paint --from - --json", "-d i.paint import - --json"] {
      let refused = try shell.paint(line, input: "P6 2 1 255\n123")
      #expect(refused.code == 65, "\(refused)")
    }
    #expect(try shell.names().filter { $0.hasPrefix(".") || $0 == "d.paint" } == [])
  }
}
