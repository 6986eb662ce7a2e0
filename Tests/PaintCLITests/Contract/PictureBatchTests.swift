import PaintTestSupport
import Testing

/// Scripts over one picture: `batch --from` and `batch --size`.
@Suite("Contract: scripts over one picture")
struct PictureBatchTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// A script of lines of every kind, some of which fail.
  private static func script(_ random: inout Seeded) -> String {
    var lines: [String] = []
    for _ in 0..<60 {
      let number = Int.random(in: 0..<30, using: &random)
      switch Int.random(in: 0..<24, using: &random) {
      case 0: lines.append("undo \(1 + number % 4)")
      case 1: lines.append("redo \(1 + number % 3)")
      case 2: lines.append("goto r\(number)")
      case 3: lines.append("branch b\(number % 3) --move")
      case 4: lines.append("goto b\(number % 3)")
      case 5: lines.append("group begin")
      case 6: lines.append("group end")
      case 7: lines.append("filter blur --radius \(1 + number % 3)")
      case 8: lines.append("filter invert")
      case 9: lines.append("crop 2,3,\(60 + number)x\(50 + number)")
      case 10: lines.append("resize \(90 + number)x\(70 + number)")
      case 11: lines.append("rotate \(["90", "180", "7"][number % 3])")
      case 12: lines.append("flip \(["horizontal", "vertical"][number % 2])")
      case 13: lines.append("place small.png --at \(number),5")
      case 14: lines.append("revert r\(number)")
      case 15: lines.append("restore --at r\(number)")
      case 16: lines.append("fill \(number),9 --color #80\(10 + number)ff")
      default: lines.append(RandomStroke.line(&random, width: 100, height: 80))
      }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  /// Pictures with which scripts begin.
  private func draw() throws {
    let outcome = try shell.sh(
      """
      paint new in.paint --size 100x80 --background white && paint stroke rect 5,5,60x40 --fill teal
      paint stroke pencil 10,10 90,70 --width 9 && paint export in.png && paint export small.png --region 10,10,30x20
      rm -r in.paint
      """)
    try #require(outcome.code == 0, "\(outcome)")
  }

  @Test(
    "a script gives the same picture in memory, beyond its bound and in a drawing",
    arguments: [1, 2, 3, 4, .random(in: 5 ... .max)] as [UInt64])
  func agrees(seed: UInt64) throws {
    try draw()
    var random = Seeded(seed)
    var made = 0
    for round in 0..<3 {
      let place = "seed \(seed), round \(round)"
      try shell.write("script", Self.script(&random))
      let isBlank = round == 2
      let start = isBlank ? "--size 100x80 --background ff800080" : "--from in.png"
      let drawn = try shell.sh(
        "paint new art.paint --replace -q \(start) && paint batch script --keep-going --json; code=$?; "
          + "paint export drawing.png -q; exit $code")
      let summary = try drawn.jsonLines.last
      made += summary?["steps"].int ?? 0
      for bound in ["", "1", "200k"] {
        let run = try shell.paint(
          "batch script \(start) --out out.png --keep-going --json", with: ["PAINT_HISTORY_MEMORY": bound])
        #expect(run.code == drawn.code, "\(place), \(bound): \(run)")
        let other = try run.jsonLines.last
        for field in ["lines", "steps", "failed", "revision", "revisions", "fingerprint"] {
          #expect(other?[field] == summary?[field], "\(place), \(bound): \(field)")
        }
        let (one, two) = (try #require(shell.contents("out.png")), try #require(shell.contents("drawing.png")))
        #expect(try Picture(one) == Picture(two), "\(place), \(bound)")
      }
    }
    #expect(made > 5, "seed \(seed)")
    #expect(try shell.names() == ["art.paint", "drawing.png", "in.png", "out.png", "script", "small.png"])
  }

  @Test("nothing is written to TMPDIR unless the script does not fit in memory")
  func temporaryFolder() throws {
    try draw()
    try shell.write("script", "place small.png --at 9,9\nfilter blur --radius 3\nundo\nredo\n")
    let missing = ["TMPDIR": shell.path("missing")]
    for start in ["--from in.png", "--size 300x200 --background red"] {
      let run = try shell.paint("batch script \(start) --out out.png", with: missing)
      #expect(run.code == 0, "\(run)")
      let full = try shell.paint(
        "batch script \(start) --out other.png", with: missing.merging(["PAINT_HISTORY_MEMORY": "1"]) { $1 })
      #expect(full.code == 74 || full.code == 73, "\(full)")
      #expect(shell.contents("other.png") == nil)
    }
    #expect(try shell.names() == ["in.png", "out.png", "script", "small.png"])
    // Pipes too, and pictures that are converted before they are placed.
    let piped = try shell.sh(
      "paint batch script --from in.png --out small.ppm -q && echo 'place small.ppm' >place && "
        + "cat in.png | paint batch place --from - --out piped.png -q && rm piped.png place small.ppm", with: missing)
    #expect(piped.code == 0, "\(piped)")
  }

  @Test("a picture from a pipe that does not fit in memory is read from a file")
  func largePipe() throws {
    // 4,000 x 6,000 pixels, 72 MB.
    let run = try shell.sh(
      "{ printf 'P6 4000 6000 255\\n'; head -c 71999997 /dev/zero; printf '\\377\\0\\0'; } | "
        + "paint batch /dev/null --from - --out a.png -q && paint new a.paint --from a.png -q && "
        + "paint pick 3999,5999 3998,5999")
    #expect(run.code == 0 && run.output.contains("#ff0000ff") && run.output.contains("#000000ff"), "\(run)")
    #expect(try shell.names() == ["a.paint", "a.png"])
  }

  @Test("steps that move the canvas work after a filter, which frees the picture before it")
  func movesAfterFilter() throws {
    let steps = ["flip horizontal", "crop 10,8,70x60", "rotate 90", "background gold", "resize 50%", "canvas 90x90"]
    let colors = try shell.sh(
      """
      paint new a.paint --size 100x80 && paint -d a.paint clear 'conic-gradient(red, lime, none)' &&
      paint -d a.paint export a.png
      """)
    #expect(colors.code == 0, "\(colors)")
    for step in steps {
      try shell.write("steps.txt", Array("filter invert\n\(step)\nfilter invert\n\(step)\n".utf8))
      let outcome = try shell.sh(
        """
        paint batch steps.txt --from a.png --out b.png -q && rm -rf b.paint && paint new b.paint --from a.png -q &&
        paint -d b.paint batch steps.txt -q && paint -d b.paint export c.png -q && cmp b.png c.png
        """)
      #expect(outcome.code == 0, "\(step): \(outcome)")
    }
  }

  @Test("missing folders of the output are created, and only if the script succeeds")
  func folders() throws {
    try draw()
    for start in ["--from in.png", "--size 9x9"] {
      let bad = try shell.paint("batch - \(start) --out new/deep/a.png", input: "flop\n")
      #expect(try bad.code == 65 && shell.names() == ["in.png", "small.png"], "\(bad)")
      let made = try shell.paint("batch /dev/null \(start) --out new/deep/a.png")
      #expect(try made.code == 0 && shell.names(in: "new/deep") == ["a.png"], "\(made)")
      let inFile = try shell.paint("batch /dev/null \(start) --out in.png/a.png")
      #expect(inFile.code == 73 && inFile.message.contains("in.png/a.png"), "\(inFile)")
      _ = try shell.sh("rm -r new")
    }
  }

  @Test("--size begins with a canvas of one colour, which --background names")
  func blank() throws {
    for (option, color) in [
      ("", "#00000000"), ("--background white", "#ffffffff"), ("--background #ff800080", "#ff800080"),
      ("--background rgb(1,2,3)", "#010203ff"),
    ] {
      let run = try shell.paint("batch - --size 33x20 \(option) --out a.png", input: "pick 32,19\n")
      #expect(run.code == 0 && run.output.contains(color), "\(option): \(run)")
      let picture = try Picture(try #require(shell.contents("a.png")))
      #expect(picture.width == 33 && picture.height == 20 && Set(picture.pixels).count == 1)
    }
    let piped = try shell.sh("echo 'stroke pencil 1,1' | paint batch - --size 2x2 --out - -q | paint info - --json")
    #expect(piped.code == 0 && piped.output.contains("2"), "\(piped)")
    // JPEG has no transparency.
    let opaque = try shell.paint("batch /dev/null --size 9x9 --out a.ppm")
    #expect(opaque.code == 0 && opaque.errors.contains("white"), "\(opaque)")
    // Percentages are those of the canvas.
    let check = try shell.paint("batch - --check --size 10x10 --out a.png", input: "crop 50%,0,5x5\n")
    #expect(check.code == 0, "\(check)")
  }

  @Test("options that contradict --size or --from are rejected before anything is read")
  func contradictions() throws {
    try draw()
    for line in [
      "batch - --size 9x9", "batch - --size 9x9 --from in.png --out a.png", "batch - --size 9x9 --page 2 --out a.png",
      "batch - --size 9x9 --out a.png --dry-run", "batch - --size 9x9 --out a.png --expect r0",
      "batch - --size 9x9 --out a.png -d b.paint", "batch - --size 0x9 --out a.png", "batch - --size 9 --out a.png",
      "batch - --size 9x9 --background nothing --out a.png", "batch - --size 9x9 --out a.gif",
      "batch - --from in.png --background #ff000080 --out a.png", "batch - --background red",
    ] {
      let outcome = try shell.paint(line, input: "bad\n")
      #expect(outcome.code == 64, "\(line): \(outcome)")
    }
    let wrong = try shell.paint("batch - --size 9x9 --out a.png", with: ["PAINT_HISTORY_MEMORY": "many"])
    #expect(wrong.code == 64 && wrong.errors.contains("PAINT_HISTORY_MEMORY"), "\(wrong)")
    #expect(try shell.names() == ["in.png", "small.png"])
  }

  @Test("commands that are not for scripts are refused as in a drawing's script")
  func refused() throws {
    for line in ["gc", "check", "limit --steps 9", "forget --before r0", "new b.paint --size 4x4", "batch x"] {
      let outcome = try shell.paint("batch - --size 9x9 --out a.png", input: "\(line)\n")
      #expect(outcome.code == 65 && outcome.errors.hasPrefix("paint: -:1: "), "\(line): \(outcome)")
    }
    // Questions about the drawing have answers.
    let asked = try shell.paint(
      "batch - --size 9x9 --out a.png",
      input: "stroke pencil 1,1\nstatus\nhistory\nbranch a\nbranch\nhistory --script\nshow r1\n")
    #expect(asked.code == 0 && asked.output.contains("r1"), "\(asked)")
  }
}
