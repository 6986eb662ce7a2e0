import Testing

/// `paint-bench`, which is built next to `paint`.
@Suite("Bench")
struct BenchTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("draw gives the same pixels as paint batch, and its picture is that of paint export")
  func draw() throws {
    try shell.write(
      "script",
      """
      set --width 7 --color navy
      stroke pencil 5,5 60,40 10,44,0.5
      stroke ellipse 10,10,50x30 --fill '#ff000080' --color white
      stroke eraser 0,20 64,21 --width 4
      """)
    let drawn = try shell.sh("paint-bench draw script --size 64x48 --out drawn.png")
    #expect(drawn.code == 0 && drawn.errors.isEmpty, "\(drawn)")
    #expect(drawn.lines.first?.wholeMatch(of: /3 strokes in [\d.]+ ms, [\d.]+ us per stroke, best of 3/) != nil)
    let kept = try shell.sh(
      "paint new art.paint --size 64x48 && paint batch script && paint export kept.png && paint status --json")
    #expect(
      try kept.code == 0
        && JSON(kept.lines.last ?? "")["fingerprint"].text.map { "fingerprint \($0)" } == drawn.lines.last)
    #expect(shell.contents("drawn.png") == shell.contents("kept.png") && shell.contents("kept.png") != nil)
  }

  @Test("draw reads standard input, and an empty script has no strokes")
  func standardInput() throws {
    #expect(
      try shell.sh("echo stroke pencil 1,1 | paint-bench draw - --size=5x5").lines.first?.hasPrefix("1 stroke") == true)
    #expect(
      try shell.sh("paint-bench draw - --size 5x5 </dev/null").lines.first?.hasPrefix("0 strokes in 0.000") == true)
  }

  @Test("inflate compares the inflaters on the tiles of a pack")
  func inflate() throws {
    let outcome = try shell.sh(
      "paint new art.paint --size 96x96 && paint stroke line 0,0 90,80 && paint-bench inflate art.paint/packs/*.png")
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
    let text = outcome.output
    #expect(text.contains(" us per tile\n") && text.contains("zlib") && text.contains("libdeflate"), "\(outcome)")
  }

  @Test(
    "wrong words end it with a message of one line",
    arguments: [
      ("", 64, "named"), ("nonsense", 64, "nonsense"), ("draw", 64, "script"), ("draw script", 64, "--size"),
      ("draw script --size", 64, "--size"), ("draw script --size 5", 64, "'5'"), ("draw script --size 0x5", 64, "0x5"),
      ("draw script --size 5x65537", 64, "5x65537"), ("draw script --size -5x5", 64, "-5x5"),
      ("draw script --size 5x5 --out a.jpg", 64, "a.jpg"), ("draw script other --size 5x5", 64, "other"),
      ("draw script --size 5x5 --nonsense", 64, "--nonsense"), ("draw gone --size 5x5", 66, "gone"),
      ("draw script --size 5x5", 65, "script:2: undo"), ("draw good --size 5x5 --out gone/a.png", 73, "gone/a.png"),
      ("program", 64, "PHOTOGRAPHS"), ("library one two", 64, "FOLDER"),
      ("inflate", 64, "PACK"), ("inflate gone.png", 66, "gone.png"), ("inflate script", 65, "script"),
    ])
  func refused(words: String, code: Int, said: String) throws {
    try shell.write("script", "stroke pencil 1,1\nundo\n")
    try shell.write("good", "stroke pencil 1,1\n")
    let outcome = try shell.sh("paint-bench \(words)")
    #expect(outcome.code == code, "\(outcome)")
    #expect(outcome.errors.hasPrefix("paint-bench: ") && outcome.message.contains(said), "\(outcome)")
    #expect(outcome.output.isEmpty)
  }

  @Test("--help lists all commands and options")
  func help() throws {
    let outcome = try shell.sh("paint-bench --help")
    #expect(outcome.code == 0)
    for word in ["draw SCRIPT", "library", "program PAINT", "inflate PACK", "--size", "--out"] {
      #expect(outcome.output.contains(word), "\(word)")
    }
  }
}
